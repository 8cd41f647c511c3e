"""The challenges that the service plays out, each by itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.fact import Command, Ruled
from domain.kernel.refusal import Refused
from domain.stadt_city import challenges
from domain.stadt_city.challenges import farkle
from domain.stadt_city.challenges.black_or_red import CALLS, DECK, BlackOrRed, colour_of
from domain.stadt_city.challenges.commands import Bank, CallColour, RollDice, SetAside
from domain.stadt_city.challenges.facts import CardTurned, DiceSetAside, DiceThrown, PlayBegun, TurnBanked
from domain.stadt_city.challenges.farkle import Farkle
from domain.stadt_city.challenges.seven_eleven_doubles import ROLLS, SevenElevenDoubles, hit
from domain.stadt_city.parts import Decider
from domain.stadt_city.rulebook import R15, R38, R39
from tests.stadt_city.scenes import A, B, C, D, Scripted

HIT, MISS = (3, 4), (1, 2)
BLACK, RED = "black", "red"


@dataclass
class Game:
    """One challenge by itself on E5."""

    play: Any
    chance: Any = field(default_factory=Scripted)
    last: tuple[Ruled, ...] = ()

    def when(self, *commands: Command) -> "Game":
        for command in commands:
            self.last = challenges.decide(self.play, command, self.chance)  # type: ignore[arg-type]
            for ruled in self.last:
                self.play = challenges.evolve(self.play, ruled.fact)  # type: ignore[arg-type]
        return self

    def then(self, *facts: Ruled) -> "Game":
        assert self.last == facts
        return self

    def refuses(self, command: Command, rule: Any) -> "Game":
        with pytest.raises(Refused) as refused:
            challenges.decide(self.play, command, self.chance)  # type: ignore[arg-type]
        assert refused.value.refusal.rule.id == rule.id
        return self

    def asks(self, *expected: tuple[int, str]) -> "Game":
        assert tuple((asked.seat, asked.kind) for asked in challenges.waiting(self.play)) == expected
        return self


def begun(decider: Decider, *sides: tuple[int, ...], ahead: Sequence[int] = (), chances: Sequence[int] = (), chance: Any = None) -> Game:
    none = (0,) * len(sides)
    fact = PlayBegun("E5", decider, sides, tuple(ahead) or none, tuple(chances) or none)  # type: ignore[arg-type]
    return Game(challenges.evolve(None, fact), chance or Scripted())


def dice(*rolls: tuple[int, ...]) -> Scripted:
    return Scripted({"dice:E5": tuple(pips for roll in rolls for pips in roll)})


def duel(*rolls: tuple[int, int], **boosts: Any) -> Game:
    """7/11/Doubles of seat 0 against seat 1, who roll what is named as long as somebody has to roll."""
    game = begun(Decider.SEVEN_ELEVEN_DOUBLES, (A,), (B,), chance=dice(*rolls), **boosts)
    for _ in rolls:
        game.when(RollDice(game.play.tries.next))
    return game


@pytest.mark.rule(R39)
def test_a_standard_deck_has_52_cards_half_of_them_red() -> None:
    assert len(set(DECK)) == 52
    assert sum(colour_of(card) == RED for card in DECK) == 26
    assert (colour_of("ace-of-spades"), colour_of("10-of-hearts")) == (BLACK, RED)


@pytest.mark.rule(R39)
def test_a_call_turns_over_the_next_card() -> None:
    game = begun(Decider.BLACK_OR_RED, (A,), (B,)).asks((A, "call")).when(CallColour(A, BLACK))
    (ruled,) = game.last
    turned = ruled.fact
    assert isinstance(turned, CardTurned)
    assert turned == CardTurned("E5", A, BLACK, turned.card, right=colour_of(turned.card) == BLACK, again=False)
    assert ruled.rule == R39.id
    assert turned.card not in game.play.deck
    game.asks((B, "call"))


@pytest.mark.rule(R38)
def test_only_the_caller_whose_turn_it_is_calls_and_only_black_or_red() -> None:
    game = begun(Decider.BLACK_OR_RED, (A,), (B,))
    game.refuses(CallColour(B, RED), R38).refuses(CallColour(A, "green"), R38)
    assert [choice.command for choice in challenges.choices(game.play, A)] == [CallColour(A, BLACK), CallColour(A, RED)]
    assert challenges.choices(game.play, B) == ()


@pytest.mark.rule(R15, R38)
def test_the_most_right_calls_of_five_win() -> None:
    game = begun(Decider.BLACK_OR_RED, (A,), (B,))
    for number in range(CALLS):
        call_right(game, A)
        call(game, B, right=number > 0)
    assert game.play.winner == 0
    game.asks().refuses(CallColour(A, RED), R38)


@pytest.mark.rule(R38)
def test_sides_tied_for_the_lead_go_on_until_one_is_ahead() -> None:
    game = begun(Decider.BLACK_OR_RED, (A,), (B,), (C,))
    for _ in range(CALLS):
        for seat in (A, B, C):
            call(game, seat, right=seat != C)
    game.asks((A, "call"))
    assert game.play.winner is None
    call_right(game, A)
    call_right(game, B)
    game.asks((A, "call"))
    call(game, A, right=False)
    call_right(game, B)
    assert game.play.winner == 1


def call(game: Game, seat: int, right: bool) -> None:
    """The seat calls, knowing what will come."""
    probe = Game(game.play, Scripted(game.chance.dice, draws=dict(game.chance.draws))).when(CallColour(seat, RED))  # type: ignore[arg-type]
    comes = colour_of(probe.last[0].fact.card)  # type: ignore[attr-defined]
    game.when(CallColour(seat, comes if right else {BLACK: RED, RED: BLACK}[comes]))  # type: ignore[arg-type]


def call_right(game: Game, seat: int) -> None:
    call(game, seat, right=True)


@pytest.mark.rule(R39)
def test_a_head_start_is_a_right_call_and_a_second_chance_lets_the_first_wrong_one_not_count() -> None:
    game = begun(Decider.BLACK_OR_RED, (A,), (B,), ahead=(0, 1), chances=(1, 0))
    call(game, A, right=False)
    assert (game.last[0].fact.again, game.play.tries.scores) == (True, (0, 1))  # type: ignore[attr-defined]
    game.asks((A, "call"))
    call(game, A, right=False)
    assert game.last[0].fact.again is False  # type: ignore[attr-defined]
    game.asks((B, "call"))


@pytest.mark.rule(R39)
def test_the_deck_is_whole_again_once_every_card_has_been_turned_over() -> None:
    game = begun(Decider.BLACK_OR_RED, *((seat,) for seat in range(10)))
    game.chance = SeededChance(bytes(32), (), {})
    seen = []
    while len(seen) < 52 and game.play.winner is None:
        game.when(CallColour(game.play.tries.next, RED))
        seen.append(game.last[0].fact.card)  # type: ignore[attr-defined]
    assert len(set(seen)) == len(seen)
    assert len(seen) == 52
    assert game.play.deck == DECK


@pytest.mark.rule(R39)
def test_members_of_a_side_take_turns() -> None:
    game = begun(Decider.SEVEN_ELEVEN_DOUBLES, (A, B), (C,), chance=dice(*[MISS] * 10))
    seats = []
    for _ in range(6):
        seats.append(game.play.tries.next)
        game.when(RollDice(game.play.tries.next))
    assert seats == [A, C, B, C, A, C]


@pytest.mark.rule(R39)
@pytest.mark.parametrize("roll, good", [((3, 4), True), ((5, 6), True), ((2, 2), True), ((1, 1), True), ((6, 4), False), ((1, 2), False)])
def test_a_seven_an_eleven_or_a_double_is_a_hit(roll: tuple[int, int], good: bool) -> None:
    assert hit(*roll) is good
    game = begun(Decider.SEVEN_ELEVEN_DOUBLES, (A,), (B,), chance=dice(roll)).when(RollDice(A))
    game.then(DiceThrown("E5", A, roll, good, again=False).by(R39)).asks((B, "roll-dice"))


@pytest.mark.rule(R15, R38)
def test_the_most_hits_of_five_rolls_win_and_a_tie_is_rolled_on() -> None:
    assert duel(*[HIT, MISS] * ROLLS).play.winner == 0
    tied = duel(*[HIT, HIT] * ROLLS)
    tied.asks((A, "roll-dice"))
    assert tied.play.winner is None
    assert duel(*[HIT, HIT] * ROLLS, MISS, HIT).play.winner == 1
    assert duel(*[HIT, HIT] * ROLLS, MISS, MISS).asks((A, "roll-dice")).play.winner is None


@pytest.mark.rule(R39)
def test_boosts_in_7_11_doubles() -> None:
    assert duel(*[MISS, MISS] * ROLLS, ahead=(1, 0)).play.winner == 0
    game = duel(MISS, chances=(1, 0)).asks((A, "roll-dice"))
    assert game.last == (DiceThrown("E5", A, MISS, good=False, again=True).by(R39),)
    game.chance = dice(HIT)
    game.when(RollDice(A)).then(DiceThrown("E5", A, HIT, good=True, again=False).by(R39)).asks((B, "roll-dice"))


@pytest.mark.rule(R39)
def test_a_move_of_another_challenge_is_refused() -> None:
    begun(Decider.BLACK_OR_RED, (A,), (B,)).refuses(RollDice(A), R39)
    begun(Decider.SEVEN_ELEVEN_DOUBLES, (A,), (B,)).refuses(Bank(A), R39).refuses(CallColour(A, RED), R39)
    begun(Decider.SEVEN_ELEVEN_DOUBLES, (A,), (B,)).refuses(RollDice(B), R38)


@pytest.mark.rule(R39)
@pytest.mark.parametrize(
    "shown, points",
    [
        ((1,), 100),
        ((5,), 50),
        ((2,), 0),
        ((1, 1), 200),
        ((1, 2), 0),
        ((1, 1, 1), 1000),
        ((2, 2, 2), 200),
        ((5, 5, 5), 500),
        ((6, 6, 6, 1), 700),
        ((3, 3, 3, 3), 1000),
        ((1, 1, 1, 1, 1), 2000),
        ((4, 4, 4, 4, 4, 4), 3000),
        ((1, 2, 3, 4, 5, 6), 1500),
        ((2, 2, 3, 3, 4, 4), 1500),
        ((2, 2, 2, 2, 3, 3), 1500),
        ((1, 1, 5, 5), 300),
        ((2, 2, 2, 3, 3, 3), 2500),
        ((1, 1, 1, 5, 5, 5), 2500),
        ((), 0),
    ],
)
def test_what_dice_score_in_farkle(shown: tuple[int, ...], points: int) -> None:
    assert farkle.score(shown) == points


@pytest.mark.rule(R39)
def test_a_turn_of_farkle_rolls_sets_aside_and_banks() -> None:
    game = begun(Decider.FARKLE, (A,), (B,), chance=dice((1, 2, 2, 5, 3, 6), (1, 4, 4, 4, 6)))
    game.asks((A, "farkle")).refuses(Bank(A), R38).refuses(SetAside(A, (1,)), R38)
    game.when(RollDice(A)).then(DiceThrown("E5", A, (1, 2, 2, 5, 3, 6), good=True, again=False).by(R39))
    game.refuses(RollDice(A), R38).refuses(Bank(A), R38)
    game.refuses(SetAside(A, (1, 1)), R38).refuses(SetAside(A, (1, 2)), R38).refuses(SetAside(A, ()), R38).refuses(SetAside(B, (1,)), R38)
    assert [choice.command for choice in challenges.choices(game.play, A)] == [SetAside(A, (1,)), SetAside(A, (1, 5)), SetAside(A, (5,))]
    game.when(SetAside(A, (1,))).then(DiceSetAside("E5", A, (1,), 100).by(R39))
    game.when(RollDice(A), SetAside(A, (4, 1, 4, 4))).then(DiceSetAside("E5", A, (1, 4, 4, 4), 500).by(R39))
    assert [choice.command for choice in challenges.choices(game.play, A)] == [RollDice(A), Bank(A)]
    game.when(Bank(A)).then(TurnBanked("E5", A, 600).by(R39)).asks((B, "farkle"))
    assert (game.play.scores, game.play.winner) == ((600, 0), None)


@pytest.mark.rule(R39)
def test_a_roll_without_a_scoring_die_loses_the_turns_points() -> None:
    game = begun(Decider.FARKLE, (A,), (B,), chance=dice((1, 1, 1, 2, 3, 4), (2, 3, 4))).when(RollDice(A), SetAside(A, (1, 1, 1)))
    game.when(RollDice(A)).then(DiceThrown("E5", A, (2, 3, 4), good=False, again=False).by(R39)).asks((B, "farkle"))
    assert game.play.scores == (0, 0)


@pytest.mark.rule(R39)
def test_with_all_six_set_aside_all_are_rolled_again() -> None:
    game = begun(Decider.FARKLE, (A,), (B,), chance=dice((1, 2, 3, 4, 5, 6), (1, 2, 2, 3, 4, 6)))
    game.when(RollDice(A), SetAside(A, (1, 2, 3, 4, 5, 6)), RollDice(A)).then(
        DiceThrown("E5", A, (1, 2, 2, 3, 4, 6), good=True, again=False).by(R39)
    )
    assert game.play.turn.points == 1500


@pytest.mark.rule(R15)
@pytest.mark.parametrize("scores, last, winner", [((1900, 0), 100, 0), ((1850, 0), 100, None)])
def test_the_first_to_bank_2000_wins(scores: tuple[int, int], last: int, winner: int | None) -> None:
    play = Farkle("E5", ((A,), (B,)), scores, (0, 0), (3, 3), farkle.Turn(last, 5))
    assert Game(play).when(Bank(A)).play.winner == winner


@pytest.mark.rule(R39)
def test_boosts_in_farkle() -> None:
    game = begun(Decider.FARKLE, (A,), (B,), ahead=(0, 1), chances=(1, 0), chance=dice((2, 2, 3, 3, 4, 6), (2, 2, 3, 3, 4, 6)))
    assert game.play.scores == (0, 300)
    game.when(RollDice(A)).then(DiceThrown("E5", A, (2, 2, 3, 3, 4, 6), good=False, again=True).by(R39)).asks((A, "farkle"))
    game.when(RollDice(A)).asks((B, "farkle"))


@pytest.mark.rule(R15)
@pytest.mark.parametrize("decider", list(Decider))
def test_a_seat_that_leaves_is_waited_for_no_longer(decider: Decider) -> None:
    game = begun(decider, (A, B), (C,), (D,))
    game.play = game.play.without(A)
    ((seat, _),) = [(asked.seat, asked.kind) for asked in challenges.waiting(game.play)]
    assert seat == B
    game.play = game.play.without(B)
    ((seat, _),) = [(asked.seat, asked.kind) for asked in challenges.waiting(game.play)]
    assert (seat, game.play.winner) == (C, None)
    game.play = game.play.without(C)
    assert (game.play.winner, challenges.waiting(game.play)) == (2, ())


@pytest.mark.rule(R39)
@pytest.mark.parametrize("decider", list(Decider))
@pytest.mark.parametrize("sides", [((A,), (B,)), ((A, B), (C, D)), ((A,), (B,), (C,)), ((A, B), (C,), (D,))])
def test_every_challenge_ends_with_a_winner_and_what_is_offered_is_accepted(decider: Decider, sides: Any) -> None:
    game = begun(decider, *sides, chance=SeededChance(decider.encode(), (), {}))
    for step in range(1000):
        if game.play.winner is not None:
            break
        ((seat, _),) = [(asked.seat, asked.kind) for asked in challenges.waiting(game.play)]
        offered = challenges.choices(game.play, seat)
        for choice in offered:
            assert challenges.decide(game.play, choice.command, SeededChance(bytes(32), (), {}))  # type: ignore[arg-type]
        game.when(offered[step * 7 % len(offered)].command)
    assert game.play.winner in range(len(sides))
    assert challenges.waiting(game.play) == ()
    assert isinstance(game.play, BlackOrRed | SevenElevenDoubles | Farkle)
