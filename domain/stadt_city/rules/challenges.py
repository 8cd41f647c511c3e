"""Challenges: who plays whom on which square and with which card, and what follows when all are settled."""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import TypeAlias

from domain.kernel.bag import top
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import known
from domain.stadt_city.board import Square, in_order
from domain.stadt_city.facts import ChallengeDrawn, PointGained, PrizesDue, SidesSet
from domain.stadt_city.rulebook import A4, A5, C1, C2, C4, C5, C7, R13, R14, R16, R25, R33, R38
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rules.losing import defeat
from domain.stadt_city.state import Challenge, ChallengePile, State

Side: TypeAlias = tuple[Seat, ...]


@cites(R14, C1)
def fix(doing: Doing) -> None:
    """Sides and cards of every square, by square, before the first challenge is played."""
    for square in in_order({player.square for player in doing.state.standing() if player.square}):
        if is_contested(doing.state, square):
            _set_sides(doing, square)
            _draw_card(doing, square)


@cites(C1, R13, R33)
def is_contested(state: State, square: Square) -> bool:
    """Whether two sides or more stand here, and a character among them: two allies alone are one side."""
    return len(units(state, square)) > 1 and any(state.players[seat].is_character for seat in state.on(square))


@cites(A4, A5, R33)
def units(state: State, square: Square) -> tuple[Side, ...]:
    """Those on a square who are never parted, in the order of their lowest seats: two allies, or one seat."""
    here = state.on(square)
    pairs = (tuple(sorted({seat, *(other for other in here if state.allied(seat, other))})) for seat in here)
    return tuple(dict.fromkeys(pairs))


def _set_sides(doing: Doing, square: Square) -> None:
    found = units(doing.state, square)
    players = len(doing.state.on(square))
    if players == 2 or players % 2:
        doing.happens(SidesSet(square, found, drawn=False), C1 if players == 2 else R13)
        return
    ways = splits(found)
    way = ways[doing.chance.below("teams", len(ways))] if len(ways) > 1 else ways[0]
    doing.happens(SidesSet(square, way, drawn=len(ways) > 1), _by(way))


@cites(C2, R16)
def splits(parts: tuple[Side, ...]) -> tuple[tuple[Side, Side], ...]:
    """Every way to make two teams of an even number of players: halves, or as nearly as unparted pairs allow."""
    everybody = tuple(chain.from_iterable(parts))
    half = len(everybody) // 2
    teams = [tuple(sorted(chain.from_iterable(some))) for number in range(len(parts)) for some in combinations(parts, number)]
    halves = [team for team in teams if len(team) == half and everybody[0] in team]
    uneven = [team for team in teams if len(team) == half + 1]
    return tuple(_against(team, everybody) for team in halves or uneven)


def _against(team: Side, everybody: Side) -> tuple[Side, Side]:
    """The team and all the others, the one with the lowest seat first."""
    others = tuple(sorted(set(everybody) - set(team)))
    return (team, others) if team < others else (others, team)


def _by(way: tuple[Side, Side]) -> Rule:
    return C2 if len(way[0]) == len(way[1]) else R16


@cites(C7, R38)
def _draw_card(doing: Doing, square: Square) -> None:
    """From the pile for so many players, or the next lower number's that has a card."""
    players = len(doing.state.on(square))
    pile = _pile(doing.state, players)
    card = known(top(pile.cards) or "")
    doing.happens(ChallengeDrawn(square, card, pile.players), C7 if pile.players == players else R38)


def _pile(state: State, players: int) -> ChallengePile:
    fitting = [pile for pile in state.piles if pile.cards]
    return max((pile for pile in fitting if pile.players <= players), default=fitting[0], key=lambda pile: pile.players)


def members(state: State, challenge: Challenge, side: int) -> Side:
    """Those of a side who have not resigned."""
    return tuple(seat for seat in challenge.sides[side] if not state.players[seat].resigned)


@cites(R14, R25, C4, C5, R33)
def take_effect(doing: Doing) -> None:
    """All are settled: square by square the losers' fate and the winners' points; then who draws prize cards, and how many."""
    settled = [challenge for challenge in doing.state.challenges if challenge.winners is not None]
    for challenge in settled:
        winners, losers = _winners(doing.state, challenge), _losers(doing.state, challenge)
        defeat(doing, challenge.square, losers, winners)
        for seat in winners:
            doing.happens(PointGained(seat, challenge.square, challenge.card), C4)
    for challenge in settled:
        for seat, cards in _draws(doing.state, challenge):
            doing.happens(PrizesDue(seat, challenge.square, cards), C5)


def _winners(state: State, challenge: Challenge) -> Side:
    return () if challenge.winners is None else members(state, challenge, challenge.winners)


def _losers(state: State, challenge: Challenge) -> Side:
    sides = (members(state, challenge, side) for side in range(len(challenge.sides)) if side != challenge.winners)
    return tuple(sorted(chain.from_iterable(sides)))


def _draws(state: State, challenge: Challenge) -> Iterator[tuple[Seat, int]]:
    """How many prize cards each participant draws, in turn order; who draws none is left out."""
    cards = dict.fromkeys(_winners(state, challenge), state.ruleset.winner_draws)
    cards |= dict.fromkeys(_losers(state, challenge), state.ruleset.loser_draws)
    return ((seat, cards[seat]) for seat in state.turn_order if cards.get(seat))
