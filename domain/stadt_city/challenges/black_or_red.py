"""Black or Red: each side calls the colour of five cards in turn, and the most right calls win.

Ruling: cards come from a standard deck of 52 without jokers and do not go back until it is used up. Sides tied for the lead call one
more card each until one is ahead. A head start is one right call; a second chance lets the side's first wrong call not count.
"""

from dataclasses import dataclass

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice
from domain.kernel.refusal import require
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.stadt_city.challenges.commands import CallColour
from domain.stadt_city.challenges.facts import CardTurned, PlayBegun
from domain.stadt_city.challenges.sides import Tries, contest
from domain.stadt_city.rulebook import R15, R38, R39

CALLS = 5
COLOURS = ("black", "red")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUITS = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}
DECK = tuple(f"{rank}-of-{suit}" for suit in SUITS for rank in RANKS)


@dataclass(frozen=True, slots=True)
class BlackOrRed:
    """The contest, and the cards that have not been turned over since the deck was whole."""

    square: str
    tries: Tries
    deck: tuple[str, ...] = DECK
    turned: int = 0

    @property
    def winner(self) -> int | None:
        return self.tries.winner

    def without(self, seat: Seat) -> "BlackOrRed":
        return replace(self, tries=self.tries.without(seat))


@cites(R39)
def begin(fact: PlayBegun) -> BlackOrRed:
    """The state at the first call."""
    return BlackOrRed(fact.square, contest(fact.sides, fact.ahead, fact.chances, CALLS))


def evolve(play: BlackOrRed, fact: CardTurned) -> BlackOrRed:
    """The card is gone, and the call counts unless it is forgiven."""
    side = play.tries.side_of(fact.seat)
    tries = play.tries.forgiven(side) if fact.again else play.tries.tried(side, int(fact.right))
    deck = tuple(card for card in play.deck if card != fact.card)
    return replace(play, tries=tries, deck=deck or DECK, turned=play.turned + 1)


def waiting(play: BlackOrRed) -> tuple[Asked, ...]:
    """The caller whose turn it is."""
    seat = play.tries.next
    return () if seat is None else (Asked(seat, "call", alone=False, detail=f"{play.square}, card {play.turned + 1}"),)


def choices(play: BlackOrRed, seat: Seat) -> tuple[Choice, ...]:
    return tuple(Choice(CallColour(seat, colour)) for colour in COLOURS) if seat == play.tries.next else ()


@cites(R15, R38, R39)
def decide(play: BlackOrRed, command: CallColour, chance: Chance) -> Facts:
    """The next card, and whether the call was right."""
    require(command.seat == play.tries.next, R38, "another calls now")
    require(command.colour in COLOURS, R38, "a card is black or red")
    card = play.deck[chance.below(f"cards:{play.square}", len(play.deck))]
    right = colour_of(card) == command.colour
    again = not right and play.tries.chances[play.tries.side_of(command.seat)] > 0
    return (CardTurned(play.square, command.seat, command.colour, card, right, again).by(R39),)


def colour_of(card: str) -> str:
    return SUITS[card.rpartition("-")[2]]
