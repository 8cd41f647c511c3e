"""Who is asked what, and every answer with what it costs and gives."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest

from domain.high_moon import HIGH_MOON
from domain.high_moon.board import Board
from domain.high_moon.commands import ChooseTrack, Decline, EndTurn, OpenBottle, Pass, PlaceCard, PlaceToken, SetCardAside
from domain.high_moon.evolve import fold
from domain.high_moon.facts import (
    BottleGained,
    BottleOpened,
    MarkerMoved,
    TokenPlaced,
    TokensDiscarded,
    TokensGained,
    TokensTakenBack,
)
from domain.high_moon.questions import choices, waiting
from domain.high_moon.rulebook import B2, B4, C6, C7, C8, C10, D2, G2, G3, P1, P3, R4, R7, R8, R15, R16, R19, R26, T2, T4
from domain.high_moon.setup import initial
from domain.high_moon.state import Options, PerLiquor, SecondTokenOpen, State, TrackOpen, Turn
from domain.kernel.fact import Command, Facts
from domain.kernel.game import OptionValue
from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice
from tests.high_moon.harness import FIRST, SECOND, drawn, given, opening, position
from tests.high_moon.packs import pack
from tests.invariants import now_and_then, play_out
from tests.match import Match


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
    assert offered["cow", (1, 2)].gives == ()
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


def test_an_empty_map_offers_nothing_but_setting_aside() -> None:
    assert choices(position(Board(), phase="card", chosen=pack()), FIRST) == (Choice(SetCardAside(FIRST)),)


def gives(state: State, command: Command) -> dict[str, int]:
    (offered,) = (choice for choice in choices(state, FIRST) if choice.command == command)
    return dict(offered.gives)


@pytest.mark.rule(G2, D2)
def test_a_connection_that_a_joker_puts_off_is_said_with_its_tracks() -> None:
    state = position(drawn("Rj", ".C"))
    cow = PlaceToken(FIRST, "cow", (0, 1))
    assert gives(state, cow) == {}
    asked = given(state).when(cow).accepted().state
    assert gives(asked, ChooseTrack(FIRST, "bat")) == {"bat steps": 1, "crow bottles": 1}


@pytest.mark.rule(C8, G3)
@pytest.mark.parametrize(("reserve", "aid", "tokens"), [(1, 0, 1), (0, 1, 1), (0, 0, 0)])
def test_a_bonus_is_said_as_far_as_reserve_or_aid_can_give_it(reserve: int, aid: int, tokens: int) -> None:
    purse = {"reserve": reserve, "aid": aid, "markers": PerLiquor(spider=1, bat=1)}
    gained = {"tokens": tokens} if tokens else {}
    assert gives(position(drawn("Rs"), purse), PlaceToken(FIRST, "cow", (0, 1))) == {"spider steps": 1, **gained}
    joker = position(drawn("R..."), purse, pending=TrackOpen("token"))
    assert gives(joker, ChooseTrack(FIRST, "bat")) == {"bat steps": 1, **gained}


@pytest.mark.rule(C10, T2)
def test_a_bonus_may_come_from_the_discards_of_its_own_token() -> None:
    state = position(drawn("Rs"), {"reserve": 0, "markers": PerLiquor(spider=1)}, turn=Turn(placed=1))
    assert gives(state, PlaceToken(FIRST, "cow", (0, 1))) == {"spider steps": 1, "tokens": 1}


@pytest.mark.rule(B4, G3)
@pytest.mark.parametrize(("reserve", "aid", "tokens"), [(2, 0, 1), (1, 0, 0), (1, 1, 1), (0, 2, 1), (0, 1, 0)])
def test_a_crow_that_takes_the_last_token_leaves_no_bonus(reserve: int, aid: int, tokens: int) -> None:
    purse = {"reserve": reserve, "aid": aid, "available": 0, "unopened": PerLiquor(crow=1), "markers": PerLiquor(spider=1)}
    crow = OpenBottle(FIRST, "crow", kind="cow", at=(0, 1))
    assert gives(position(drawn("Rs"), purse), crow) == {"spider steps": 1} | ({"tokens": tokens} if tokens else {})


@pytest.mark.rule(R4, G3)
def test_a_card_says_the_steps_and_the_bonus_of_the_tombstones_that_it_covers() -> None:
    board, on_the_left = drawn("0ssj", "...b"), PlaceCard(FIRST, (-2, -1), 0)
    counting = Options(tombstones_count_under_cards=True)
    rich = position(board, phase="card", options=counting)
    assert gives(rich, on_the_left) == {"tokens": 4, "spider steps": 2}
    poor = position(board, {"reserve": 3}, phase="card", options=counting)
    assert gives(poor, on_the_left) == {"tokens": 3, "spider steps": 2}
    assert gives(position(board, phase="card"), on_the_left) == {"tokens": 3}


@pytest.mark.rule(R4, G2)
def test_a_track_says_the_steps_that_a_card_still_counts_after_its_joker() -> None:
    state = position(drawn("R..."), {"markers": PerLiquor(bat=1)}, pending=TrackOpen("card", ("bat", "spider", "joker", "crow")))
    assert gives(state, ChooseTrack(FIRST, "spider")) == {"spider steps": 2, "bat steps": 1, "tokens": 2}


def short_of_tokens(state: State, random: Random) -> State:
    """The position with so few tokens in reserve and aid that gains may fail."""
    for seat in state.seats:
        state = state.with_player(seat, reserve=random.randrange(4), aid=random.randrange(2), available=random.randrange(5))
    return state


def came(seat: Seat, facts: Facts) -> tuple[Counter[str], Counter[str]]:
    """What an answer cost and brought by its facts, chance apart."""
    costs, brought = Counter[str](), Counter[str]()
    for ruled in facts:
        match ruled.fact:
            case TokensDiscarded() as fact:
                costs["tokens"] += fact.tokens
            case TokenPlaced(source="available"):
                costs["tokens"] += 1
            case BottleOpened() as fact:
                costs[f"{fact.liquor} bottles"] += 1
            case TokensGained() | TokensTakenBack() as fact:
                brought["tokens" if fact.seat == seat else f"seat:{fact.seat} tokens"] += fact.tokens
            case MarkerMoved() as fact:
                brought[f"{fact.track} steps"] += 1
            case BottleGained() as fact if ruled.rule != R19.id:
                brought[f"{fact.liquor} bottles" if fact.seat == seat else "a bottle of another seat"] += 1
    return costs, brought


@dataclass
class SaysWhatComes:
    """Every choice, or a drawn dozen, costs and gives what its facts then cost and give."""

    said: Counter[str] = field(default_factory=Counter)

    def __call__(self, match: Match, random: Random) -> None:
        for state in (match.state, short_of_tokens(match.state, random)):
            for asked in waiting(state):
                offered = choices(state, asked.seat)
                for choice in random.sample(offered, min(len(offered), 12)):
                    self.compare(state, asked.seat, choice)

    def compare(self, state: State, seat: Seat, choice: Choice) -> None:
        facts = given(state).when(choice.command).facts
        assert (dict(choice.costs), dict(choice.gives)) == came(seat, facts), choice
        before, after = state.players[seat], fold(state, facts).players[seat]
        assert after.available - before.available == dict(choice.gives).get("tokens", 0) - dict(choice.costs).get("tokens", 0)
        self.said.update(f"{choice.command.NAME} {what}" for what, _ in choice.gives)
        self.said.update(ruled.fact.NAME for ruled in facts)


@pytest.mark.whole_games
def test_in_random_games_every_choice_costs_and_gives_what_comes_of_it() -> None:
    look = SaysWhatComes()
    for seed in range(12):
        options: dict[str, OptionValue] = {"tombstones_count_under_cards": seed % 2 == 0, "cow_on_own_ranch": seed % 4 < 2}
        play_out(HIGH_MOON, 2 + seed % 3, seed, options=options, looks=[now_and_then(2, look)], unrest=0.02)
    wanted = ("place-card spider steps", "place-token bat bottles", "choose-track crow steps", "open-bottle tokens", "pass tokens")
    assert all(look.said[what] > 5 for what in (*wanted, "gain-lost", "tokens-taken-back", "tile-laid")), look.said
