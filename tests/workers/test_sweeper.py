"""The sweeper: what no job did it does, and it lets deadlines expire."""

from random import Random

import pytest

from domain.kernel.facts import DeadlinePassed, Expire
from domain.kernel.names import ORGANISER, SYSTEM, Actor
from domain.table.commands import Pause, Resume
from domain.table.rulebook import DEADLINE, PAUSE
from service.config import Settings
from service.parts import Parts
from service.store import connect, keys
from service.sweep import Sweep, Sweeps
from tests.kernel.night_market.facts import OfferOpened, TurnPassed
from tests.workers.market import at_head, move, parts_of, play_out, seated
from workers.sweeper import Sweeper, expire

BELL = 60_000


class Clock:
    """Tells the time (ms UTC) that the test says it is."""

    def __init__(self, at: int = 1_795_894_923_120) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(settings: Settings, clock: Clock) -> Parts:
    return parts_of(settings, clock)


def facts_of(parts: Parts, table: str, after: int) -> list[tuple[str, type]]:
    return [(event.actor, type(ruled.fact)) for event in parts.tables.decoded(table, None, after) for ruled in event.facts]


def test_a_sweep_brings_to_the_head_what_no_job_did(parts: Parts) -> None:
    tables = [seated(parts, key) for key in "123"]
    play_out(parts, tables[0])
    sweep = Sweeper(parts).sweep()
    assert at_head(parts, *tables)
    assert (sweep.tables, sweep.behind, sweep.parked, sweep.expired) == (3, 3, 0, 0)
    assert Sweeper(parts).sweep().behind == 0


def test_a_sweep_says_how_it_went_to_whoever_asks(parts: Parts, settings: Settings) -> None:
    assert Sweeps(settings).last() is None
    seated(parts)
    sweep = Sweeper(parts, Clock(77)).sweep()
    assert sweep == Sweep(at=77, took=0, tables=1, behind=1, parked=0, expired=0)
    assert Sweeps(settings).last() == sweep


def test_a_lost_index_of_tables_is_found_again(parts: Parts, settings: Settings) -> None:
    table = seated(parts)
    with connect(str(settings.store_url)) as client:
        client.delete(keys.TABLES)
    Sweeper(parts).sweep()
    assert at_head(parts, table)


@pytest.mark.rule(DEADLINE)
def test_a_deadline_expires_once_it_has_passed_and_not_before(timed: Parts, clock: Clock) -> None:
    table = seated(timed)
    move(timed, table, Random(1))
    tip = timed.events.tip(table).version
    clock.at += BELL - 1
    assert Sweeper(timed, clock).sweep().expired == 0
    clock.at += 1
    assert Sweeper(timed, clock).sweep().expired == 1
    assert facts_of(timed, table, tip) == [(SYSTEM, DeadlinePassed), (SYSTEM, OfferOpened), (SYSTEM, TurnPassed)]
    assert at_head(timed, table)
    assert Sweeper(timed, clock).sweep().expired == 0


@pytest.mark.rule(DEADLINE)
def test_two_sweepers_let_a_deadline_expire_once(timed: Parts, settings: Settings, clock: Clock) -> None:
    table = seated(timed)
    other = parts_of(settings, clock)
    other.tables.current(table)
    tip = timed.events.tip(table).version
    clock.at += BELL
    for parts in (timed, other):
        expire(parts, table, clock.at)
    passed = [fact for _, fact in facts_of(timed, table, tip) if fact is DeadlinePassed]
    assert passed == [DeadlinePassed]


@pytest.mark.rule(PAUSE)
def test_no_deadline_expires_while_its_table_is_paused(timed: Parts, clock: Clock) -> None:
    table = seated(timed)
    timed.tables.submit(table, Actor(ORGANISER), Pause(), "pause")
    clock.at += 2 * BELL
    assert Sweeper(timed, clock).sweep().expired == 0
    timed.tables.submit(table, Actor(ORGANISER), Resume(), "resume")
    assert Sweeper(timed, clock).sweep().expired == 0
    clock.at += BELL
    assert Sweeper(timed, clock).sweep().expired == 1


def test_a_pause_that_comes_between_is_no_trouble(timed: Parts, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(timed)
    clock.at += BELL
    submit = timed.tables.submit

    def paused_first(name: str, actor: Actor, command: Expire, key: str, caused_by: int) -> object:
        submit(name, Actor(ORGANISER), Pause(), "pause")
        return submit(name, actor, command, key, caused_by=caused_by)

    monkeypatch.setattr(timed.tables, "submit", paused_first)
    assert expire(timed, table, clock.at) == 0
    assert timed.tables.current(table).folded.table.paused_at == clock.at


def test_one_tables_trouble_leaves_the_others_alone(timed: Parts, settings: Settings, clock: Clock) -> None:
    broken, whole = seated(timed, "1"), seated(timed, "2")
    with connect(str(settings.store_url)) as client:
        client.xdel(keys.events(broken), "2-0")
    clock.at += BELL
    fresh = parts_of(settings, clock)
    sweep = Sweeper(fresh, clock).sweep()
    assert (sweep.tables, sweep.expired) == (2, 1)
    assert at_head(fresh, whole)
