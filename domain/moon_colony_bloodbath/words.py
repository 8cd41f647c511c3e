"""Moon Colony Bloodbath in plain sentences: one for each fact and each line of a score."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.fact import Fact
from domain.kernel.facts import AnswerSealed, SeatResigned
from domain.kernel.game import PointsCounted
from domain.kernel.secret import Hidden, Secret, reveal
from domain.moon_colony_bloodbath import facts
from domain.moon_colony_bloodbath.parts import Building, Pack, card_name
from domain.moon_colony_bloodbath.state import NOTHING, Frame


def words(fact: Fact) -> str:
    """One sentence, as far as the reader of this copy may know what it says."""
    return _SENTENCES[type(fact)](fact)


def explain(pack: Pack, counted: PointsCounted) -> str:
    """Why a line of the sheet is worth its points; a building with what the pack prints on it."""
    card = pack.cards.get(counted.item)
    if not isinstance(card, Building):
        return f"{_counted(counted).capitalize()}."
    return f"{card.name}: {amount('people', card.people)} {'lives' if card.people == 1 else 'live'} in it."


def amount(what: str, number: int) -> str:
    """``("boxes here", 1)`` reads ``1 box here``."""
    things, *where = what.split(" ")
    one = _ONE.get(things, things.removesuffix("s"))
    return " ".join((str(number), one if number == 1 else things, *where))


_ONE = {"boxes": "box", "people": "person"}


def listed(things: tuple[str, ...]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *first, last = things
    return f"{', '.join(first)} and {last}" if first else last


def _a_card(card: Secret[str], unseen: str = "a card") -> str:
    shown = reveal(card)
    return unseen if isinstance(shown, Hidden) else card_name(shown)


def _order(secret: Secret[tuple[str, ...]], begin: str) -> str:
    order = reveal(secret)
    if isinstance(order, Hidden) or not order:
        return f"{begin}."
    return f"{begin}, from the top: {', '.join(map(card_name, order))}."


def _by(card: str) -> str:
    return f" by {card_name(card)}" if card else ""


def _gained(fact: facts.Gained) -> str:
    return f"Seat {fact.seat} gains {amount(fact.what, fact.amount)}{_by(fact.card)}."


def _lost(fact: facts.Lost) -> str:
    return f"Seat {fact.seat} loses {amount(fact.what, fact.amount)}{_by(fact.card)}."


def _picked(fact: facts.ActionPicked | facts.ActionShown) -> str:
    return f"Seat {fact.seat} picks {fact.action.upper()}."


def _laid(fact: facts.CardLaid) -> str:
    return f"Seat {fact.seat} builds nothing." if fact.card == NOTHING else f"Seat {fact.seat} lays down {card_name(fact.card)} to build."


def _standing(fact: facts.StandingAnswerGiven) -> str:
    if fact.goes_on:
        return f"Seat {fact.seat} goes on from now on unless it says otherwise."
    return f"Seat {fact.seat} wants to be asked from now on."


def _discarded(fact: facts.CardDiscarded) -> str:
    place = "from under its mat" if fact.place == "under-mat" else "from hand"
    return f"Seat {fact.seat} discards {card_name(fact.card)} {place}."


def _added(fact: facts.CardAdded) -> str:
    what = _a_card(fact.card, "an event" if fact.kind == "event" else f"a {fact.kind}")
    instead = " in an event's place" if fact.extra else ""
    if fact.seat is None:
        return f"{what[0].upper()}{what[1:]} goes on top of the progress deck{instead}."
    return f"Seat {fact.seat} adds {what} to the progress deck{instead}."


def _waiting(fact: facts.WaitingCardDiscarded) -> str:
    says = {"abilities": "no building has any ability in this Work", "build": "nobody may BUILD in this Work"}.get(fact.forbids)
    return f"{card_name(fact.card)} goes to the progress discards{f': {says}' if says else ''}."


def _left(fact: facts.LeftToDo) -> str:
    if not fact.frames:
        return f"Seat {fact.seat} has nothing left to do."
    return f"Seat {fact.seat} has still to {listed(tuple(map(_to_do, reversed(fact.frames))))}."


def _to_do(frame: Frame) -> str:
    source = f" of {card_name(frame.source.card)}" if frame.source else ""
    match frame.kind:
        case "loss":
            return f"lose {amount('people', frame.amount or 0)}"
        case "price":
            return f"pay {frame.amount} for {card_name(frame.card)}" if frame.card else f"pay {frame.amount}"
        case "action":
            return f"finish {(frame.action or 'an action').upper()}"
        case "pay":
            return f"pay for the text{source}"
        case "steps":
            return f"follow the text{source}" if source else f"do {(frame.action or 'an action').upper()}"
        case "queue":
            return f"see to {listed(tuple(card_name(each.card) for each in frame.pending))}" if frame.pending else "go on"


def _ended(fact: facts.GameEnded) -> str:
    if fact.because == "manual":
        return "The Instruction Manual has been found: the game is over."
    return "A colony has failed: the game is over."


_STAGES = {
    "window": "Whoever has something to use at any time may use it now.",
    "loss": "The people are lost first.",
    "text": "The text of the card follows.",
    "start": "Work begins.",
    "pick": "Everybody picks an action.",
    "act": "The actions are done.",
    "end": "Everybody is done with the card.",
}

_SENTENCES: Mapping[type[Fact], Callable[[Any], str]] = {
    facts.ScientistTaken: lambda fact: f"Seat {fact.seat} plays {card_name(fact.scientist)}.",
    facts.BuildingsShuffled: lambda fact: _order(fact.cards, "The building cards are shuffled"),
    facts.TwistsDealt: lambda fact: f"The twists of this game are {listed(tuple(map(card_name, fact.cards)))}.",
    facts.TwistsShuffled: lambda fact: _order(fact.cards, "The twists left over are shuffled"),
    facts.RobotsShuffled: lambda fact: _order(fact.cards, "The robots are shuffled"),
    facts.ProgressShuffled: lambda fact: _order(fact.cards, "The progress deck is shuffled"),
    facts.CardTurnedOver: lambda fact: f"{card_name(fact.card)} is turned over.",
    facts.StageBegun: lambda fact: _STAGES[fact.stage],
    AnswerSealed: lambda fact: f"Seat {fact.seat} has chosen, unseen.",
    facts.ActionPicked: _picked,
    facts.ActionShown: _picked,
    facts.ActionDone: lambda fact: f"Seat {fact.seat} has done {fact.action.upper()}.",
    facts.CardLaid: _laid,
    facts.AbilityUsed: lambda fact: f"Seat {fact.seat} uses {card_name(fact.card)}.",
    facts.WentOn: lambda fact: f"Seat {fact.seat} goes on.",
    facts.StandingAnswerGiven: _standing,
    facts.Gained: _gained,
    facts.Lost: _lost,
    facts.Paid: lambda fact: f"Seat {fact.seat} pays {amount(fact.what, fact.amount)} for {card_name(fact.card)}.",
    facts.BoxPut: lambda fact: f"Seat {fact.seat} puts a box on {card_name(fact.card)}.",
    facts.BoxTaken: lambda fact: f"Seat {fact.seat} takes a box off {card_name(fact.card)}.",
    facts.BuildingBuilt: lambda fact: f"Seat {fact.seat} builds {card_name(fact.card)}.",
    facts.BuildingLost: lambda fact: f"Seat {fact.seat} gives up {card_name(fact.card)}, with whatever lies on it.",
    facts.PeopleMoved: lambda fact: f"Seat {fact.seat} loses {card_name(fact.card)}: {_moving(fact.people)} to the mat.",
    facts.CardDrawn: lambda fact: f"Seat {fact.seat} draws {_a_card(fact.card)}.",
    facts.CardDiscarded: _discarded,
    facts.CardLaidOnMat: lambda fact: f"Seat {fact.seat} lays {_a_card(fact.card)} face down on its mat.",
    facts.CardPutUnderMat: lambda fact: f"Seat {fact.seat} puts {_a_card(fact.card)} under its mat.",
    facts.CardPassed: lambda fact: f"Seat {fact.seat} passes {_a_card(fact.card)} to seat {fact.to}.",
    facts.CardAdded: _added,
    facts.BatchShuffled: lambda fact: _order(fact.cards, "The cards that were added lie on the progress deck in an order left to chance"),
    facts.CardSetAside: lambda fact: f"{card_name(fact.card)} is set aside for the next Work.",
    facts.WaitingCardDiscarded: _waiting,
    facts.ColonyFailed: lambda fact: f"The colony of seat {fact.seat} has failed.",
    facts.LeftToDo: _left,
    facts.TurnEnded: lambda fact: "The turn is over.",
    facts.GameEnded: _ended,
    SeatResigned: lambda fact: f"Seat {fact.seat} resigns.",
    PointsCounted: lambda fact: f"Seat {fact.seat} has {amount('points', fact.points)} for {_counted(fact)}.",
}


def _moving(people: int) -> str:
    return f"{amount('people', people)} {'moves' if people == 1 else 'move'}"


def _counted(fact: PointsCounted) -> str:
    """What a line of the score is for."""
    return _ITEMS.get(fact.item) or f"the people of {card_name(fact.item)}"


_ITEMS = {
    "people-on-mat": "the people on the mat",
    "highest-event": "the highest number among the events added",
    "extra-robots": "the robots added in the place of events",
}
