"""Resigning and abandoning."""

import pytest

from domain.kernel.facts import DeadlineLifted, GameFinished, SeatResigned
from domain.kernel.names import PUBLIC, Seat
from domain.table.commands import Abandon, Resign
from domain.table.facts import Abandoned, ConsentGiven
from domain.table.rulebook import ABANDON, LAST_SEAT, RESIGN, RESIGNED_BELOW, ROLES, START
from domain.table.state import Phase
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.facts import OfferOpened, TurnPassed
from tests.match import Match
from tests.table.scenes import (
    BELL,
    JUDGE,
    ORGANISER,
    a_burial,
    a_sale,
    an_offer,
    card,
    end_turn,
    first_turn,
    names,
    offering,
    plain,
    played_out,
    rules,
    to_the_end,
)


@pytest.mark.rule(RESIGN)
def test_a_seat_that_resigns_is_asked_nothing_more() -> None:
    match = offering(3)
    event = match.does("seat:1", Resign())
    assert event.facts[0] == SeatResigned(Seat(1)).by(RESIGN)
    assert event.is_node
    assert {asked.seat for asked in match.folded.position.asked} == {0, 2}


@pytest.mark.rule(RESIGN)
def test_the_game_says_what_follows_a_resignation() -> None:
    match = first_turn(3)
    assert plain(match.does("seat:0", Resign())) == (SeatResigned(Seat(0)), TurnPassed(Seat(1)))


@pytest.mark.rule(RESIGN)
def test_when_the_only_slow_seat_resigns_the_offers_are_opened_and_name_their_questions() -> None:
    match = offering(3)
    offered = {seat: card(match, seat) for seat in (0, 2)}
    questions = {seat: match.question(seat) for seat in offered}
    for seat in offered:
        match.answer(seat, an_offer(match, seat))
    facts = plain(match.does("seat:1", Resign()))
    assert facts[:2] == (SeatResigned(Seat(1)), DeadlineLifted(BELL))
    assert [fact for fact in facts if isinstance(fact, OfferOpened)] == [
        OfferOpened(Seat(seat), offered[seat], questions[seat]) for seat in (0, 2)
    ]
    assert match.folded.position.answers == ()


@pytest.mark.rule(RESIGN)
def test_its_pieces_stay_and_its_secrets_stay_unseen() -> None:
    match = first_turn(3)
    match.answer(0, a_sale(match, 0))
    match.answer(0, a_burial(match, 0))
    before = match.state.players[0]
    match.does("seat:0", Resign())
    after = match.state.players[0]
    assert (after.stall, after.hand, after.buried) == (before.stall, before.hand, before.buried)
    seen = match.view(PUBLIC).position.state.players[0]
    assert (seen.stall, seen.hand.known, seen.buried.known) == (before.stall, (), ())


@pytest.mark.rule(RESIGN)
def test_a_seat_resigns_once_and_plays_no_more() -> None:
    match = first_turn(3)
    sale = a_sale(match, 0)
    match.does("seat:0", Resign())
    assert match.refusal(match.ask("seat:0", Resign())) == RESIGN.id
    assert match.refusal(match.ask("seat:0", sale, match.question(0))) == RESIGN.id


@pytest.mark.rule(RESIGN, ROLES)
@pytest.mark.parametrize("who", [ORGANISER, JUDGE, "public", "system"])
def test_who_has_no_seat_cannot_resign(who: str) -> None:
    match = offering()
    assert match.refusal(match.ask(who, Resign())) == ROLES.id


@pytest.mark.rule(START)
def test_nobody_resigns_before_the_start() -> None:
    match = Match.seated(NIGHT_MARKET, 2)
    assert match.refusal(match.ask("seat:0", Resign())) == START.id


@pytest.mark.rule(RESIGNED_BELOW)
def test_who_resigned_ranks_below_all_who_stayed_and_later_above_earlier() -> None:
    match = first_turn(4)
    match.does("seat:3", Resign())
    match.does("seat:1", Resign())
    event = match.does("seat:0", Resign())
    assert plain(event)[-1] == GameFinished(((Seat(2),), (Seat(0),), (Seat(1),), (Seat(3),)), (Seat(2),))


@pytest.mark.rule(RESIGNED_BELOW)
def test_points_do_not_lift_a_seat_above_those_who_stayed() -> None:
    match = first_turn(3)
    match.answer(0, a_sale(match, 0, -1))
    match.answer(0, a_sale(match, 0, -1))
    match.does("seat:0", Resign())
    to_the_end(match)
    assert match.folded.position.finished is not None
    assert match.folded.position.finished[-1] == (0,)


@pytest.mark.rule(LAST_SEAT)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_one_seat_left_the_game_finishes(seats: int) -> None:
    match = offering(seats)
    for seat in range(seats - 2):
        match.does(f"seat:{seat}", Resign())
        assert match.folded.position.finished is None
    event = match.does(f"seat:{seats - 2}", Resign())
    assert (names(event)[-1], rules(event)[-1]) == ("finished", LAST_SEAT.id)
    assert match.folded.table.phase is Phase.FINISHED


@pytest.mark.rule(LAST_SEAT)
def test_the_last_seat_wins_with_its_sheet_in_the_finishing_event() -> None:
    match = first_turn(2)
    match.answer(0, end_turn(0))
    if match.folded.position.asked[0].kind == "laying-aside":
        match.answer(0, match.game.choices(match.state, Seat(0))[0].command)
    event = match.does("seat:0", Resign())
    assert match.folded.position.finished == ((1,), (0,))
    counted = tuple(ruled for ruled in event.facts if ruled.fact.NAME == "points-counted")
    assert counted == match.game.sheet(match.state) == match.folded.position.sheet


@pytest.mark.rule(ABANDON)
def test_an_organiser_abandons_a_table_without_a_result_and_it_closes() -> None:
    match = offering()
    match.does(ORGANISER, Abandon())
    assert [names(event) for event in match.events[-2:]] == [["abandoned"], ["closed"]]
    assert (match.folded.table.phase, match.folded.position.finished) == (Phase.ABANDONED, None)
    assert match.folded.table.closed


@pytest.mark.rule(ABANDON)
def test_all_seats_together_abandon_a_table() -> None:
    match = offering(2)
    assert plain(match.does("seat:0", Abandon())) == (ConsentGiven(Seat(0), "abandon"),)
    assert not match.folded.table.abandoned
    assert plain(match.does("seat:1", Abandon())) == (ConsentGiven(Seat(1), "abandon"), Abandoned())


@pytest.mark.rule(ABANDON)
def test_a_table_may_be_abandoned_before_it_starts() -> None:
    match = Match.seated(NIGHT_MARKET, 2)
    assert plain(match.does(ORGANISER, Abandon())) == (Abandoned(),)


@pytest.mark.rule(ABANDON)
def test_a_finished_or_abandoned_table_is_not_abandoned() -> None:
    finished, abandoned = played_out(), offering()
    abandoned.does(ORGANISER, Abandon())
    for match in (finished, abandoned):
        assert match.refusal(match.ask(ORGANISER, Abandon())) == ABANDON.id


@pytest.mark.rule(ABANDON)
def test_at_an_abandoned_table_nothing_is_played() -> None:
    match = first_turn()
    sale = a_sale(match, 0)
    match.does(ORGANISER, Abandon())
    assert match.refusal(match.ask("seat:0", sale, match.question(0))) == ABANDON.id
    assert match.refusal(match.ask("seat:0", Resign())) == ABANDON.id


@pytest.mark.rule(ABANDON, ROLES)
@pytest.mark.parametrize("who", [JUDGE, "public", "system"])
def test_nobody_else_abandons_a_table(who: str) -> None:
    match = offering()
    assert match.refusal(match.ask(who, Abandon())) == ROLES.id
