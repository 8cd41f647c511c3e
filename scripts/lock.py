"""Write the lock from pyproject.toml: what the program needs to run first, then what the tests add."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "scripts" / "requirements.lock"
RUN, TESTS = "# to run", "# for the tests"
OPTIONS = ("--quiet", "--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate")


def compiled(target: Path, *arguments: str) -> list[str]:
    """One text for each pinned package (name, version, marker and hashes), resolved for every platform; ``target`` is written too."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", *OPTIONS, "--output-file", str(target), *arguments]
    subprocess.run(command, cwd=ROOT, check=True)
    return re.split(r"\n(?=[a-z0-9])", target.read_text().strip())


def name(package: str) -> str:
    return package.partition("==")[0].partition("[")[0]


def main(upgrade: bool) -> None:
    """Keep the versions already locked where they still fit, unless asked to upgrade."""
    with tempfile.TemporaryDirectory() as folder:
        everything = Path(folder, "everything")
        if LOCK.exists() and not upgrade:
            shutil.copy(LOCK, everything)
        packages = compiled(everything, "--extra", "test")
        to_run = {name(package) for package in compiled(Path(folder, "run"), "--constraint", str(everything))}
    run = [package for package in packages if name(package) in to_run]
    tests = [package for package in packages if name(package) not in to_run]
    LOCK.write_text("\n".join([RUN, *run, TESTS, *tests]) + "\n")


if __name__ == "__main__":
    main("--upgrade" in sys.argv[1:])
