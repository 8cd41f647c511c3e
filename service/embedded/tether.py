"""Becomes the server program, tied to its parent: when that dies, however it dies, the server is told to end.

Run as a script with the parent's process id, the program and its arguments.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    parent, program, *arguments = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != int(parent):
            sys.exit("the parent has ended")
    os.execv(program, [program, *arguments])  # noqa: S606


if __name__ == "__main__":
    main()
