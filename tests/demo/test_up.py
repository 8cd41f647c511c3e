"""`gavel up`: one command starts store, worker and service, keeps them running, and stops them."""

import os
import signal
from pathlib import Path

import pytest
import requests

from tests.demo.programs import Up, alive, descendants, eventually, gavel, up


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def opens_a_table(service: Up, token: str, key: str) -> int:
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    body = {"game": "high-moon", "seats": [{}, {}]}
    return requests.post(f"{service.url}/api/v1/tables", json=body, headers=headers, timeout=60).status_code


def answers(service: Up) -> bool:
    try:
        return requests.get(f"{service.url}/readyz", timeout=5).status_code == 200
    except requests.RequestException:
        return False


def test_the_address_is_printed_at_every_start_and_the_organisers_token_at_the_first_alone(data: Path) -> None:
    with up(data) as first:
        token = first.token
        assert token is not None
        assert sum(token in line for line in first.printed) == 1
        assert sum(first.url in line for line in first.printed) == 1
        assert opens_a_table(first, token, "first") == 201
        assert first.ends(signal.SIGTERM) == 0
        assert token not in first.errors.read_text()
    with up(data) as second:
        assert second.token is None
        assert any(second.url in line for line in second.printed)
        assert not any("token" in line.lower() for line in second.printed)
        assert opens_a_table(second, token, "second") == 201


def test_a_second_start_on_one_folder_is_refused_and_says_who_has_it(data: Path) -> None:
    with up(data) as first:
        second = gavel(data.parent, "up", "--data", data, "--port", "1")
        assert second.returncode == 1
        assert str(data) in second.stderr
        assert str(first.process.pid) in second.stderr
        assert "Traceback" not in second.stderr
        assert second.stdout == ""
        assert answers(first)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_stop_ends_all_three_and_leaves_none(data: Path, number: int) -> None:
    with up(data) as service:
        started = descendants(service.process.pid)
        assert set(service.running()) == {"store", "worker", "service"}
        assert len(started) > 3
        assert service.ends(number) == 0
        assert [pid for pid in started if alive(pid)] == []
        assert "Traceback" not in service.errors.read_text()


def test_when_it_is_killed_all_three_end(data: Path) -> None:
    with up(data) as service:
        started = descendants(service.process.pid)
        assert service.ends(signal.SIGKILL) == -signal.SIGKILL
        assert eventually(lambda: not any(map(alive, started)))


def test_whatever_dies_is_started_again(data: Path) -> None:
    with up(data) as service:
        assert eventually(lambda: answers(service))
        for name in ("worker", "service", "store"):
            before = service.running()
            os.kill(before[name], signal.SIGKILL)
            assert eventually(lambda name=name, before=before: service.running().get(name, before[name]) != before[name])  # type: ignore[misc]
            assert eventually(lambda: answers(service))
        assert service.token is not None
        assert opens_a_table(service, service.token, "after") == 201
