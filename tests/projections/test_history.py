"""History: one readable line a fact, true to what its reader may know."""

from typing import Any

import pytest

from domain.kernel import facts as line
from domain.kernel.game import PointsCounted
from domain.kernel.names import ORGANISER, PUBLIC, Actor, Seat, Viewer, seat_viewer
from domain.kernel.secret import HIDDEN, Sealed, sealed_for
from domain.stadt_city import STADT_CITY
from domain.table import facts as table
from domain.table.commands import Abandon, Claim, Pause, Undo
from domain.table.rulebook import FREE_UNDO
from projections.history import SENTENCES, history, sentence
from tests.forking import play_on
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import STEP, Match, actor, copy_of
from tests.projections.playing import choices, market, played

FACES = frozenset(face.partition(":")[2] for face in market().pack.cards)


def read(match: Match, viewer: Viewer = PUBLIC) -> list[dict[str, Any]]:
    return history(NIGHT_MARKET, (copy_of(event, viewer) for event in match.events))


def test_every_fact_is_one_line_and_keeps_its_place() -> None:
    match = played(market())
    facts = [(event.version, event.actor, ruled.fact.NAME, ruled.rule) for event in match.events for ruled in event.facts]
    assert [(row["version"], row["actor"], row["fact"], row["rule"]) for row in read(match)] == facts


def test_a_line_tells_who_did_what_when_by_which_rule() -> None:
    match = market(2)
    match.does(ORGANISER, Pause())
    assert read(match)[-1] == {
        "version": match.tip,
        "at": match.tip * STEP,
        "actor": "organiser",
        "fact": "paused",
        "rule": "TB-P1",
        "sentence": "The table is paused.",
        "on_line": True,
    }


def test_a_line_about_a_seat_names_it() -> None:
    match = Match.opened(NIGHT_MARKET, 2)
    match.does(actor(1), Claim("seat:1"))
    assert [row.get("seat") for row in read(match)] == [None, 1]


@pytest.mark.rule(FREE_UNDO)
def test_what_was_taken_back_is_off_the_line_and_the_undo_is_on_it() -> None:
    match = market(2)
    match.answer(0, choices(match, 0)[0])
    taken_back = match.tip
    match.does(actor(0), Undo())
    match.answer(0, choices(match, 0)[-1])
    off = {row["version"] for row in read(match) if not row["on_line"]}
    assert off == {taken_back}
    assert [row["fact"] for row in read(match) if row["version"] == taken_back + 1] == ["head-moved"]


def test_what_the_table_did_stays_true_when_the_game_goes_back_to_the_start() -> None:
    match = market(2)
    match.happens(table.HeadMoved(0).by(FREE_UNDO))
    started = [(row["fact"], row["on_line"]) for row in read(match) if row["version"] == match.tip - 1]
    assert started[0] == ("started", True)
    assert {on_line for _, on_line in started[1:]} == {False}


def test_nobody_reads_a_card_that_is_hidden_from_them() -> None:
    match = market(3)
    match.answer(0, choices(match, 0)[0])
    hidden = [row["sentence"] for row in read(match) if row["fact"] in ("card-drawn", "deck-shuffled", "answer-sealed")]
    assert hidden
    assert not FACES & set(" ".join(hidden).replace(".", " ").replace(",", " ").split())


def test_a_seat_reads_its_own_cards_and_not_its_neighbours() -> None:
    match = market(3)
    drawn = [row for row in read(match, seat_viewer(Seat(1))) if row["fact"] == "card-drawn"]
    assert {row["seat"] for row in drawn} == {0, 1, 2}
    for row in drawn:
        assert bool(FACES & set(row["sentence"].split())) == (row["seat"] == 1)


def test_two_worlds_that_differ_in_hidden_cards_alone_have_one_public_history() -> None:
    worlds = [market(3, seed) for seed in (1, 2)]
    for match in worlds:
        match.answer(0, choices(match, 0)[0])
    own = [read(match, seat_viewer(Seat(0))) for match in worlds]
    assert own[0] != own[1]
    assert read(worlds[0]) == read(worlds[1])


def test_an_answer_is_readable_by_whoever_gave_it() -> None:
    given = line.AnswerSealed(Seat(0), sealed_for("lanterns:kite", Seat(0)))
    assert "kite" in sentence(NIGHT_MARKET, given)


def test_a_name_is_read_by_those_who_may_and_by_nobody_else() -> None:
    name = Sealed("Rosa", frozenset({seat_viewer(Seat(0))}))
    assert "Rosa" in sentence(NIGHT_MARKET, table.SeatClaimed(Seat(0), name))
    assert "hidden" in sentence(NIGHT_MARKET, table.SeatClaimed(Seat(0), HIDDEN))
    assert sentence(NIGHT_MARKET, table.SeatClaimed(Seat(0))) == "Seat 0 is taken."


def test_seats_that_share_a_place_are_followed_by_the_place_after() -> None:
    finished = line.GameFinished(((Seat(2), Seat(0)), (Seat(1),)), (Seat(2), Seat(0)))
    assert sentence(NIGHT_MARKET, finished) == "The game is over, and seat 2 and seat 0 have won: 1. seat 2 and seat 0, 3. seat 1."


def test_a_lone_seat_has_no_rank_but_has_won_or_not() -> None:
    places = ((Seat(0),),)
    assert sentence(NIGHT_MARKET, line.GameFinished(places, (Seat(0),))) == "The game is over, and seat 0 has won."
    assert sentence(NIGHT_MARKET, line.GameFinished(places, ())) == "The game is over, and nobody has won."


def test_a_first_place_may_have_won_nothing() -> None:
    finished = line.GameFinished(((Seat(1),), (Seat(0),)), ())
    assert sentence(NIGHT_MARKET, finished) == "The game is over, and nobody has won: 1. seat 1, 2. seat 0."


def test_every_fact_of_the_table_and_the_line_has_its_own_sentence() -> None:
    told = {table.TableOpened, PointsCounted, *SENTENCES}
    assert {*table.TABLE_FACTS, *line.LINE_FACTS} == told


def test_every_lifecycle_fact_reads_as_a_sentence() -> None:
    match = Match.opened(NIGHT_MARKET, 2)
    match.does(Actor("judge:0"), Claim("judge:0"))
    match.does(Actor("public"), Claim("spectator:0"))
    match.does(ORGANISER, Abandon())
    for row in read(match):
        assert row["sentence"][0].isupper()
        assert row["sentence"].endswith(".")


def stadt(**options: bool | str) -> list[dict[str, Any]]:
    """The history of a few moves at a table of Stadt City."""
    match = play_on(Match.started(STADT_CITY, 3, options=options), "told", most=25)
    return history(STADT_CITY, (copy_of(event, PUBLIC) for event in match.events))


def test_a_game_says_better_what_every_game_shares_and_leaves_out_what_is_not_worth_a_line() -> None:
    told = sentence(STADT_CITY, line.DeadlineSet("alliance:0:1", 120_000))
    assert told == STADT_CITY.words(line.DeadlineSet("alliance:0:1", 120_000))
    assert sentence(STADT_CITY, line.DeadlineSet("window:2", 120_000)) == ""
    rows = stadt()
    assert rows
    assert all(row["sentence"] for row in rows)
    assert not [row for row in rows if row["fact"] == "deadline-lifted" or "window:" in row["sentence"]]


@pytest.mark.parametrize("drinks", [True, False])
def test_an_option_that_leaves_something_out_is_not_spoken_of(drinks: bool) -> None:
    opened = stadt(drinks=drinks)[0]["sentence"]
    assert ("drinks: yes" in opened, "drinks" in opened) == (drinks, drinks)
    assert "crossing kills: yes" in opened
