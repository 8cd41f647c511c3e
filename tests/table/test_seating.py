"""Claims, readiness and the start."""

import pytest

from domain.kernel.names import PUBLIC, Seat
from domain.kernel.secret import Sealed
from domain.table.commands import Claim, Ready, Start
from domain.table.facts import (
    ColourNamed,
    JudgeClaimed,
    SeatClaimed,
    SeatOpened,
    SeatReady,
    SpectatorClaimed,
    Started,
)
from domain.table.rulebook import INVITATIONS, READINESS, ROLES, START
from domain.table.state import Phase
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match
from tests.table.scenes import ORGANISER, names, offering, plain


def opened() -> Match:
    return Match.opened(NIGHT_MARKET, (SeatOpened("red", "ann"), SeatOpened(), SeatOpened()))


def claimed() -> Match:
    match = opened()
    for seat in range(3):
        match.does(f"seat:{seat}", Claim(f"seat:{seat}"))
    return match


@pytest.mark.rule(INVITATIONS)
def test_a_seat_a_judge_and_a_spectator_are_claimed() -> None:
    match = opened()
    assert plain(match.does("seat:1", Claim("seat:1"))) == (SeatClaimed(Seat(1)),)
    assert plain(match.does("judge:0", Claim("judge:0"))) == (JudgeClaimed(0),)
    assert plain(match.does("public", Claim("spectator:4"))) == (SpectatorClaimed(4),)
    table = match.folded.table
    assert [seat.claimed for seat in table.seats] == [False, True, False]
    assert (table.judges, table.spectators) == (frozenset({0}), frozenset({4}))


@pytest.mark.rule(INVITATIONS)
@pytest.mark.parametrize("role", ["seat:1", "judge:0", "spectator:0"])
def test_what_was_claimed_once_is_claimed_no_more(role: str) -> None:
    match = opened()
    who = "public" if role.startswith("spectator") else role
    match.does(who, Claim(role))
    assert match.refusal(match.ask(who, Claim(role))) == INVITATIONS.id


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize(("who", "role"), [("seat:0", "seat:1"), ("judge:0", "seat:0"), ("seat:0", "judge:0"), ("seat:0", "spectator:0")])
def test_nobody_claims_a_place_in_anothers_name(who: str, role: str) -> None:
    assert opened().refusal(opened().ask(who, Claim(role))) == ROLES.id


@pytest.mark.rule(INVITATIONS)
@pytest.mark.parametrize("role", ["seat:3", "seat:", "seat:-1", "seat", "table:0", "", "organiser", "judge:x"])
def test_what_is_no_place_at_the_table_cannot_be_claimed(role: str) -> None:
    match = opened()
    assert match.refusal(match.ask("public", Claim(role))) == INVITATIONS.id


@pytest.mark.rule(INVITATIONS)
@pytest.mark.parametrize("name", ["Z", "Zoë Å", "x" * 64])
def test_a_seat_may_be_named_when_it_is_claimed(name: str) -> None:
    assert opened().does("seat:0", Claim("seat:0", Sealed(name, frozenset({PUBLIC}))))


@pytest.mark.rule(INVITATIONS)
@pytest.mark.parametrize("name", ["", "x" * 65, "a\x1b[2J", "a\x9fb", "a\u202eb", "a\u2028b"])
def test_a_name_that_is_too_long_or_steers_the_text_around_it_is_refused(name: str) -> None:
    match = opened()
    assert match.refusal(match.ask("seat:0", Claim("seat:0", Sealed(name, frozenset({PUBLIC}))))) == INVITATIONS.id


@pytest.mark.rule(INVITATIONS)
def test_a_player_id_stays_with_its_seat_and_without_one_the_seat_is_a_guests() -> None:
    assert [seat.player for seat in claimed().folded.table.seats] == ["ann", None, None]


@pytest.mark.rule(READINESS)
def test_a_claimed_seat_says_it_is_ready() -> None:
    match = claimed()
    assert plain(match.does("seat:1", Ready())) == (SeatReady(Seat(1)),)
    assert [seat.ready for seat in match.folded.table.seats] == [False, True, False]


@pytest.mark.rule(READINESS)
def test_readiness_brings_entropy_and_a_colour() -> None:
    match = claimed()
    event = match.does("seat:1", Ready("00c0ffee", "blue"))
    assert plain(event) == (ColourNamed(Seat(1), "blue"), SeatReady(Seat(1), "00c0ffee"))
    assert [(seat.entropy, seat.colour) for seat in match.folded.table.seats] == [("", "red"), ("00c0ffee", "blue"), ("", None)]


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize("entropy", ["", "00", "ff" * 64])
def test_entropy_of_up_to_64_bytes_is_taken(entropy: str) -> None:
    match = claimed()
    match.does("seat:1", Ready(entropy))
    assert match.folded.table.seats[1].entropy == entropy


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize("entropy", ["0", "FF", "zz", "ff" * 65, " 00"])
def test_other_entropy_is_refused(entropy: str) -> None:
    match = claimed()
    assert match.refusal(match.ask("seat:1", Ready(entropy))) == READINESS.id


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize("colour", ["red", "pink", ""])
def test_a_colour_that_is_taken_or_unknown_is_refused(colour: str) -> None:
    match = claimed()
    assert match.refusal(match.ask("seat:1", Ready(colour=colour))) == READINESS.id


@pytest.mark.rule(READINESS)
@pytest.mark.parametrize("colour", ["red", "green"])
def test_a_seat_may_keep_or_change_the_colour_it_was_opened_with(colour: str) -> None:
    match = claimed()
    match.does("seat:0", Ready(colour=colour))
    assert match.folded.table.seats[0].colour == colour


@pytest.mark.rule(READINESS)
def test_a_seat_that_nobody_claimed_is_not_ready() -> None:
    match = opened()
    assert match.refusal(match.ask("seat:0", Ready())) == READINESS.id


@pytest.mark.rule(READINESS)
def test_a_seat_is_ready_once() -> None:
    match = claimed()
    match.does("seat:0", Ready())
    assert match.refusal(match.ask("seat:0", Ready())) == READINESS.id


@pytest.mark.rule(READINESS)
def test_after_the_start_nobody_gets_ready() -> None:
    match = offering()
    assert match.refusal(match.ask("seat:0", Ready())) == READINESS.id


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize("who", ["organiser", "judge:0", "public"])
def test_who_has_no_seat_is_not_ready(who: str) -> None:
    match = claimed()
    assert match.refusal(match.ask(who, Ready())) == ROLES.id


@pytest.mark.rule(START)
@pytest.mark.parametrize("who", [ORGANISER, "seat:0", "seat:2"])
def test_a_table_starts_on_the_word_of_an_organiser_or_any_seat(who: str) -> None:
    match = Match.seated(NIGHT_MARKET, 3)
    event = match.does(who, Start())
    assert names(event) == ["started", "deck-shuffled", *["card-drawn"] * 12, "round-begun", "deadline-set"]
    assert event.facts[0] == Started().by(START)
    assert match.folded.table.phase is Phase.PLAYING


@pytest.mark.rule(START)
def test_with_one_seat_not_ready_the_table_does_not_start() -> None:
    match = claimed()
    match.does("seat:0", Ready())
    match.does("seat:1", Ready())
    assert match.refusal(match.ask(ORGANISER, Start())) == START.id
    match.does("seat:2", Ready())
    assert match.refusal(match.ask(ORGANISER, Start())) is None


@pytest.mark.rule(START)
def test_a_table_starts_once() -> None:
    match = offering()
    assert match.refusal(match.ask(ORGANISER, Start())) == START.id


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize("who", ["judge:0", "public", "spectator:0", "system"])
def test_nobody_else_starts_a_table(who: str) -> None:
    match = Match.seated(NIGHT_MARKET, 3)
    assert match.refusal(match.ask(who, Start())) == ROLES.id


@pytest.mark.rule(START)
def test_the_game_starts_from_the_colours_that_seats_named() -> None:
    match = claimed()
    match.does("seat:0", Ready(colour="green"))
    match.does("seat:1", Ready(colour="blue"))
    match.does("seat:2", Ready())
    assert [player.colour for player in match.state.players] == ["green", "blue", None]
    match.does(ORGANISER, Start())
    assert [player.colour for player in match.state.players] == ["green", "blue", None]


@pytest.mark.rule(START)
def test_the_entropy_of_one_seat_changes_what_is_drawn() -> None:
    hands = []
    for entropy in ("00", "01"):
        match = claimed()
        for seat in range(3):
            match.does(f"seat:{seat}", Ready(entropy if seat == 2 else ""))
        match.does(ORGANISER, Start())
        hands.append([player.hand for player in match.state.players])
    assert hands[0] != hands[1]
