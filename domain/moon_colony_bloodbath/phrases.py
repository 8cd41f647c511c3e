"""A short phrase for each choice in Moon Colony Bloodbath: cards and buildings by name, abilities as they are printed."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.fact import Command
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.kernel.secret import Hidden, Secret, reveal
from domain.moon_colony_bloodbath import commands
from domain.moon_colony_bloodbath.outcomes import perhaps
from domain.moon_colony_bloodbath.parts import Building, Card, CardName
from domain.moon_colony_bloodbath.state import NOTHING, Frame, Source, State
from domain.moon_colony_bloodbath.words import amount, listed


def describe(state: State, choice: Choice) -> str:
    """What the choice does, and in brackets what it surely costs and gives."""
    sides = (("costs", _told(choice.costs)), ("gives", _told(choice.gives)))
    told = [f"{side} {', '.join(amounts)}" for side, amounts in sides if amounts]
    phrase = _PHRASES[type(choice.command)](state, choice.command)
    return f"{phrase} ({'; '.join(told)})" if told else phrase


def _told(amounts: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """Each amount in words; a card that is given up is named by the phrase already."""
    return tuple(amount(what, number) for what, number in amounts if ":" not in what)


def _card(state: State, card: Secret[str]) -> str:
    shown = reveal(card)
    return "a card" if isinstance(shown, Hidden) else state.pack.called(shown)


def _building(state: State, seat: Seat, number: int) -> str:
    """A building by its card; with its number where its owner has two of the kind, or it no longer stands."""
    player = state.players[seat]
    building = player.building(number)
    if building is None:
        return f"building {number}"
    alike = sum(each.card == building.card for each in player.buildings)
    called = state.pack.called(building.card)
    return called if alike == 1 else f"{called}, building {number}"


_PREFIX, _SEMICOLON, _WAYS = re.compile(r"^(?:(?:may|several|once): )+"), re.compile(r"; (?![^\[]*\])"), re.compile(r"\[([^\[\]]+)\]")
"""How an ability is offered; what parts steps, but not within the brackets of a way; the ways."""

_SPEND = re.compile(r"(\bspend [^:]*): ")
_UNDER_MAT = re.compile(r"\b(lay (?:an?|\d+) cards?) under the mat")
"""As it is written on a card; where the cards come from is said to whoever chooses."""


def _printed(state: State, source: Source) -> str:
    """What an ability says, as it is written on its card but for the moment when it happens."""
    card = state.pack.cards[source.card]
    says = card.says[source.ability]
    return says.partition(": ")[2] if isinstance(card, Building) else says


def _plain(text: str) -> str:
    ways = _PREFIX.sub("", text).replace("choose [", "either ").replace("] [", " or ").replace("]", "")
    return _SPEND.sub(r"\1, then ", _UNDER_MAT.sub(r"\1 from the deck under the mat", ways)).replace(": ", ", ")


def _with_text(state: State, name: CardName) -> str:
    """A card with all that it says."""
    card = state.pack.cards[name]
    told = (_line(card, line) if number < len(card.abilities) else line for number, line in enumerate(card.says))
    return ": ".join(filter(None, (card.name, "; ".join(told))))


def _line(card: Card, line: str) -> str:
    """An ability as it is printed, with the moment when it happens."""
    moment, _, says = line.partition(": ")
    return f"{moment}: {_plain(says)}" if isinstance(card, Building) else _plain(line)


def _lose(state: State, command: commands.LoseBuilding) -> str:
    building = state.players[command.seat].building(command.building)
    name = _building(state, command.seat, command.building)
    card = state.pack.building(building.card) if building else None
    lost = (_line(card, line) for line in card.says if line.startswith("LOST: ")) if card else ()
    return "; ".join((f"lose {name}", *lost))


def _ability(state: State, seat: Seat, number: int, ability: int) -> str:
    building = state.players[seat].building(number)
    name = _building(state, seat, number)
    return f"{name}: {_plain(_printed(state, Source(building.card, number, ability)))}" if building else name


def _top(state: State, seat: Seat, *kinds: str) -> Frame | None:
    stack = state.players[seat].stack
    return stack[-1] if stack and stack[-1].kind in kinds else None


def _offered(state: State, seat: Seat) -> str:
    """The ability that is offered, by its card and its text; nothing where none is."""
    frame = _top(state, seat, "queue")
    if frame is None or not frame.pending:
        return ""
    source = frame.pending[0]
    name = _building(state, seat, source.building) if source.building else state.pack.called(source.card)
    return f"{name}: {_plain(_printed(state, source))}"


def _accept(state: State, command: commands.Accept) -> str:
    offered = _offered(state, command.seat)
    return f"do {offered}" if offered else "do it"


def _decline(state: State, command: commands.Decline) -> str:
    frame = _top(state, command.seat, "action")
    if frame is not None:
        return "build nothing" if frame.own and frame.action == "build" else f"leave the rest of {(frame.action or '').upper()}"
    offered = _offered(state, command.seat)
    return f"do without {offered}" if offered else "do without it"


def _do_action(state: State, command: commands.DoAction) -> str:
    frame = _top(state, command.seat, "action")
    return f"{(frame.action or '').upper()} itself" if frame else "do the action itself"


def _way(state: State, command: commands.ChooseWay) -> str:
    frame = _top(state, command.seat, "steps")
    if frame is None or frame.source is None or frame.way is not None:
        return f"way {command.way + 1} of the card"
    step = _SEMICOLON.split(_printed(state, frame.source))[frame.step]
    return f"{state.pack.called(frame.source.card)}: {_plain(_WAYS.findall(step)[command.way])}"


def _boxes(state: State, command: commands.ChooseBoxes) -> str:
    numbers = tuple(dict.fromkeys(command.buildings))
    if not numbers:
        return "no boxes"
    told = tuple(f"{amount('boxes', command.buildings.count(each))} on {_building(state, command.seat, each)}" for each in numbers)
    return listed(told)


def _move(state: State, command: commands.MoveBox) -> str:
    start, to = (_building(state, command.seat, number) for number in (command.building, command.to))
    return f"move a box from {start} to {to}"


def _pick(state: State, seat: Seat, action: str) -> str:
    """An action, what may be said of it beside amounts, and the abilities that may come of it."""
    says = _SAYS.get(action, "") if action != "restock" or not state.players[seat].buildings else ""
    more = "; ".join(_ability(state, seat, source.building, source.ability) for source in perhaps(state, seat, action))
    return "; perhaps ".join(filter(None, (f"pick {action.upper()}{says}", more)))


_SAYS = {"build": ": pay for a card and put it into play", "restock": ": there is no building to put boxes on"}


def _answer(state: State, command: commands.Answer) -> str:
    answer = reveal(command.answer)
    if isinstance(answer, Hidden):
        return "choose, unseen"
    if answer == NOTHING:
        return "build nothing"
    if ":" not in answer:
        return _pick(state, command.seat, answer)
    return f"build {_with_text(state, answer)}" if _top(state, command.seat, "action") else f"pass {state.pack.called(answer)}"


_PHRASES: Mapping[type[Command], Callable[[State, Any], str]] = {
    commands.Answer: _answer,
    commands.PickAction: lambda state, command: _pick(state, command.seat, command.action),
    commands.Build: lambda state, command: f"build {_with_text(state, command.card)}",
    commands.UseAbility: lambda state, command: f"use {_ability(state, command.seat, command.building, command.ability)}",
    commands.DoAction: _do_action,
    commands.Accept: _accept,
    commands.Decline: _decline,
    commands.GoOn: lambda state, command: "go on",
    commands.Stand: lambda state, command: "go on from now on" if command.goes_on else "be asked from now on",
    commands.DiscardCards: lambda state, command: f"discard {listed(tuple(map(state.pack.called, command.cards)))}",
    commands.LayCardOnMat: lambda state, command: f"lay {_card(state, command.card)} on the mat",
    commands.ChooseBoxes: _boxes,
    commands.MoveBox: _move,
    commands.LoseBuilding: _lose,
    commands.Pay: lambda state, command: f"pay {command.food} food, the rest in money" if command.food else "pay in money",
    commands.AddPerk: lambda state, command: f"add {_with_text(state, command.card)}",
    commands.RepeatAbility: lambda state, command: f"repeat {_ability(state, command.seat, command.building, command.ability)}",
    commands.ChooseWay: _way,
}
