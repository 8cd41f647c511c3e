"""Read models are built anew while games go on, and switched to without a moment in which they are behind."""

import threading
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from domain.kernel.names import Actor
from domain.kernel.refusal import Refused
from domain.table.commands import Pause
from projections import PROJECTIONS, Told
from projections.conduct import CONDUCT
from projections.scores import SCORES
from service.config import Settings
from service.generation import Generation, Superseded
from service.parts import Parts
from service.read_side import Behind, conduct, lagging, players, scores, status
from service.store import NewModel
from tests.workers.market import PATIENCE, at_head, move, parts_of, play_out, seated, stored, until, worker
from workers.follow import follow
from workers.jobs import bring_up_to_date
from workers.rebuild import rebuild, rebuild_table


def silent(done: int, total: int) -> None:
    pass


def spoil(parts: Parts, table: str, name: str = "scores", generation: int = 1) -> None:
    """A read model that says what no fold ever said."""
    parts.read_models.replace(NewModel(name, generation, table, parts.events.tip(table).version, b'{"seats":[]}'))


def test_a_rebuild_mends_what_was_wrong_and_drops_what_was_there(parts: Parts) -> None:
    tables = [seated(parts, key) for key in "123"]
    for table in tables:
        play_out(parts, table)
        bring_up_to_date(table)
    right = [stored(parts, table).data for table in tables]
    for table in tables:
        spoil(parts, table)
    seen: list[tuple[int, int]] = []
    done = rebuild(parts, SCORES, lambda count, total: seen.append((count, total)), grace=0)
    assert (done.serving, done.tables, done.parked, done.dropped) == (2, 3, 0, 3)
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert [scores(parts, table)[1]["seats"] != [] for table in tables] == [True] * 3
    assert [parts.read_models.get("scores", 1, table) for table in tables] == [None] * 3
    models = [parts.read_models.get("scores", 2, table) for table in tables]
    assert [model.data for model in models if model] == right
    assert parts.generations.of("scores") == Generation(2)


def test_every_read_model_comes_out_of_a_rebuild_as_the_workers_made_it(parts: Parts) -> None:
    table = seated(parts, seats=3)
    random = Random(5)
    while move(parts, table, random):
        bring_up_to_date(table)
    made = {projection.name: stored(parts, table, projection.name) for projection in PROJECTIONS}
    for projection in PROJECTIONS:
        rebuild(parts, projection, silent, grace=0)
    assert {projection.name: parts.read_models.get(projection.name, 2, table) for projection in PROJECTIONS} == made


def test_games_go_on_during_a_rebuild_and_no_reader_is_ever_sent_back(parts: Parts, settings: Settings) -> None:
    tables = [seated(parts, key) for key in "123456"]
    stop = threading.Event()
    seen: dict[str, list[int]] = {table: [] for table in tables}

    def read() -> None:
        own = parts_of(settings)
        while not stop.is_set():
            for table in tables:
                seen[table].append(scores(own, table, timeout=PATIENCE)[0])

    with worker(settings):
        until(lambda: at_head(parts, *tables))
        reader = threading.Thread(target=read)
        reader.start()
        try:
            builder = threading.Thread(target=rebuild, args=(parts_of(settings), SCORES, silent, 0.2))
            builder.start()
            random = Random(1)
            while builder.is_alive():
                for table in tables:
                    move(parts, table, random)
            builder.join()
        finally:
            stop.set()
            reader.join()
        until(lambda: not lagging(parts))
    assert parts.generations.of("scores") == Generation(2)
    assert all(versions == sorted(versions) for versions in seen.values())
    assert all(scores(parts, table)[0] == parts.events.tip(table).version for table in tables)


def test_while_a_generation_is_built_the_workers_write_both(parts: Parts) -> None:
    table = seated(parts)
    begun = parts.generations.begin("scores")
    bring_up_to_date(table)
    assert begun == Generation(1, 2)
    assert parts.read_models.get("scores", 1, table) == parts.read_models.get("scores", 2, table)
    assert lagging(parts) == {}


def test_a_rebuild_that_was_broken_off_is_followed_by_one_that_begins_anew(parts: Parts) -> None:
    table = seated(parts)
    bring_up_to_date(table)
    parts.generations.begin("scores")
    spoil(parts, table, generation=2)
    done = rebuild(parts, SCORES, silent, grace=0)
    assert (done.serving, done.dropped) == (3, 2)
    assert scores(parts, table)[1]["seats"] != []


def test_of_two_rebuilds_at_once_the_earlier_gives_way(parts: Parts) -> None:
    bring_up_to_date(seated(parts))

    def meanwhile(done: int, total: int) -> None:
        parts.generations.begin("scores")

    with pytest.raises(Superseded):
        rebuild(parts, SCORES, meanwhile, grace=0)
    assert parts.generations.of("scores").serving == 1


def test_a_table_that_cannot_be_folded_does_not_hold_up_a_rebuild(parts: Parts) -> None:
    tables = [seated(parts, key) for key in "12"]
    for table in tables:
        bring_up_to_date(table)

    def fails_at_one(told: Told) -> dict[str, Any]:
        if told.table == tables[0]:
            raise ValueError
        return SCORES.fold(told)

    done = rebuild(parts, replace(SCORES, fold=fails_at_one), silent, grace=0)
    assert (done.serving, done.parked) == (2, 1)
    (one,) = [one for one in status(parts) if one.name == "scores"]
    assert [note.table for note in one.parked] == [tables[0]]
    assert scores(parts, tables[1])[0] == parts.events.tip(tables[1]).version


def test_one_table_is_rebuilt_where_it_stands(parts: Parts) -> None:
    table, other = seated(parts, "1"), seated(parts, "2")
    for each in (table, other):
        bring_up_to_date(each)
        spoil(parts, each)
    assert rebuild_table(parts, table) == parts.events.tip(table).version
    assert (scores(parts, table)[1]["seats"] != [], scores(parts, other)[1]["seats"]) == (True, [])
    assert parts.generations.of("scores") == Generation(1)


def test_status_says_how_far_each_read_model_is(parts: Parts) -> None:
    table = seated(parts)
    bring_up_to_date(table)
    move(parts, table, Random(1))
    follow(parts, table, (SCORES,))
    assert {one.name: (one.serving, one.building, one.tables, one.behind, one.events) for one in status(parts)} == {
        projection.name: (1, None, 1, *((0, 0) if projection is SCORES else (1, 1))) for projection in PROJECTIONS
    }


def test_a_players_tally_is_summed_over_tables_and_guests_are_in_none(parts: Parts) -> None:
    table = seated(parts)
    play_out(parts, table)
    bring_up_to_date(table)
    assert players(parts) == {}


def test_conduct_tells_refusals_beside_what_the_stream_says_and_a_rebuild_leaves_them(parts: Parts) -> None:
    table = seated(parts)
    bring_up_to_date(table)
    seat = Actor("seat:1")
    parts.tables.submit(table, seat, Pause(), "pause")
    with pytest.raises(Refused):
        parts.tables.submit(table, seat, Pause(), "again")
    parts.refusals.push(table, 1, b"one", "TB-P1")
    parts.refusals.push(table, 1, b"two", "TB-P1")
    tip = parts.events.tip(table).version
    with pytest.raises(Behind):
        conduct(parts, table, tip, timeout=0)
    bring_up_to_date(table)
    rebuild(parts, CONDUCT, silent, grace=0)
    version, found = conduct(parts, table, tip, timeout=1)
    assert version == tip
    assert [(row["pauses"], row["refusals"]) for row in found["seats"]] == [(0, {}), (1, {"TB-P1": 2})]


def test_a_rebuild_leaves_readers_of_the_old_generation_their_grace(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(parts)
    bring_up_to_date(table)
    during: list[tuple[float, int, bool]] = []

    def look(seconds: float) -> None:
        old = parts.read_models.get("scores", 1, table)
        during.append((seconds, parts.generations.of("scores").serving, old is not None))

    monkeypatch.setattr("workers.rebuild.time", SimpleNamespace(sleep=look))
    rebuild(parts, SCORES, silent, 0.5)
    assert during == [(0.5, 2, True)]
    assert parts.read_models.get("scores", 1, table) is None
