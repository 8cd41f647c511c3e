"""Service, worker and everything in one, told to stop: what is begun is finished, nothing new is taken, the exit is 0."""

import json
import os
import signal
import threading
from pathlib import Path

import pytest
import requests

from service.config import Settings
from service.identity import Holder, Identity
from service.parts import Parts
from service.store import connect
from tests.cli.running import WITHIN, answers, free_port, started, stopped
from tests.workers.market import until


@pytest.fixture
def environment(settings: Settings) -> dict[str, str]:
    return {"GAVEL_STORE_URL": str(settings.store_url), "GAVEL_PORT": str(free_port()), "GAVEL_DATA": str(settings.data)}


def opening(url: str, token: str, key: str) -> requests.Response:
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    return requests.post(f"{url}/api/v1/tables", json={"game": "high-moon", "seats": [{}, {}]}, headers=headers, timeout=WITHIN)


def test_a_service_that_is_told_to_stop_answers_what_it_has_begun(parts: Parts, environment: dict[str, str], tmp_path: Path) -> None:
    url, token = f"http://127.0.0.1:{environment['GAVEL_PORT']}", Identity(parts.tokens).issue(Holder("organiser"))
    found: list[requests.Response] = []
    with started("serve", log=tmp_path / "log", environment=environment) as process, connect(environment["GAVEL_STORE_URL"]) as client:
        answers(url, process)
        assert opening(url, token, "before").status_code == 201
        client.execute_command("CLIENT", "PAUSE", 60_000, "WRITE")
        asking = threading.Thread(target=lambda: found.append(opening(url, token, "during")))
        asking.start()
        until(lambda: int(client.info("clients")["blocked_clients"]) > 0)
        threading.Timer(1.0, client.execute_command, ("CLIENT", "UNPAUSE")).start()
        assert stopped(process) == 0
        asking.join()
        with pytest.raises(requests.ConnectionError):
            opening(url, token, "after")
    assert [answer.status_code for answer in found] == [201]
    assert parts.events.exists(found[0].json()["table"])
    assert len(parts.events.tables()) == 2


def test_everything_in_one_stops_in_order_keeps_its_data_and_leaves_nothing_running(tmp_path: Path) -> None:
    port, data = free_port(), tmp_path / "data"
    url, environment = f"http://127.0.0.1:{port}", {"GAVEL_STORE_URL": "", "GAVEL_QUEUE_URL": "", "GAVEL_LOG": "warning"}
    words = ("up", "--data", data, "--port", port)
    with started(*words, log=tmp_path / "log", environment=environment) as process:
        ready = answers(url, process, "/readyz").json()
        assert (ready["status"], ready["wrong"], ready["slow"]) == ("ready", [], [])
        until(lambda: "Ctrl-C" in (tmp_path / "log").read_text())
        token = next(line.split()[-1] for line in (tmp_path / "log").read_text().splitlines() if "Organiser token" in line)
        table = opening(url, token, "one").json()["table"]
        scraped = answers(url, process, "/metrics").text
        assert 'gavel_events_total{command="open",game="high-moon"} 1.0' in scraped
        until(lambda: "gavel_job_seconds_count 0.0" not in answers(url, process, "/metrics").text)
        assert token not in scraped
        children = _children(process.pid)
        assert len(children) >= 3
        assert stopped(process) == 0
    assert not [child for child in children if _lives(child)]
    with started(*words, log=tmp_path / "again", environment=environment) as process:
        answers(url, process)
        headers = {"Authorization": f"Bearer {token}"}
        assert requests.get(f"{url}/api/v1/tables/{table}", headers=headers, timeout=WITHIN).json()["version"] == 1
        assert stopped(process, signal.SIGINT) == 0
    assert token not in (tmp_path / "again").read_text()


def _children(pid: int) -> list[int]:
    folders = [folder for folder in Path("/proc").iterdir() if folder.name.isdecimal()]
    parents = {}
    for folder in folders:
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    return [child for child, parent in parents.items() if parent == pid]


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_logs_of_service_and_worker_name_table_version_command_and_request_and_no_secret(
    parts: Parts, environment: dict[str, str], tmp_path: Path
) -> None:
    url, token = f"http://127.0.0.1:{environment['GAVEL_PORT']}", Identity(parts.tokens).issue(Holder("organiser"))
    secrets = [token]
    with (
        started("serve", log=tmp_path / "service", environment=environment) as service,
        started("worker", log=tmp_path / "worker", environment=environment) as worker,
    ):
        answers(url, service, "/readyz")
        opened = opening(url, token, "logged-key").json()
        secrets += opened["invitations"].values()
        code = opened["invitations"]["seat:0"]
        # A request that comes while a job waits for its table wakes no other, so its name would be in no job's line.
        until(lambda: '"event": "job"' in (tmp_path / "worker").read_text())
        headers = {"Idempotency-Key": "claim-key", "X-Request-ID": "claim-request"}
        claimed = requests.post(f"{url}/api/v1/invitations/{code}", json={"name": "Nobody Knows"}, headers=headers, timeout=WITHIN)
        secrets += [claimed.json()["token"], "Nobody Knows"]
        requests.post(f"{url}/api/v1/invitations/{code}%20", json={}, headers=headers, timeout=WITHIN)
        until(lambda: '"claim-request"' in (tmp_path / "worker").read_text())
        assert (stopped(worker), stopped(service)) == (0, 0)
    told = {
        name: [json.loads(line) for line in (tmp_path / name).read_text().splitlines() if line[:1] == "{"] for name in ("service", "worker")
    }
    (claim,) = [line for line in told["service"] if line.get("request_id") == "claim-request" and line["status"] == 201]
    assert (claim["table"], claim["version"], claim["command_id"]) == (opened["table"], 2, "claim-key")
    (job,) = [line for line in told["worker"] if line.get("request_id") == "claim-request"]
    assert (job["event"], job["table"], job["version"]) == ("job", opened["table"], 2)
    everything = (tmp_path / "service").read_text() + (tmp_path / "worker").read_text()
    assert [secret for secret in secrets if secret in everything] == []
    assert all(line[:1] == "{" for line in (tmp_path / "worker").read_text().splitlines())
