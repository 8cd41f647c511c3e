"""Who is asked what, and every answer with what it costs and gives."""

import pytest

from domain.high_moon.board import Board
from domain.high_moon.commands import ChooseTrack, Decline, EndTurn, OpenBottle, Pass, PlaceCard, PlaceToken, SetCardAside
from domain.high_moon.questions import choices, waiting
from domain.high_moon.rulebook import B2, C6, C7, C8, C10, G2, G3, P1, P3, R7, R8, R15, R16, R26, T2, T4
from domain.high_moon.setup import initial
from domain.high_moon.state import Options, PerLiquor, SecondTokenOpen, TrackOpen, Turn
from domain.kernel.question import Asked, Choice
from tests.high_moon.harness import FIRST, SECOND, drawn, given, opening, position
from tests.high_moon.packs import pack


@pytest.mark.parametrize(
    ("phase", "pending", "kind"),
    [
        ("card", None, "card"),
        ("tokens", None, "tokens"),
        ("tokens", TrackOpen("token"), "track"),
        ("card", TrackOpen("bat"), "track"),
        ("tokens", SecondTokenOpen(), "second-token"),
    ],
)
def test_the_active_seat_alone_is_asked(phase: str, pending: object, kind: str) -> None:
    state = position(drawn("R..."), phase=phase, pending=pending, active=SECOND)
    assert waiting(state) == (Asked(SECOND, kind, alone=True, required=True),)
    assert choices(state, FIRST) == ()


@pytest.mark.parametrize("phase", ["setup", "over"])
def test_before_the_start_and_after_the_end_nobody_is_asked(phase: str) -> None:
    state = position(drawn("R..."), phase=phase)
    assert (waiting(state), choices(state, FIRST)) == ((), ())
    assert waiting(initial(opening())) == ()


@pytest.mark.rule(C6, C7, C8)
def test_a_card_may_lie_at_every_legal_place_either_way_round() -> None:
    board = drawn("0....", ".RWW.", "....1")
    state = position(board, {}, {"reserve": 1}, phase="card")
    cards = [(choice.command, choice) for choice in choices(state, FIRST)]
    offered = {(command.at, command.turned): choice for command, choice in cards if isinstance(command, PlaceCard)}
    assert {turned for _, turned in offered} == {0, 180}
    assert len(offered) == len(choices(state, FIRST))
    assert offered[(-2, -3), 180] == Choice(PlaceCard(FIRST, (-2, -3), 180), gives=(("tokens", 3),))
    assert offered[(2, 4), 0] == Choice(PlaceCard(FIRST, (2, 4), 0), gives=(("tokens", 1), ("seat:1 tokens", 1)))
    assert offered[(2, 3), 0].gives == offered[(2, 4), 0].gives
    assert offered[(2, -3), 0] == Choice(PlaceCard(FIRST, (2, -3), 0))
    assert ((0, -1), 0) not in offered


@pytest.mark.rule(R7)
def test_setting_aside_is_offered_when_the_card_fits_nowhere_and_only_then() -> None:
    aside = Choice(SetCardAside(FIRST))
    assert choices(position(drawn("W"), phase="card"), FIRST) == (aside,)
    assert aside not in choices(position(drawn("W."), phase="card"), FIRST)


@pytest.mark.rule(T2, G3)
def test_tokens_are_offered_with_their_price_and_what_they_surely_bring() -> None:
    board = drawn("sRS0", ".bjC", "0...")
    state = position(board, {"markers": PerLiquor(spider=1)}, turn=Turn(placed=1))
    tokens = [(choice.command, choice) for choice in choices(state, FIRST)]
    offered = {(command.kind, command.at): choice for command, choice in tokens if isinstance(command, PlaceToken)}
    assert set(offered) == {("cow", (0, 0)), ("cow", (1, 1)), ("cow", (1, 2)), ("ranch", (0, 3)), ("ranch", (2, 0))}
    assert offered["cow", (0, 0)] == Choice(PlaceToken(FIRST, "cow", (0, 0)), (("tokens", 2),), (("spider steps", 1), ("tokens", 1)))
    assert offered["cow", (1, 1)].gives == (("bat steps", 1),)
    assert offered["cow", (1, 2)].gives == (("crow bottles", 1),)
    assert offered["ranch", (0, 3)].gives == (("crow bottles", 1),)
    assert offered["ranch", (2, 0)] == Choice(PlaceToken(FIRST, "ranch", (2, 0)), (("tokens", 2),))


@pytest.mark.rule(T4)
def test_a_route_is_offered_to_go_on_beyond_a_tile() -> None:
    offered = [choice.command for choice in choices(position(drawn("RS.", "___")), FIRST)]
    assert offered == [PlaceToken(FIRST, "cow", (0, 2)), Pass(FIRST)]


@pytest.mark.rule(R8)
def test_answers_come_in_reading_order() -> None:
    state = position(drawn(".0", "0R", "..", at=(5, 5)), options=Options(cow_on_own_ranch=True))
    tokens = [(choice.command.at, choice.command.kind) for choice in choices(state, FIRST) if isinstance(choice.command, PlaceToken)]
    assert tokens == [((5, 6), "cow"), ((5, 6), "ranch"), ((6, 5), "cow"), ((6, 5), "ranch"), ((7, 6), "cow")]
    laid = [choice.command for choice in choices(position(drawn("....", at=(9, 9)), phase="card"), FIRST)]
    cards = [(card.at, card.turned) for card in laid if isinstance(card, PlaceCard)]
    assert cards == sorted(cards)


@pytest.mark.rule(T2)
def test_no_token_is_offered_that_cannot_be_paid() -> None:
    state = position(drawn("R..."), {"available": 1}, turn=Turn(placed=1))
    assert choices(state, FIRST) == (Choice(EndTurn(FIRST)),)


@pytest.mark.rule(P1, P3)
def test_a_turn_ends_by_passing_or_by_the_seats_word() -> None:
    fresh = position(drawn("...."), {"reserve": 2})
    assert choices(fresh, FIRST) == (Choice(Pass(FIRST), gives=(("tokens", 2),)),)
    assert choices(position(drawn("...."), {"reserve": 0}), FIRST) == (Choice(Pass(FIRST)),)
    acted = position(drawn("...."), turn=Turn(opened="bat"))
    assert choices(acted, FIRST) == (Choice(EndTurn(FIRST)),)


@pytest.mark.rule(B2, C10)
def test_bottles_are_offered_in_all_their_ways() -> None:
    purse = {"unopened": PerLiquor(1, 1, 1), "reserve": 1, "aid": 1, "available": 1}
    state = position(drawn("Rs"), purse, turn=Turn(placed=1))
    assert choices(state, FIRST) == (
        Choice(OpenBottle(FIRST, "spider", tokens=1), (("spider bottles", 1),), (("tokens", 1),)),
        Choice(OpenBottle(FIRST, "spider", tokens=2), (("spider bottles", 1),), (("tokens", 2),)),
        Choice(OpenBottle(FIRST, "spider", tokens=3), (("spider bottles", 1),), (("tokens", 2),)),
        Choice(OpenBottle(FIRST, "bat", kind="cow", at=(0, 1)), (("bat bottles", 1), ("tokens", 1)), (("spider steps", 1),)),
        Choice(OpenBottle(FIRST, "crow", kind="cow", at=(0, 1)), (("crow bottles", 1),), (("spider steps", 1),)),
        Choice(EndTurn(FIRST)),
    )


@pytest.mark.rule(R15)
def test_bottles_are_offered_before_the_card_too() -> None:
    state = position(drawn("R..."), {"unopened": PerLiquor(crow=1)}, phase="card")
    assert Choice(OpenBottle(FIRST, "crow", kind="cow", at=(0, 1)), (("crow bottles", 1),)) in choices(state, FIRST)


@pytest.mark.rule(G2, R16)
def test_a_joker_offers_the_tracks_that_can_go_up() -> None:
    state = position(drawn("R..."), {"markers": PerLiquor(8, 1, 0)}, pending=TrackOpen("token"))
    assert choices(state, FIRST) == (
        Choice(ChooseTrack(FIRST, "bat"), gives=(("bat steps", 1), ("tokens", 1))),
        Choice(ChooseTrack(FIRST, "crow"), gives=(("crow steps", 1),)),
    )


@pytest.mark.rule(R26)
def test_the_second_token_offers_every_place_and_to_decline() -> None:
    state = position(drawn("R."), turn=Turn(placed=7, opened="bat"), pending=SecondTokenOpen())
    assert choices(state, FIRST) == (Choice(PlaceToken(FIRST, "cow", (0, 1)), (("tokens", 1),)), Choice(Decline(FIRST)))


def test_what_a_choice_gives_is_what_comes_of_it() -> None:
    board = drawn("0..s", "..Sb", "1.Rj", ".0.c")
    before = position(board, {"available": 6, "unopened": PerLiquor(1, 1, 1), "markers": PerLiquor(1, 1, 1)})
    for choice in choices(before, FIRST):
        after = given(before).when(choice.command).accepted().state.players[FIRST]
        change = after.available + after.aid - before.players[FIRST].available - before.players[FIRST].aid
        paid = 1 if isinstance(choice.command, PlaceToken) or getattr(choice.command, "liquor", "") == "bat" else 0
        assert change == dict(choice.gives).get("tokens", 0) - paid
        assert after.unopened.total - 3 + (after.opened.total) == sum(n for what, n in choice.gives if what.endswith("bottles"))


def test_an_empty_map_offers_nothing_but_setting_aside() -> None:
    assert choices(position(Board(), phase="card", chosen=pack()), FIRST) == (Choice(SetCardAside(FIRST)),)
