"""A closed record holds what everybody saw: any viewer's copies come back out of any viewer's file."""

from dataclasses import replace
from typing import Any

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.names import Viewer
from service.codec import Codec
from service.record import MayNotShow, Record, is_closed, read_record, restored
from tests.invariants import greedy_choice, play_out
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match
from tests.record.writing import abandoned, finished, forged, record_of

VIEWERS = ("judge:0", "seat:0", "seat:2", "organiser", "public")


def seen(record: Record, viewer: str, game: AnyGame = NIGHT_MARKET) -> Record:
    return restored(record, Codec(game), Viewer(viewer))


@pytest.mark.parametrize("held", VIEWERS)
def test_every_viewers_copies_come_out_of_one_closed_record(held: str) -> None:
    record = read_record(record_of(finished(), held))
    for viewer in VIEWERS:
        assert seen(record, viewer).events == read_record(record_of(finished(), viewer)).events


@pytest.mark.whole_games
def test_the_copies_of_a_whole_game_of_the_catalogue_come_out_of_its_public_record() -> None:
    (game, *_) = CATALOGUE
    match: Match = play_out(game, 2, "restored", choose=greedy_choice, unrest=0.03)
    record = read_record(record_of(match, "public"))
    for viewer in ("judge:0", "seat:1"):
        assert seen(record, viewer, game).events == read_record(record_of(match, viewer)).events


def test_a_record_is_closed_by_its_last_event() -> None:
    assert is_closed(read_record(record_of(abandoned())))
    assert not is_closed(read_record(record_of(finished(), up_to=len(finished().events) - 1)))


def test_a_record_that_is_wrong_tells_nothing_of_what_others_saw() -> None:
    def another_roll(events: list[Any]) -> None:
        next(fact for event in events for fact in event["body"]["facts"] if fact["name"] == "die-rolled")["fields"]["pips"] = 7

    record = read_record(forged(record_of(finished(), "public"), another_roll))
    with pytest.raises(MayNotShow):
        seen(record, "seat:2")
    assert seen(record, "public").events == record.events


def test_what_another_revision_decided_is_not_guessed() -> None:
    newer = replace(NIGHT_MARKET, rulesets={"1": 7})
    with pytest.raises(MayNotShow):
        seen(read_record(record_of(finished(), "public")), "seat:2", newer)


def test_a_judges_record_shows_every_seats_view_under_any_revision() -> None:
    newer = replace(NIGHT_MARKET, rulesets={"1": 7})
    record = read_record(record_of(finished(), "judge:0"))
    assert seen(record, "seat:2", newer).events == read_record(record_of(finished(), "seat:2")).events
