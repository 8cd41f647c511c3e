"""What the figures were measured on."""

import os
import platform
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

WRITES = 50


def describe() -> dict[str, Any]:
    return {
        "cpu": _cpu(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30, 1),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
        "fdatasync_us": round(_fdatasync() * 1e6),
    }


def _cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _fdatasync() -> float:
    """Seconds for a small write to reach the disk that the stores of this bench lie on."""
    with tempfile.TemporaryFile() as file:
        found = []
        for _ in range(WRITES):
            os.write(file.fileno(), b"x" * 512)
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            found.append(time.perf_counter() - began)
    return median(found)
