"""What lies on the tables of the market."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from domain.kernel.bag import Bag, Pile
from domain.kernel.game import Ages, Opening, OptionValue
from domain.kernel.names import Seat
from domain.kernel.secret import Hidden
from tests.kernel.night_market.pack import Pack

ROUNDS = {"three-rounds": 3, "one-round": 1}


class Phase(StrEnum):
    OFFERS = "offers"
    TURN = "turn"
    LAYING_ASIDE = "laying-aside"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    colour: str | None = None
    hand: Bag = Bag(0)
    buried: Bag = Bag(0)
    stall: tuple[str, ...] = ()
    turned_up: tuple[str, ...] = ()
    coins: int = 0
    left: bool = False
    offer: str | Hidden | None = None
    """What it offers this round, while that is still sealed."""


@dataclass(frozen=True, slots=True)
class State:
    pack: Pack
    options: Mapping[str, OptionValue]
    players: tuple[Player, ...]
    deck: Pile = ()
    aside: Bag = Bag(0)
    given: str | Hidden | None = None
    """The card between two hands: whoever gave it knows where it comes to lie."""
    thrown_away: tuple[str, ...] = ()
    round: int = 0
    phase: Phase = Phase.OFFERS
    active: Seat = Seat(0)
    deals: int = 0
    rolled: bool = False
    ages: Ages | None = None

    @property
    def rounds(self) -> int:
        return ROUNDS[str(self.options["length"])]

    def with_player(self, seat: Seat, **changes: Any) -> "State":
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))

    def still_here(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, player in enumerate(self.players) if not player.left)

    def offering(self) -> tuple[Seat, ...]:
        """Who is asked for an offer this round, made or not."""
        return tuple(seat for seat in self.still_here() if self.players[seat].hand.size)

    def neighbour(self, seat: Seat) -> Seat | None:
        """The next seat clockwise that is still here."""
        others = [other for other in self.still_here() if other != seat]
        return next((other for other in others if other > seat), others[0] if others else None)


def initial(opening: Opening[Pack]) -> State:
    return State(opening.pack, opening.options, tuple(Player(colour) for colour in opening.colours), ages=opening.ages)
