"""The job: twice, late, out of order or lost, the read models are the same."""

import json
from random import Random
from typing import Any

import pytest

from domain.kernel.facts import GameFinished
from domain.kernel.game import PointsCounted
from domain.kernel.names import PUBLIC
from projections import PROJECTIONS, Projection, Told
from service.config import Settings
from service.parts import Parts
from service.read_side import Behind, behind, listing, scores
from service.store import connect
from tests.workers.market import at_head, move, parts_of, play_out, seated, stored
from workers.follow import follow
from workers.jobs import bring_up_to_date


def test_the_scores_of_a_finished_game_are_the_sheet_of_its_finishing_event(parts: Parts) -> None:
    table = seated(parts, seats=3)
    tip = play_out(parts, table)
    bring_up_to_date(table)
    version, sheet = scores(parts, table, min_version=tip)
    facts = [ruled for event in parts.tables.decoded(table, PUBLIC) for ruled in event.facts]
    counted = [(ruled.fact.seat, ruled.rule, ruled.fact.points) for ruled in facts if isinstance(ruled.fact, PointsCounted)]
    places = next(ruled.fact.places for ruled in facts if isinstance(ruled.fact, GameFinished))
    assert counted
    assert [(row["seat"], line["rule"], line["points"]) for row in sheet["seats"] for line in row["lines"]] == counted
    assert (version, sheet["version"], sheet["finished"], sheet["winner"]) == (tip, tip, True, list(places[0]))


def test_a_job_that_runs_twice_changes_nothing(parts: Parts) -> None:
    table = seated(parts)
    play_out(parts, table)
    bring_up_to_date(table)
    first = {projection.name: stored(parts, table, projection.name) for projection in PROJECTIONS}
    bring_up_to_date(table)
    assert {projection.name: stored(parts, table, projection.name) for projection in PROJECTIONS} == first


def test_a_job_after_every_move_and_one_after_all_of_them_give_the_same_bytes(parts: Parts, settings: Settings) -> None:
    table = seated(parts)
    random = Random(1)
    while move(parts, table, random):
        bring_up_to_date(table)
    step_by_step = [stored(parts, table, projection.name) for projection in PROJECTIONS]
    for projection in PROJECTIONS:
        parts.read_models.drop(projection.name, 1, table)
    follow(parts_of(settings), table)
    assert [stored(parts, table, projection.name) for projection in PROJECTIONS] == step_by_step


def test_an_old_read_model_never_takes_the_place_of_a_newer_one(parts: Parts) -> None:
    table = seated(parts)
    bring_up_to_date(table)
    old = stored(parts, table)
    move(parts, table, Random(1))
    bring_up_to_date(table)
    new = stored(parts, table)
    assert new.version > old.version
    assert not parts.read_models.put("scores", 1, table, old.version, old.data)
    assert stored(parts, table) == new


def test_a_job_for_a_table_that_does_not_exist_does_nothing(parts: Parts) -> None:
    bring_up_to_date("aaaaaaaaaaaaaaaa")
    assert parts.read_models.get("scores", 1, "aaaaaaaaaaaaaaaa") is None
    with pytest.raises(Behind):
        scores(parts, "aaaaaaaaaaaaaaaa", timeout=0)


def test_a_job_works_without_a_queue(parts: Parts, settings: Settings) -> None:
    table = seated(parts)
    with connect(settings.queue) as client:
        client.flushdb()
    bring_up_to_date(table)
    assert at_head(parts, table)


def test_a_reader_is_told_what_the_scores_are_good_for_when_they_are_behind(parts: Parts) -> None:
    table = seated(parts)
    bring_up_to_date(table)
    tip = parts.events.tip(table).version
    move(parts, table, Random(1))
    assert scores(parts, table)[0] == tip
    assert behind(parts) == {table: 1}
    with pytest.raises(Behind) as late:
        scores(parts, table, min_version=tip + 1, timeout=0.05)
    assert (late.value.version, late.value.wanted) == (tip, tip + 1)


def test_the_listing_holds_every_table_the_latest_first(parts: Parts) -> None:
    first, second = seated(parts, "1"), seated(parts, "2", seats=3)
    move(parts, first, Random(1))
    for table in (first, second):
        bring_up_to_date(table)
    lines = listing(parts)
    assert {line["id"] for line in lines} == {first, second}
    assert [line["last_at"] for line in lines] == sorted((line["last_at"] for line in lines), reverse=True)
    assert all("parked" not in line for line in lines)


def test_a_projection_that_declares_it_is_given_the_judges_copies_and_no_other_is(parts: Parts) -> None:
    def hands(told: Told) -> dict[str, Any]:
        return {"known": [len(player.hand.known) for player in told.folded.position.state.players]}

    table = seated(parts)
    follow(parts, table, (Projection("for-judges", hands, judge=True), Projection("for-all", hands)))
    assert json.loads(stored(parts, table, "for-judges").data) == {"known": [4, 4]}
    assert json.loads(stored(parts, table, "for-all").data) == {"known": [0, 0]}


def test_no_read_model_holds_a_card_that_the_public_has_not_seen(parts: Parts) -> None:
    table = seated(parts, seats=3)
    faces = {card.partition(":")[2] for card in parts.tables.current(table).folded.pack.cards}
    bring_up_to_date(table)
    for projection in PROJECTIONS:
        data = stored(parts, table, projection.name).data
        assert not faces & set(json.dumps(json.loads(data)).replace('"', " ").replace(":", " ").split())
