"""What a seat holds is worth, in hundredths of a person: people, money, cards, and food by what the next Hunger will ask."""

from dataclasses import dataclass

from domain.kernel.names import Seat
from domain.moon_colony_bloodbath.state import State

PERSON = 100
MONEY, MONEY_TO_SPARE, ENOUGH_MONEY = 42, 12, 12
FOOD_WANTED, FOOD_TO_SPARE, FED = 95, 22, 150
"""A food that a building will want at the next Hunger, one beyond that, and everybody fed (the 2 people that come)."""
CARDS, CARD_TO_SPARE = (90, 75, 50, 35), 8
"""The first cards in hand, each worth less than the one before, and one beyond them."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What a seat holds, as far as its worth goes; ``wants`` is the food that the next Hunger will ask."""

    people: int
    money: int
    food: int
    cards: int
    wants: int

    @classmethod
    def of(cls, state: State, seat: Seat) -> "Purse":
        player = state.players[seat]
        return cls(player.people, player.money, player.food, player.hand.size + player.on_mat.size, len(player.buildings))

    def plus(self, what: str, amount: int) -> "Purse":
        """The purse with so much more, or less, but never less than nothing; what it does not count changes nothing."""
        people, money, food, cards = (
            max(0, there + amount * (what == thing))
            for thing, there in (("people", self.people), ("money", self.money), ("food", self.food), ("cards", self.cards))
        )
        return Purse(people, money, food, cards, self.wants)

    @property
    def worth(self) -> int:
        fed = min(self.food, self.wants)
        food = FOOD_WANTED * fed + FOOD_TO_SPARE * (self.food - fed) + (FED if self.food >= self.wants else 0)
        money = MONEY * min(self.money, ENOUGH_MONEY) + MONEY_TO_SPARE * max(0, self.money - ENOUGH_MONEY)
        cards = sum(CARDS[: self.cards]) + CARD_TO_SPARE * max(0, self.cards - len(CARDS))
        return PERSON * self.people + food + money + cards
