"""A seat resigns: its turn passes on, it neither gains nor loses, its pieces stay."""

from typing import Any

import pytest

from domain.high_moon.commands import EndTurn, OpenBottle, Pass, PlaceCard, PlaceToken
from domain.high_moon.evolve import evolve, fold
from domain.high_moon.facts import AidEmptied, BottleGained, CardPlaced, PlayEnded, TileLaid, TokensGained, TurnPassed
from domain.high_moon.parts import Criterion, Measure
from domain.high_moon.questions import choices, waiting
from domain.high_moon.rulebook import C1, C7, C9, E1, E3, E4, R5, R18, R19
from domain.high_moon.rules.turns import over, resign
from domain.high_moon.state import Options, PerLiquor, State, Turn
from domain.kernel.bag import Bag
from domain.kernel.fact import Facts
from domain.kernel.facts import SeatResigned
from domain.kernel.names import Seat
from domain.table.rulebook import RESIGN
from tests.high_moon.harness import FIRST, SECOND, THIRD, Scripted, drawn, given, opened, position
from tests.high_moon.packs import pack

THREE = pack({0: ("..../..../...d",)}, seats=3)
DONE = {"hand": Bag(0), "deck": ()}


def table(*rows: str, **changes: Any) -> State:
    purses = changes.pop("purses", ())
    return position(drawn(*rows, seats=3), *purses, seats=3, **({"chosen": THREE} | changes))


def resigned(state: State, seat: Seat) -> tuple[Facts, State]:
    """What follows from resigning, and the state after it."""
    state = evolve(state, SeatResigned(seat))
    facts = resign(state, seat, Scripted())
    return facts, fold(state, facts)


@pytest.mark.rule(RESIGN, E3)
@pytest.mark.parametrize("phase", ["card", "tokens"])
def test_the_active_seats_turn_passes_to_the_next(phase: str) -> None:
    facts, after = resigned(table("R...", phase=phase), FIRST)
    assert facts == (TurnPassed(SECOND).by(E3),)
    assert after.phase == "card"


@pytest.mark.rule(RESIGN, E1)
def test_its_discards_return_to_its_reserve() -> None:
    state = table("RW..", purses=({"aid": 2, "reserve": 5},), turn=Turn(placed=3))
    facts, after = resigned(state, FIRST)
    assert facts == (AidEmptied(FIRST, 2).by(E1), TurnPassed(SECOND).by(E3))
    assert after.players[FIRST].reserve == 7


@pytest.mark.rule(RESIGN)
def test_when_another_seat_resigns_the_turn_goes_on() -> None:
    facts, after = resigned(table("R..."), THIRD)
    assert facts == ()
    assert (after.active, after.phase) == (FIRST, "tokens")


@pytest.mark.rule(RESIGN, E3)
def test_its_turns_are_skipped() -> None:
    _, state = resigned(table("R...", turn=Turn(placed=1)), SECOND)
    assert given(state).when(EndTurn(FIRST)).facts[-1] == TurnPassed(THIRD).by(E3)


@pytest.mark.rule(RESIGN)
def test_its_pieces_stay_and_its_cards_leave_unseen() -> None:
    before = table("RWS.", purses=({"unopened": PerLiquor(bat=1)},))
    _, after = resigned(before, FIRST)
    assert after.board == before.board
    assert (after.players[FIRST].hand, after.players[FIRST].deck) == (Bag(0), ())
    assert after.players[FIRST].unopened == PerLiquor(bat=1)


@pytest.mark.rule(RESIGN, C7)
def test_it_gains_nothing_from_its_ranch_spaces_while_the_others_do() -> None:
    _, state = resigned(table("....", "....", "..12", phase="card"), SECOND)
    given(state).when(PlaceCard(FIRST, (2, 2), 180)).then(
        CardPlaced(FIRST, "test:red-1", (2, 2), 180).by(C1),
        TokensGained(FIRST, 2).by(C7),
        TokensGained(THIRD, 2).by(C7),
        TileLaid((2, 2), "crow").by(C9),
    )


@pytest.mark.rule(RESIGN, R19, R18)
def test_it_gains_no_bottle_and_no_criterion() -> None:
    immediate = Criterion("1A", Measure.TOMBSTONES, 5, "made up", cap=5, immediate=True)
    chosen = pack({0: ("..../..../...d",)}, seats=3, criteria=[immediate])
    _, state = resigned(table(".Q.", "R..", phase="card", chosen=chosen, criteria=("1A",), purses=({}, {"markers": PerLiquor(1)})), SECOND)
    after = given(state).when(PlaceCard(FIRST, (-2, -3), 0)).accepted()
    after.has(SECOND, unopened=PerLiquor(), scored=()).has(FIRST, unopened=PerLiquor(crow=1), scored=())


@pytest.mark.rule(RESIGN, R5)
def test_an_action_that_it_leaves_half_done_is_finished_for_the_others() -> None:
    options = Options(tombstones_count_under_cards=True)
    before = table("j...", ".Q..", phase="card", options=options)
    asked = given(before).when(PlaceCard(FIRST, (-2, -3), 0)).accepted().state
    assert waiting(asked)[0].kind == "track"
    facts, after = resigned(asked, FIRST)
    assert facts == (TileLaid((0, 0), "crow").by(C9), TurnPassed(SECOND).by(E3))
    assert after.pending is None
    beside = given(table("jQ..", phase="card", options=options)).when(PlaceCard(FIRST, (-2, -3), 0)).accepted().state
    facts, _ = resigned(beside, FIRST)
    assert facts[:2] == (TileLaid((0, 0), "crow").by(C9), BottleGained(SECOND, "crow", (0, 0)).by(R19))


@pytest.mark.rule(RESIGN)
@pytest.mark.parametrize(
    ("row", "place"),
    [("Rj..", PlaceToken(FIRST, "cow", (0, 1))), ("R...", OpenBottle(FIRST, "bat", kind="cow", at=(0, 1)))],
)
def test_its_open_choice_is_dropped(row: str, place: PlaceToken | OpenBottle) -> None:
    asked = given(table(row, purses=({"unopened": PerLiquor(bat=1)},))).when(place).accepted().state
    assert asked.pending is not None
    facts, after = resigned(asked, FIRST)
    assert facts == (TurnPassed(SECOND).by(E3),)
    assert (waiting(after)[0].seat, waiting(after)[0].kind, choices(after, FIRST)) == (SECOND, "card", ())


@pytest.mark.rule(RESIGN, E4)
def test_the_game_ends_with_the_last_turn_of_those_who_stayed() -> None:
    _, state = resigned(table("R...", turn=Turn(placed=1), purses=(DONE, {}, DONE)), SECOND)
    given(state).when(EndTurn(FIRST)).then(PlayEnded().by(E4))


@pytest.mark.rule(RESIGN, E4)
def test_the_game_ends_when_the_only_seat_with_cards_left_resigns() -> None:
    facts, after = resigned(table("R...", purses=({}, DONE, DONE), turn=Turn(placed=1)), FIRST)
    assert facts == (PlayEnded().by(E4),)
    assert over(after) == E4


@pytest.mark.rule(RESIGN, E4)
def test_after_a_resignation_the_others_play_all_their_cards() -> None:
    _, state = resigned(opened(seats=3), SECOND)
    turns = 0
    while not over(state):
        card = next(choice.command for choice in choices(state, state.active))
        state = given(state).when(card).accepted().when(Pass(state.active)).accepted().state
        turns += 1
    assert turns == 14
