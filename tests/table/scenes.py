"""Tables of Night Market at moments that the table's rules are about, and short ways to say what happens."""

from domain.kernel.event import Event
from domain.kernel.fact import Command, Fact, Facts
from domain.kernel.names import PUBLIC, Seat
from domain.kernel.secret import Sealed, sealed_for
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import Bury, EndTurn, Offer, Sell
from tests.match import Match

ORGANISER = "organiser"
JUDGE = "judge:0"
BELL = "bell"
BELL_MS = 60_000


def offering(seats: int = 3, seed: int | str = 0) -> Match:
    """Started: every seat is asked for its offer."""
    return Match.started(NIGHT_MARKET, seats, seed)


def first_turn(seats: int = 3, seed: int | str = 0) -> Match:
    """Everybody has offered: seat 0 has the first turn."""
    match = offering(seats, seed)
    for seat in range(seats):
        match.answer(seat, an_offer(match, seat))
    return match


def played_out(seats: int = 2, seed: int | str = 0) -> Match:
    """A game of one round in which nobody deals, finished and closed."""
    match = Match.started(NIGHT_MARKET, seats, seed, {"length": "one-round"})
    for seat in range(seats):
        match.answer(seat, an_offer(match, seat))
    return to_the_end(match)


def to_the_end(match: Match) -> Match:
    """The same table after everybody has given the last choice offered, turn after turn."""
    while not match.folded.table.closed:
        seat = next(asked.seat for asked in match.folded.position.asked if asked.required)
        match.answer(seat, match.game.choices(match.state, seat)[-1].command)
    return match


def card(match: Match, seat: int, number: int = 0) -> str:
    """One of the cards in a seat's hand."""
    known: tuple[str, ...] = match.state.players[seat].hand.known
    return known[number]


def an_offer(match: Match, seat: int, number: int = 0) -> Offer:
    return Offer(Seat(seat), sealed_for(card(match, seat, number), Seat(seat)))


def a_sale(match: Match, seat: int, number: int = 0) -> Sell:
    return Sell(Seat(seat), card(match, seat, number))


def a_burial(match: Match, seat: int, number: int = 0) -> Bury:
    return Bury(Seat(seat), sealed_for(card(match, seat, number), Seat(seat)))


def said(text: str = "That was my card.") -> Sealed[str]:
    """What somebody writes, as it is sealed for everybody."""
    return Sealed(text, frozenset({PUBLIC}))


def end_turn(seat: int) -> Command:
    return EndTurn(Seat(seat))


def plain(facts: Facts | Event) -> tuple[Fact, ...]:
    """The facts alone, in order."""
    return tuple(ruled.fact for ruled in (facts.facts if isinstance(facts, Event) else facts))


def names(facts: Facts | Event) -> list[str]:
    return [fact.NAME for fact in plain(facts)]


def rules(facts: Facts | Event) -> list[str]:
    return [ruled.rule for ruled in (facts.facts if isinstance(facts, Event) else facts)]
