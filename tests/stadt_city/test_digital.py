"""Challenges that the service plays out, in the round."""

from typing import Any

import pytest

from domain.kernel.bag import ordered
from domain.kernel.facts import SeatResigned
from domain.kernel.names import Seat
from domain.stadt_city.challenges.commands import CallColour, RollDice
from domain.stadt_city.challenges.facts import DiceThrown, PlayBegun
from domain.stadt_city.commands import Report, RuleOutcome
from domain.stadt_city.facts import ChallengeCalledOff, CharacterLost, OutcomeSettled, PointGained
from domain.stadt_city.parts import Boost, Kind
from domain.stadt_city.rulebook import L7, R14, R15, R38, R39
from domain.stadt_city.state import ChallengePile, Player
from tests.stadt_city.scenes import PACK, A, B, C, D, E, Table, at, card, given, never_ally, position

DUEL = card("seven-eleven-doubles")
HIT, MISS = (3, 4), (1, 2)
Rolls = tuple[tuple[int, int], ...]


def helped(boost: Boost, decider: str = "seven-eleven-doubles") -> str:
    """A persona whose advantage gives this in the challenge."""
    challenge = PACK.challenges[card(decider)]
    found = (name for name, persona in PACK.personas.items() if persona.advantage.helps_in(challenge) and persona.advantage.boost is boost)
    return next(found)


def plain(number: int) -> str:
    """A character without any advantage in a challenge of dice or cards."""
    names = [name for name in PACK.character_deck() if PACK.personas[name].advantage.boost is None]
    return names[number]


def at_challenges(
    *players: Player, challenge: str = DUEL, digital: bool = True, rolls: tuple[tuple[int, int], ...] = (), **changes: Any
) -> Table:
    """Challenges begin, with this card on top of every pile."""
    piles = tuple(ChallengePile(number, ordered((challenge, challenge))) for number in range(2, 11))
    state = position(
        *never_ally(*players),
        stage="before-challenges",
        piles=piles,
        options={"digital": digital},
        destroyed=("A10",),
        **changes,
    )
    return given(state, {"dice:E5": tuple(pips for roll in rolls for pips in roll)}).goes_on()


def two(**changes: Any) -> Table:
    players = (at(A, "E5", persona=plain(0)), at(B, "E5", persona=plain(1)), at(C, "A1", persona=plain(2)), at(D, "J1", persona=plain(3)))
    return at_challenges(*players, **changes)


@pytest.mark.rule(R15, R39)
def test_a_table_that_wants_it_plays_the_challenge_and_asks_nobody_for_a_report() -> None:
    table = two()
    assert table.happened(PlayBegun) == [PlayBegun("E5", "seven-eleven-doubles", ((A,), (B,)), (0, 0), (0, 0))]
    table.asks((A, "roll-dice")).refuses(Report(A, "E5", 0), R15).refuses(RollDice(B), R38).refuses(RollDice(C), R39)
    assert table.offers(A) == [RollDice(A)]


@pytest.mark.rule(R15)
def test_another_table_reports_it() -> None:
    table = two(digital=False)
    assert table.happened(PlayBegun) == []
    table.refuses(RollDice(A), R39)
    assert Report(A, "E5", 0) in table.offers(A)


@pytest.mark.rule(R15)
def test_a_challenge_that_the_service_cannot_play_is_reported_there_too() -> None:
    table = two(challenge=card("checkers"))
    assert table.happened(PlayBegun) == []
    assert Report(A, "E5", 0) in table.offers(A)


@pytest.mark.rule(R15)
def test_the_side_that_wins_has_won_the_challenge() -> None:
    table = two(rolls=(*[HIT, MISS] * 5,))
    for number in range(10):
        table.when(RollDice(Seat(number % 2)))
    assert table.happened(DiceThrown) == [DiceThrown("E5", B, MISS, good=False, again=False)]
    assert table.happened(OutcomeSettled) == [OutcomeSettled("E5", 0, (A,), "service", "played")]
    assert [fact.seat for fact in table.happened(PointGained)] == [A]
    assert [fact.seat for fact in table.happened(CharacterLost)] == [B]


@pytest.mark.rule(R39)
def test_what_advantages_are_worth_is_counted_for_each_side() -> None:
    players = (at(A, "E5", persona=helped(Boost.HEAD_START)), at(B, "E5", persona=helped(Boost.SECOND_CHANCE)), at(C, "A1"), at(D, "J1"))
    assert at_challenges(*players).happened(PlayBegun)[0] == PlayBegun("E5", "seven-eleven-doubles", ((A,), (B,)), (1, 0), (0, 1))


@pytest.mark.rule(L7, R39)
def test_a_fallen_has_the_boosts_of_the_characters_that_its_player_lost_to_anomalies() -> None:
    kept = (helped(Boost.HEAD_START), helped(Boost.HEAD_START), helped(Boost.SECOND_CHANCE))
    fallen = next(name for name in PACK.of_kind(Kind.FALLEN_HERO) if PACK.personas[name].advantage.boost is None)
    players = (at(A, "E5", persona=plain(0)), at(B, "E5", kind="fallen", persona=fallen, kept=kept), at(C, "A1"), at(D, "J1"))
    (begun,) = at_challenges(*players).happened(PlayBegun)
    assert (begun.ahead, begun.chances) == ((0, 2), (0, 1))


@pytest.mark.rule(R14)
def test_two_squares_are_played_side_by_side() -> None:
    players = (at(A, "E5", persona=plain(0)), at(B, "E5", persona=plain(1)), at(C, "A1", persona=plain(2)), at(D, "A1", persona=plain(3)))
    table = at_challenges(*players, challenge=card("black-or-red"))
    table.asks((C, "call"), (A, "call")).when(CallColour(A, "red")).asks((C, "call"), (B, "call")).when(CallColour(C, "red"))
    table.asks((D, "call"), (B, "call"))


@pytest.mark.rule(R15)
def test_a_seat_that_resigns_ends_its_challenge_or_leaves_it_to_the_others() -> None:
    table = two()
    table.resigns(B, SeatResigned(B))
    assert table.happened(ChallengeCalledOff) == [ChallengeCalledOff("E5")]
    three = at_challenges(*(at(Seat(seat), "E5", persona=plain(seat)) for seat in (A, B, C)), at(D, "A1"), at(E, "J1"))
    three.asks((A, "roll-dice")).resigns(A, SeatResigned(A)).asks((B, "roll-dice")).when(RollDice(B)).asks((C, "roll-dice"))


@pytest.mark.rule(R15)
def test_a_judge_settles_a_challenge_that_is_being_played_out() -> None:
    table = two().when(RuleOutcome(0, "E5", 1)).refuses(RollDice(A), R39)
    assert table.happened(OutcomeSettled) == [OutcomeSettled("E5", 1, (B,), "judge:0", "ruled")]
    assert table.happened(PointGained) == [PointGained(B, "E5", DUEL)]
    table.refuses(RuleOutcome(0, "E5", 0), R15)
