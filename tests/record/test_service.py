"""Records of tables that were really played: through the service's tables, on a real store."""

from collections.abc import Iterator
from random import Random

import pytest

from domain.kernel.facts import Expire
from domain.kernel.names import ORGANISER, SYSTEM, Actor, Seat, Viewer
from domain.table.commands import Claim, Open, Ready, Resign, Start
from domain.table.facts import SeatOpened
from service.packs import Packs
from service.record import export, verify
from service.store import EventStore, connect, packs
from service.tables import Tables
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import actor
from tests.record.writing import KEY
from tests.servers import start_server

SEATS = 3


class Clock:
    """Milliseconds UTC: a second later each time it is looked at."""

    def __init__(self) -> None:
        self.now = 1_795_894_000_000

    def __call__(self) -> int:
        self.now += 1000
        return self.now


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    server = start_server(tmp_path_factory.mktemp("played"))
    with connect(server.url) as client:
        yield Tables(EventStore(client), Packs(packs(client)), [NIGHT_MARKET], Clock())
    server.stop()


def seated(tables: Tables, name: str) -> str:
    table = tables.open(Open("night-market", (SeatOpened(),) * SEATS), name, "organiser-token").table
    for seat in range(SEATS):
        tables.submit(table, actor(seat), Claim(f"seat:{seat}"), "claim")
        tables.submit(table, actor(seat), Ready("0badcafe" if seat else None), "ready")
    tables.submit(table, Actor(ORGANISER), Start(), "start")
    return table


def answer(tables: Tables, table: str, seat: Seat, random: Random) -> None:
    folded = tables.current(table).folded
    command = random.choice(NIGHT_MARKET.choices(folded.position.state, seat)).command
    question = folded.position.question_id(seat, folded.table.head_moves)
    tables.submit(table, actor(seat), command, f"answer-{folded.table.tip}", question, folded.table.tip)


def play(tables: Tables, table: str, steps: int | None = None) -> None:
    """Random answers, an undo and the bell in between, to the close or for some steps."""
    random, clock = Random(table), tables._clock
    assert isinstance(clock, Clock)
    while not (folded := tables.current(table).folded).table.closed and steps != 0:
        steps = None if steps is None else steps - 1
        if folded.position.deadlines and random.random() < 0.1:
            clock.now += 3_600_000
            (bell,) = folded.position.deadlines
            tables.submit(table, SYSTEM, Expire(bell.name), f"bell-{folded.table.tip}", caused_by=bell.version)
            continue
        answer(tables, table, random.choice([asked.seat for asked in folded.position.asked if asked.required]), random)


def record(tables: Tables, table: str, viewer: str) -> bytes:
    digest = tables.current(table).folded.table.pack.hash
    return export(table, Viewer(viewer), tables.copies(table, Viewer(viewer)), {digest: tables.packs.document(digest)}, KEY)


@pytest.mark.parametrize("name", ["one", "two", "three"])
def test_a_table_that_was_played_to_its_close_verifies_for_everybody(tables: Tables, name: str) -> None:
    table = seated(tables, name)
    play(tables, table)
    reports = [verify(record(tables, table, viewer), [NIGHT_MARKET], KEY.public) for viewer in ("judge:0", "seat:0", "seat:1", "public")]
    assert [report.fault for report in reports] == [None] * 4
    assert {report.redecided for report in reports} == {tables.current(table).folded.table.tip}
    assert {report.tip for report in reports} == {tables.current(table).hash}


def test_a_table_in_mid_game_with_an_undo_and_a_resignation_verifies(tables: Tables) -> None:
    table = seated(tables, "mid-game")
    play(tables, table, 3)
    folded = tables.current(table).folded
    tables.submit(table, actor(folded.position.asked[0].seat), Resign(), "resign")
    play(tables, table, 2)
    for viewer in ("judge:0", "seat:0", "public"):
        report = verify(record(tables, table, viewer), [NIGHT_MARKET])
        assert report.fault is None
        assert not report.closed
