"""`gavel doctor` on installations that are whole, and on broken ones."""

import os
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from projections.scores import SCORES
from service import doctor as examining
from service.cli.doctor import doctor
from service.config import Settings
from service.doctor import Finding, examine
from service.embedded import EmbeddedServer
from service.parts import Parts, now
from service.sweep import Sweep, Sweeps
from tests.cli.running import free_port, run, told
from tests.servers import start_server
from tests.workers.market import seated
from workers.follow import follow


@pytest.fixture
def whole(settings: Settings) -> Settings:
    Sweeps(settings).record(Sweep(at=now(), took=1, tables=0, behind=0, parked=0, expired=0))
    return replace(settings, port=free_port())


@pytest.fixture
def weak(tmp_path: Path) -> Iterator[EmbeddedServer]:
    server = start_server(tmp_path / "weak", settings={"appendonly": "no", "appendfsync": "everysec"})
    yield server
    server.stop()


def found(settings: Settings) -> dict[str, Finding]:
    return {finding.what: finding for finding in examine(settings)}


def wrong(settings: Settings) -> dict[str, str]:
    return {finding.what: finding.says for finding in examine(settings) if finding.well is False}


def test_nothing_is_wrong_with_a_whole_installation(whole: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wrong(whole) == {}
    monkeypatch.setenv("GAVEL_PORT", str(whole.port))
    assert {finding["what"] for finding in told(doctor)} >= {
        "Python",
        "port",
        "store settings",
        "append-only file",
        "clock",
        "queue",
        "worker",
    }


def test_an_embedded_store_that_was_never_started_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(tmp_path / "none", port=free_port())
    assert wrong(settings) == {}
    assert found(settings)["store program"].well
    monkeypatch.delenv("GAVEL_STORE_URL", raising=False)
    monkeypatch.setenv("GAVEL_PORT", str(settings.port))
    assert run(doctor, "--data", tmp_path / "none").exit_code == 0


def test_a_setting_that_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAVEL_LOG", "loud")
    (finding,) = told(doctor, code=1)
    assert (finding["what"], finding["well"]) == ("configuration", False)
    assert "GAVEL_LOG" in finding["says"]


def test_a_port_that_somebody_else_holds_is_named(whole: Settings) -> None:
    with socket.create_server(("127.0.0.1", whole.port)) as taken:
        taken.settimeout(0.1)
        assert set(wrong(whole)) == {"port"}


def test_a_store_that_does_not_answer_is_told_and_ends_the_look_at_it(whole: Settings, tmp_path: Path) -> None:
    assert set(wrong(replace(whole, store_url=f"unix://{tmp_path}/none.sock"))) == {"store"}


def test_a_store_that_may_lose_moves_is_told_with_each_remedy(weak: EmbeddedServer, whole: Settings) -> None:
    settings = replace(whole, store_url=weak.url, queue_url=None)
    says = [finding.says for finding in examine(settings) if finding.well is False and finding.what == "store settings"]
    assert [line.split()[0] for line in says] == ["appendonly", "appendfsync"]
    assert {"append-only file", "worker"} <= set(wrong(settings))


def test_a_queue_that_does_not_answer_is_told(whole: Settings, tmp_path: Path) -> None:
    assert set(wrong(replace(whole, queue_url=f"unix://{tmp_path}/none.sock"))) == {"queue"}


def test_a_worker_that_has_gone_is_told(whole: Settings) -> None:
    Sweeps(whole).record(Sweep(at=now() - 300_000, took=1, tables=0, behind=0, parked=0, expired=0))
    assert set(wrong(whole)) == {"worker"}


def test_read_models_that_lack_old_events_and_tables_that_stand_still_are_told(
    whole: Settings, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(parts, "1")
    with monkeypatch.context() as late:
        late.setattr("service.readiness.LATE", -1)
        assert set(wrong(whole)) == {"read models"}

    def fails(_: object) -> dict[str, object]:
        raise ValueError

    follow(parts, table)
    follow(parts, seated(parts, "2"), (replace(SCORES, fold=fails),))
    assert set(wrong(whole)) == {"parked tables"}


def test_a_clock_that_is_wrong_is_told(whole: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.time
    monkeypatch.setattr("service.doctor.time.time", lambda: real() + 90)
    Sweeps(whole).record(Sweep(at=now(), took=1, tables=0, behind=0, parked=0, expired=0))
    assert "clock" in wrong(whole)


def test_a_data_folder_that_others_may_enter_or_that_is_no_folder_is_told(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "open").mkdir(mode=0o755)
    os.chmod(tmp_path / "open", 0o755)
    (tmp_path / "file").write_text("")
    assert set(wrong(Settings(tmp_path / "open", port=port))) == {"privacy"}
    assert set(wrong(Settings(tmp_path / "file" / "data", port=port))) == {"data folder", "metrics folder"}


def test_a_full_disk_and_a_missing_store_program_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.doctor.SPACE", 1 << 60)
    monkeypatch.setattr("service.embedded.program._from_wheel", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert set(wrong(Settings(tmp_path / "none", port=free_port()))) == {"disk space", "store program"}


def test_packages_that_are_not_as_they_are_locked_are_told(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text("# to run\nclick==0.0.1 \\\n    --hash=sha256:00\nno-such-thing==1.0 \\\n# for the tests\npytest==0.0.1 \\\n")
    (finding,) = examining._locked(lock)
    assert finding.says.split("; ")[1:] == ["no-such-thing is not installed, locked is 1.0"]
    assert finding.says.startswith("click is ")
