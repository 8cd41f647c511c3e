"""The peers: installed on first use outside the repository, each able to fail without the others."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.report import Unable

EVENTSOURCING = ("eventsourcing==9.5.6", "psycopg[binary,pool]==3.3.*")
SOURCES = Path(__file__).parent.parent
INSTALLING = 240.0


def cache() -> Path:
    """Where peers are kept between runs."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gavel-bench"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def eventsourcing() -> None:
    """Make ``import eventsourcing`` work in this process; Unable when it cannot be installed."""
    folder = cache() / "eventsourcing-9.5.6"
    if not folder.exists():
        unfinished = Path(tempfile.mkdtemp(dir=cache()))
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(unfinished))
        _run("pip", *pip, *EVENTSOURCING)
        unfinished.rename(folder)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def boardgameio() -> Path:
    """The folder with the peer's server and load; Unable when Node or the package cannot be had."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise Unable(f"{program} is not on PATH")
    folder = cache() / "boardgameio-0.50.2"
    if not (folder / "node_modules").exists():
        unfinished = Path(tempfile.mkdtemp(dir=cache()))
        shutil.copy(SOURCES / "boardgameio" / "package.json", unfinished)
        _run("npm", "npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(unfinished))
        shutil.rmtree(folder, ignore_errors=True)
        unfinished.rename(folder)
    for source in (SOURCES / "boardgameio").glob("*.js"):
        shutil.copy(source, folder)
    return folder


@contextmanager
def postgres() -> Iterator[Path]:
    """PostgreSQL 15 as it comes, in a folder that is thrown away; yields the folder of its socket. Unable without it."""
    if os.getuid() != 0:
        raise Unable("PostgreSQL is started as the user postgres, which needs root")
    programs = _postgres_programs()
    with tempfile.TemporaryDirectory(prefix="gavel-bench-pg-") as folder:
        shutil.chown(folder, "postgres")
        data = f"{folder}/data"
        as_postgres = ("runuser", "-u", "postgres", "--")
        _run("initdb", *as_postgres, f"{programs}/initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--no-instructions")
        options = f"-k {folder} -c listen_addresses= -c fsync=on -c synchronous_commit=on"
        _run("pg_ctl", *as_postgres, f"{programs}/pg_ctl", "-D", data, "-w", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield Path(folder)
        finally:
            _run("pg_ctl", *as_postgres, f"{programs}/pg_ctl", "-D", data, "-m", "immediate", "stop")


def _postgres_programs() -> Path:
    programs = Path("/usr/lib/postgresql/15/bin")
    if not programs.exists():
        if shutil.which("apt-get") is None:
            raise Unable("postgresql-15 is not installed, and there is no apt-get")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        for words in (("apt-get", "update", "-qq"), ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "postgresql-15")):
            _run("apt-get", *words, environment=quiet)
    return programs


def _run(name: str, *words: str, environment: dict[str, str] | None = None) -> None:
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=INSTALLING, check=False, env=environment, cwd="/")
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unable(f"{name}: {error}") from error
    if done.returncode:
        says = (done.stderr or done.stdout).strip().splitlines()
        raise Unable(f"{name} ended with {done.returncode}: {says[-1] if says else 'it said nothing'}")
