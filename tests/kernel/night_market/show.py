"""What people see: sentences, the state as JSON, a picture, and how much the bot likes a choice."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.bag import Bag, certain, size
from domain.kernel.fact import Fact
from domain.kernel.facts import AnswerSealed, SeatResigned
from domain.kernel.game import Picture, PointsCounted, Span
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.kernel.secret import Hidden, reveal
from tests.kernel.night_market.facts import (
    BuriedTurnedUp,
    CardBuried,
    CardDrawn,
    CardGiven,
    CardLaidAside,
    CardReceived,
    CardSold,
    CoinsFined,
    DeckShuffled,
    DieRolled,
    HandOverLimit,
    MarketClosed,
    OfferOpened,
    OfferSpoilt,
    RoundBegun,
    TurnPassed,
)
from tests.kernel.night_market.state import Player, State

WORDS: Mapping[type[Fact], str] = {
    AnswerSealed: "seat {fact.seat} has made its offer: {card}",
    BuriedTurnedUp: "seat {fact.seat} turns up {card}",
    CardBuried: "seat {fact.seat} buries {card}",
    CardDrawn: "seat {fact.seat} draws {card}",
    CardGiven: "seat {fact.seat} gives {card} away",
    CardLaidAside: "seat {fact.seat} lays {card} aside",
    CardReceived: "seat {fact.seat} receives {card} from seat {fact.giver}",
    CardSold: "seat {fact.seat} sells {card}",
    CoinsFined: "judge {fact.judge} fines seat {fact.seat} {fact.coins}",
    DeckShuffled: "the goods are shuffled",
    DieRolled: "seat {fact.seat} rolls {fact.pips} and gains as many coins",
    HandOverLimit: "seat {fact.seat} holds too many cards",
    MarketClosed: "the market closes",
    OfferOpened: "seat {fact.seat} offered {card}",
    OfferSpoilt: "seat {fact.seat} throws {card} away",
    PointsCounted: "{fact.points} for {fact.item}",
    RoundBegun: "round {fact.round} begins",
    SeatResigned: "seat {fact.seat} leaves the market",
    TurnPassed: "it is seat {fact.seat}'s turn",
}


def words(fact: Fact) -> str:
    card = getattr(fact, "card", None) or getattr(fact, "answer", None) or getattr(fact, "cards", ())
    return WORDS[type(fact)].format(fact=fact, card=_card(card))


def _card(card: Any) -> str:
    value = reveal(card)
    if isinstance(value, Hidden):
        return "a card"
    cards = (value,) if isinstance(value, str) else value
    return ", ".join(key.partition(":")[2] for key in cards)


def describe(state: State, choice: Choice) -> str:
    card = getattr(choice.command, "card", None)
    return choice.command.NAME.replace("-", " ") + (f" {_card(card)}" if card else "")


def show(state: State) -> dict[str, Any]:
    return {
        "round": state.round,
        "phase": state.phase.value,
        "active": state.active,
        "deck": {"size": size(state.deck), "known": list(certain(state.deck))},
        "aside": _bag(state.aside),
        "thrown_away": list(state.thrown_away),
        "players": [_player(player) for player in state.players],
    }


def _player(player: Player) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "hand": _bag(player.hand),
        "buried": _bag(player.buried),
        "stall": list(player.stall),
        "turned_up": list(player.turned_up),
        "coins": player.coins,
        "left": player.left,
        "offered": player.offer is not None,
    }
    return shown if player.colour is None else {**shown, "colour": player.colour}


def _bag(bag: Bag) -> dict[str, Any]:
    return {"size": bag.size, "known": list(bag.known)}


def picture(state: State) -> Picture:
    return tuple(
        (Span(f"seat {seat}: ", player.colour or ""), Span(f"{player.hand.size} in hand, stall {' '.join(player.stall)}"))
        for seat, player in enumerate(state.players)
    )


def value(state: State, seat: Seat, choice: Choice) -> int:
    """Points first; a roll before the turn ends."""
    return sum(amount for _, amount in choice.gives) + (choice.command.NAME == "roll")
