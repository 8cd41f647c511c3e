"""A table whose fold fails stands still and says so; the others go on, and so does it once it can."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from projections import PROJECTIONS, Projection, Told
from projections.scores import SCORES
from projections.tables import TABLES
from service.config import Settings
from service.parked import all_parked, parked_at
from service.parts import Parts
from service.read_side import StandsStill, listing, scores
from service.store import connect, keys
from tests.workers.market import at_head, move, seated, stored
from workers.follow import follow
from workers.jobs import bring_up_to_date
from workers.sweeper import Sweeper


class Broken(Exception):
    """Holds what no note may repeat."""


def fails(told: Told) -> dict[str, Any]:
    raise Broken("lanterns:kite")


HALF_BROKEN: tuple[Projection, ...] = (replace(SCORES, fold=fails), TABLES)


def test_a_projection_that_fails_is_parked_and_the_others_go_on(parts: Parts) -> None:
    table, other = seated(parts, "1"), seated(parts, "2")
    follow(parts, table, HALF_BROKEN)
    follow(parts, other)
    tip = parts.events.tip(table).version
    assert [
        (note.table, note.projection, note.version, note.error) for note in all_parked(parts.read_models, parts.generations, (table, other))
    ] == [(table, "scores", tip, "Broken")]
    assert stored(parts, table, "tables").version == tip
    assert at_head(parts, other)


def test_a_note_of_a_parked_table_holds_nothing_of_the_table(parts: Parts) -> None:
    table = seated(parts)
    follow(parts, table, HALF_BROKEN)
    note = parts.read_models.get("parked-scores", 1, table)
    assert note is not None
    assert json.loads(note.data) == {"version": parts.events.tip(table).version, "error": "Broken"}


def test_a_parked_table_is_shown_as_such(parts: Parts) -> None:
    table = seated(parts)
    follow(parts, table, HALF_BROKEN)
    tip = parts.events.tip(table).version
    (line,) = listing(parts)
    assert line["parked"] == [{"projection": "scores", "version": tip, "error": "Broken"}]
    with pytest.raises(StandsStill) as still:
        scores(parts, table, min_version=tip)
    assert (still.value.parked.version, still.value.parked.error) == (tip, "Broken")


def test_scores_from_before_a_table_was_parked_are_still_served(parts: Parts) -> None:
    table = seated(parts)
    follow(parts, table)
    before = stored(parts, table)
    move(parts, table, Random(1))
    follow(parts, table, HALF_BROKEN)
    assert scores(parts, table, min_version=before.version)[0] == before.version


def test_a_parked_table_goes_on_as_soon_as_its_fold_works(parts: Parts) -> None:
    table = seated(parts)
    follow(parts, table, HALF_BROKEN)
    follow(parts, table)
    assert parked_at(parts.read_models, parts.generations, table) == ()
    assert at_head(parts, table)


def test_a_late_note_does_not_park_a_table_that_has_gone_on(parts: Parts) -> None:
    table = seated(parts)
    follow(parts, table)
    follow(parts, table, HALF_BROKEN)
    assert parked_at(parts.read_models, parts.generations, table) == ()


def test_a_damaged_stream_is_parked_at_its_first_bad_event(parts: Parts, settings: Settings) -> None:
    table, other = seated(parts, "1"), seated(parts, "2")
    with connect(str(settings.store_url)) as client:
        client.xdel(keys.events(table), "3-0")
    bring_up_to_date(table)
    bring_up_to_date(other)
    parked = {(note.table, note.version, note.error) for note in all_parked(parts.read_models, parts.generations, (table, other))}
    assert parked == {(table, 3, "StoreCorrupt")}
    assert [line.get("parked") is not None for line in listing(parts)].count(True) == 1
    assert at_head(parts, other)


def test_a_damaged_table_is_left_alone_by_the_sweeper_that_has_tried_it_and_mended_by_the_next(parts: Parts, settings: Settings) -> None:
    table = seated(parts)
    with connect(str(settings.store_url)) as client:
        rows = client.xrange(keys.events(table))
        client.xdel(keys.events(table), "3-0")
        sweeper = Sweeper(parts)
        assert [sweeper.sweep().parked for _ in range(4)] == [0, 0, 1, 1]
        client.delete(keys.events(table))
        for version, fields in rows:
            client.xadd(keys.events(table), fields, id=version)
    assert sweeper.sweep().parked == 1
    assert Sweeper(parts).sweep().parked == 0
    assert at_head(parts, table)
    assert sweeper.sweep().behind == 0


def test_a_parked_table_is_tried_again_as_soon_as_something_happens_there(parts: Parts) -> None:
    table = seated(parts)
    follow(parts, table, HALF_BROKEN)
    sweeper = Sweeper(parts)
    sweeper.sweep()
    move(parts, table, Random(1))
    follow(parts, table, HALF_BROKEN)
    assert sweeper.sweep().parked == 0
    assert at_head(parts, table)


def test_every_projection_has_a_name_of_its_own() -> None:
    assert len({projection.name for projection in PROJECTIONS}) == len(PROJECTIONS)
