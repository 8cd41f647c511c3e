"""High Moon in plain sentences: one for each fact and each line of a score, a phrase for each choice."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.high_moon import commands, facts
from domain.high_moon.board import Place
from domain.high_moon.parts import Pack
from domain.high_moon.state import State
from domain.kernel.fact import Command, Fact
from domain.kernel.facts import SeatResigned
from domain.kernel.game import PointsCounted
from domain.kernel.question import Choice
from domain.kernel.secret import Hidden, Secret, reveal


def words(fact: Fact) -> str:
    """One sentence, as far as the reader of this copy may know what it says."""
    return _SENTENCES[type(fact)](fact)


def describe(state: State, choice: Choice) -> str:
    """What the choice does, and in brackets what it surely costs and gives."""
    sides = (("costs", choice.costs), ("gives", choice.gives))
    told = [f"{side} {', '.join(map(_amount, amounts))}" for side, amounts in sides if amounts]
    phrase = _PHRASES[type(choice.command)](choice.command)
    return f"{phrase} ({'; '.join(told)})" if told else phrase


def explain(pack: Pack, counted: PointsCounted) -> str:
    """Why a line of the sheet is worth its points; a criterion in its own sentence, with how much was counted."""
    criterion = pack.criteria.get(counted.item.removeprefix("criterion-"))
    if criterion is None:
        return _counted(counted)
    amount = f" Counted: {counted.amounts[0]}." if counted.amounts else ""
    return f"{criterion.id}: {criterion.says}{amount}"


def spot(place: Place) -> str:
    """A place of the map in words; rows and columns may be negative."""
    return f"row {place[0]}, column {place[1]}"


def card_name(name: str) -> str:
    """What a card is called at the table: its entry without the pack."""
    return name.partition(":")[2]


def plural(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _tokens(number: int) -> str:
    return plural(number, "token")


def _amount(pair: tuple[str, int]) -> str:
    """``("bat bottles", 1)`` reads ``1 bat bottle``, ``("seat:1 tokens", 2)`` reads ``2 tokens to seat 1``."""
    what, number = pair
    whose, _, things = what.rpartition(" ")
    if whose.startswith("seat:"):
        return f"{plural(number, things.removesuffix('s'))} to seat {whose[5:]}"
    return plural(number, what.removesuffix("s"))


def _drawn(fact: facts.CardDrawn) -> str:
    card = reveal(fact.card)
    return f"Seat {fact.seat} draws a card." if isinstance(card, Hidden) else f"Seat {fact.seat} draws {card_name(card)}."


def _order(secret: Secret[tuple[str, ...]], begin: str, name: Callable[[str], str] = str) -> str:
    order = reveal(secret)
    return f"{begin}." if isinstance(order, Hidden) else f"{begin}, from the top: {', '.join(map(name, order))}."


def _token_placed(fact: facts.TokenPlaced) -> str:
    deed = "founds a ranch" if fact.kind == "ranch" else "places a cow"
    source = "" if fact.source == "available" else f" with a token from the {fact.source}"
    by = " by a bottle" if fact.by_bottle else ""
    return f"Seat {fact.seat} {deed} at {spot(fact.at)}{source}{by}."


_SENTENCES: Mapping[type[Fact], Callable[[Any], str]] = {
    facts.ColourTaken: lambda fact: f"Seat {fact.seat} plays {fact.colour}.",
    facts.TilesShuffled: lambda fact: _order(fact.tiles, "The distillery tiles are shuffled"),
    facts.StartingCardLaid: lambda fact: f"Starting card {fact.number + 1} is laid at {spot(fact.at)}.",
    facts.CriteriaShown: lambda fact: f"The criteria of this game are {', '.join(fact.criteria)}.",
    facts.DeckShuffled: lambda fact: _order(fact.cards, f"The deck of seat {fact.seat} is shuffled", card_name),
    facts.StartingPlayerDrawn: lambda fact: f"Seat {fact.seat} has the first turn.",
    facts.CardDrawn: _drawn,
    facts.CardPlaced: lambda fact: f"Seat {fact.seat} places {card_name(fact.card)} at {spot(fact.at)}{_turned(fact.turned)}.",
    facts.CardSetAside: lambda fact: f"Seat {fact.seat} shows {card_name(fact.card)}, which fits nowhere, and sets it aside.",
    facts.TileLaid: lambda fact: f"A {fact.liquor} distillery opens at {spot(fact.at)}.",
    facts.TokensGained: lambda fact: f"Seat {fact.seat} gains {_tokens(fact.tokens)}.",
    facts.TokensTakenBack: lambda fact: f"The reserve being empty, seat {fact.seat} takes {_tokens(fact.tokens)} back from its discards.",
    facts.GainLost: lambda fact: f"Seat {fact.seat} goes without {_tokens(fact.tokens)} that nothing is left to give.",
    facts.TokensDiscarded: lambda fact: f"Seat {fact.seat} discards {_tokens(fact.tokens)}.",
    facts.TokenPlaced: _token_placed,
    facts.TrackAsked: lambda fact: f"Seat {fact.seat} has covered a joker and chooses a track.",
    facts.TrackChosen: lambda fact: f"Seat {fact.seat} lets the joker count as a {fact.track}.",
    facts.MarkerMoved: lambda fact: f"The {fact.track} marker of seat {fact.seat} moves up to space {fact.space}.",
    facts.BottleGained: lambda fact: (
        f"Seat {fact.seat} is connected to the distillery at {spot(fact.at)} and gains a bottle of {fact.liquor} liquor."
    ),
    facts.BottleOpened: lambda fact: f"Seat {fact.seat} opens a bottle of {fact.liquor} liquor.",
    facts.SecondTokenAsked: lambda fact: f"Seat {fact.seat} may place a second token by its bottle.",
    facts.SecondTokenDeclined: lambda fact: f"Seat {fact.seat} does without the second token.",
    facts.CriterionScored: lambda fact: f"Seat {fact.seat} fulfils criterion {fact.criterion} and scores {plural(fact.points, 'point')}.",
    facts.SeatPassed: lambda fact: f"Seat {fact.seat} passes.",
    facts.AidEmptied: lambda fact: f"Seat {fact.seat} returns {_tokens(fact.tokens)} from its discards to its reserve.",
    facts.TurnPassed: lambda fact: f"It is the turn of seat {fact.seat}.",
    facts.PlayEnded: lambda fact: "The last turn is over.",
    SeatResigned: lambda fact: f"Seat {fact.seat} resigns.",
    PointsCounted: lambda fact: f"Seat {fact.seat} has {plural(fact.points, 'point')} for {_counted(fact)}.",
}


def _turned(degrees: int) -> str:
    return ", turned round" if degrees else ""


def _counted(fact: PointsCounted) -> str:
    """What a line of the score is for: ``bottles-bat`` with (2, 3) reads ``2 bat bottles at position value 3``."""
    kind, _, which = fact.item.partition("-")
    return _ITEMS[kind](which, *fact.amounts)


_ITEMS: Mapping[str, Callable[..., str]] = {
    "criterion": lambda name, *_: f"criterion {name}",
    "bottles": lambda liquor, number, position: f"{plural(number, f'{liquor} bottle')} at position value {position}",
    "lowest": lambda _, space: f"the lowest marker, on space {space}",
    "unused": lambda _, tokens, bottles: f"{plural(tokens, 'unused token')} and {plural(bottles, 'unopened bottle')}, two for a point",
}


def _laid(command: commands.PlaceCard) -> str:
    return f"place the card at {spot(command.at)}{_turned(command.turned)}"


def _token(kind: str | None, at: Place | None) -> str:
    deed = "found a ranch" if kind == "ranch" else "place a cow"
    return f"{deed} at {spot(at)}" if at else deed


def _bottle(command: commands.OpenBottle) -> str:
    use = f"gain {_tokens(command.tokens)}" if command.tokens else _token(command.kind, command.at)
    return f"open a bottle of {command.liquor} liquor: {use}"


_PHRASES: Mapping[type[Command], Callable[[Any], str]] = {
    commands.PlaceCard: _laid,
    commands.SetCardAside: lambda command: "set the card aside",
    commands.OpenBottle: _bottle,
    commands.PlaceToken: lambda command: _token(command.kind, command.at),
    commands.Pass: lambda command: "pass",
    commands.EndTurn: lambda command: "end the turn",
    commands.ChooseTrack: lambda command: f"move up the {command.track} track",
    commands.Decline: lambda command: "do without the second token",
}
