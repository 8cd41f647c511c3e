"""What is wrong with this installation, in plain words."""

import importlib.metadata
import os
import re
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from service.config import ConfigurationRefused, Settings
from service.embedded import EmbeddedError
from service.embedded.folders import socket_path
from service.embedded.program import OLDEST, find_program, major_version
from service.parts import Parts, unchecked
from service.readiness import readiness
from service.store import SettingsRefused, StoreError, check_settings, connect
from service.store.driver import Server
from service.sweep import Sweeps

LOCK = Path(__file__).resolve().parents[1] / "scripts" / "requirements.lock"
PYTHON = (3, 11)
SPACE = 1 << 30
"""Bytes of disk below which a store soon stands still."""
CLOCKS = 2.0
"""Seconds by which two clocks may differ before deadlines are felt to be wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """``well`` is None for what is worth knowing and no fault."""

    what: str
    well: bool | None
    says: str


Found: TypeAlias = Iterator[Finding]


def examine(settings: Settings) -> Found:
    """Look at this machine, and at the store when the settings name one; what does not answer is said and left."""
    yield from _python()
    yield from _locked(LOCK)
    yield from _port(settings)
    yield from _writable("metrics folder", settings.counts)
    if settings.store_url is None:
        yield from _program()
        yield from _data(settings.data)
    else:
        yield from store(settings)


def _python() -> Found:
    version = ".".join(map(str, sys.version_info[:3]))
    well = sys.version_info[:2] >= PYTHON
    yield Finding("Python", well, version if well else f"{version} is too old: 3.11 or newer is needed")


def _locked(lock: Path) -> Found:
    if not lock.is_file():
        yield Finding("packages", None, "no requirements.lock beside the program, so versions are not compared")
        return
    wrong = tuple(_unlike(lock.read_text().partition("# for the tests")[0]))
    yield Finding("packages", not wrong, "; ".join(wrong) or "all as they are locked")


def _unlike(locked: str) -> Iterator[str]:
    for name, version in re.findall(r"^([A-Za-z0-9_.-]+)==(\S+) \\$", locked, re.MULTILINE):
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found = "not installed"
        if found != version:
            yield f"{name} is {found}, locked is {version}"


def _program() -> Found:
    try:
        program = find_program()
        major = major_version(program)
    except (EmbeddedError, OSError) as error:
        yield Finding("store program", False, str(error))
        return
    well = major >= OLDEST
    yield Finding("store program", well, f"{program}, version {major}" if well else f"{program} does not run, or is older than {OLDEST}")


def _data(data: Path) -> Found:
    folder = data.expanduser().absolute()
    yield from _writable("data folder", folder)
    standing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    free = shutil.disk_usage(standing).free
    yield Finding(
        "disk space", free >= SPACE, f"{free >> 20} MB free" + ("" if free >= SPACE else ": the store stops taking moves when it is full")
    )
    if folder.exists() and folder.stat().st_mode & 0o077:
        yield Finding("privacy", False, f"{folder} can be entered by other users, and holds every hidden card: chmod 700 {folder}")
    try:
        socket_path(folder.resolve())
    except (EmbeddedError, OSError) as error:
        yield Finding("socket", False, str(error))


def _writable(what: str, folder: Path) -> Found:
    standing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not standing.is_dir():
        yield Finding(what, False, f"{standing} is no folder")
    elif not os.access(standing, os.W_OK | os.X_OK):
        yield Finding(what, False, f"{standing} cannot be written to by this user")
    else:
        yield Finding(what, True, str(folder) if standing == folder else f"{folder}, to be made")


def _port(settings: Settings) -> Found:
    where = f"{settings.host}:{settings.port}"
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((settings.host, settings.port))
        except OSError as error:
            taken = _answers(settings)
            says = f"Gavel answers at {where}" if taken else f"{where} cannot be served at: {error.strerror or error}"
            yield Finding("port", taken, says)
            return
    yield Finding("port", True, f"{where} is free")


def _answers(settings: Settings) -> bool:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "") else settings.host  # noqa: S104
    try:
        with socket.create_connection((host, settings.port), timeout=2) as line:
            line.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
            return b'"alive"' in _all(line)
    except OSError:
        return False


def _all(line: socket.socket) -> bytes:
    found = b""
    while piece := line.recv(4096):
        found += piece
    return found


def store(settings: Settings) -> Found:
    """The store that the settings name: how it is set, whether it is written to disk, and what the workers make of it."""
    url = settings.store_url
    if url is None:
        raise ConfigurationRefused("GAVEL_STORE_URL: no store is running")
    client = connect(url, answer_within=2.0, resends=0)
    try:
        for warning in check_settings(client, accepted=settings.durability == "accepted"):
            yield Finding("store settings", None, warning)
        yield Finding(
            "store settings", True, "the store keeps what it acknowledges" if settings.durability == "required" else "accepted as they are"
        )
    except SettingsRefused as error:
        yield from (Finding("store settings", False, fault) for fault in error.faults)
    except StoreError as error:
        yield Finding("store", False, str(error))
        return
    server = Server(client)
    for look in (_file, _clock):
        yield from look(server)
    yield from _work(unchecked(settings, url))


def _file(server: Server) -> Found:
    told = server.ask("INFO", "persistence")
    state = [f"{name} is {told[name]}" for name in ("aof_last_write_status", "aof_last_bgrewrite_status") if told.get(name, "ok") != "ok"]
    enabled = str(told.get("aof_enabled")) == "1"
    says = "; ".join(state) or ("written" if enabled else "there is none: a restart loses everything")
    yield Finding("append-only file", enabled and not state, says)


def _clock(server: Server) -> Found:
    before = time.time()
    answer = server.ask("TIME")
    theirs, ours = answer[0] + answer[1] / 1e6, (before + time.time()) / 2
    apart = abs(theirs - ours)
    says = "the store's and ours agree" if apart <= CLOCKS else f"the store's and ours are {apart:.0f} s apart: deadlines go by ours"
    yield Finding("clock", apart <= CLOCKS, says)


def _work(parts: Parts) -> Found:
    found = readiness(parts, Sweeps(parts.settings))
    queue = parts.waker.waiting()
    yield Finding(
        "queue", queue is not None, "does not answer: read models wait for the sweeper" if queue is None else f"{queue} jobs wait"
    )
    sweeper, read_models = found.parts.get("sweeper", {}), found.parts.get("read_models", {})
    if sweeper:
        yield Finding("worker", bool(sweeper["ok"]), str(sweeper.get("says") or f"swept {sweeper['age_ms'] // 1000} s ago"))
    if read_models:
        yield Finding(
            "read models", bool(read_models["ok"]), str(read_models.get("says") or f"{read_models['behind']} tables on their way")
        )
        parked = int(read_models["parked"])
        yield Finding("parked tables", not parked, f"{parked} stand still: `gavel projections status` names them" if parked else "none")
