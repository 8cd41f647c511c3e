"""The service as it really runs: gunicorn with gevent workers, over HTTP."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.kernel.stored import NO_HASH, chain_hash
from service.config import Settings
from tests.api.serving import Service, serving


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with serving(settings) as service:
        yield service


def test_a_game_is_opened_claimed_started_and_chained_over_http(service: Service) -> None:
    opened = service.post("/tables", "open", game="high-moon", seats=[{}, {}]).json()
    table, tokens = opened["table"], {}
    for role in ("seat:0", "seat:1"):
        claimed = service.post(f"/invitations/{opened['invitations'][role]}", f"claim-{role[-1]}")
        tokens[role] = claimed.json()["token"]
        assert service.post(f"/tables/{table}/ready", "ready", tokens[role], entropy="ab").status_code == 201
    assert service.post(f"/tables/{table}/start", "start").status_code == 201
    shown = service.get(f"/tables/{table}").json()
    (asked,) = shown["waiting"]
    seat = tokens[f"seat:{asked['seat']}"]
    question = service.get(f"/tables/{table}/questions", seat).json()
    move = {"question": question["question"]["id"], "seen": question["version"], "command": question["question"]["choices"][0]["command"]}
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: service.post(f"/tables/{table}/moves", "one-key", seat, **move), range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    assert len({answer.json()["hash"] for answer in answers}) == 1
    previous = NO_HASH
    for copy in service.get(f"/tables/{table}/events").json()["events"]:
        previous = chain_hash(table, copy["version"], previous, copy["body"].encode())
        assert copy["hash"] == previous


def test_a_request_to_stop_ends_the_service_at_once(service: Service) -> None:
    assert service.end() == 0
