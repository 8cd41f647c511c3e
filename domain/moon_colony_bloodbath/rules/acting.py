"""Actions, their abilities, and BUILD from the card laid down to its PLAY abilities."""

from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.effects import Build
from domain.moon_colony_bloodbath.facts import BuildingBuilt
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.rulebook import (
    B1,
    N_ALUMINUM_MINE,
    N_CONSTRUCTION_KITS,
    N_GRAND_PLAN,
    N_INNOVATION,
    N_OVERTIME,
    N_SOLAR_PANELS,
    R5,
    R18,
    R19,
    R22,
    W4,
    W6,
    W7,
)
from domain.moon_colony_bloodbath.rules.abilities import ability_of, optional, sources
from domain.moon_colony_bloodbath.rules.asking import open_abilities
from domain.moon_colony_bloodbath.rules.doing import Doing
from domain.moon_colony_bloodbath.rules.possible import may_build
from domain.moon_colony_bloodbath.rules.prices import price
from domain.moon_colony_bloodbath.state import NOTHING, Frame, Source


@cites(R18, W7)
def act(doing: Doing, seat: Seat, action: str, source: Source | None) -> None:
    """An action begins: the abilities of the buildings in play now belong to it."""
    abilities = sources(doing.state, seat, Trigger(action))
    doing.push(seat, Frame("action", source, pending=abilities, action=action, own=True, shared=_shared(doing, source, action)))


@cites(R22, N_INNOVATION, N_OVERTIME, N_CONSTRUCTION_KITS, N_GRAND_PLAN)
def may_act_build(doing: Doing, seat: Seat, step: Build, source: Source | None) -> None:
    """A BUILD that a card gives, of a cost within its bounds; it may be declined."""
    if not may_build(doing.state, seat):
        return
    act(doing, seat, "build", source)
    doing.become(seat, replace(doing.top(seat), may=True, at_least=step.at_least or None, at_most=step.at_most))


@cites(R22)
def _shared(doing: Doing, source: Source | None, action: str) -> bool | None:
    """Whether others may be building by the same card: at a Work, or when a card for all says so by itself."""
    if action != "build":
        return None
    for_all = source is None or (not source.building and source.card == doing.state.turn.card and not is_perk(doing, source))
    return True if for_all else None


def is_perk(doing: Doing, source: Source) -> bool:
    return bool(doing.state.pack.progress(source.card).scientist)


@cites(W6, R18, R19, N_ALUMINUM_MINE, N_SOLAR_PANELS)
def go_on_acting(doing: Doing, seat: Seat) -> None:
    """The next part of the action that needs no answer: its own effect, the only ability left, or its end."""
    frame = doing.top(seat)
    must, _ = open_abilities(doing.state, seat, frame)
    if frame.own:
        do_own_effect(doing, seat)
    elif must:
        let_happen(doing, seat, must[0])
    else:
        doing.pop(seat)


def do_own_effect(doing: Doing, seat: Seat) -> None:
    """What the action does by itself; a BUILD with nothing to build does nothing (MC-T5)."""
    frame = doing.top(seat)
    doing.become(seat, replace(frame, own=None))
    if frame.action != "build":
        doing.push(seat, Frame("steps", action=frame.action))


@cites(W6)
def let_happen(doing: Doing, seat: Seat, source: Source) -> None:
    """An ability of the action happens now; one that may be done several times stays open."""
    frame = doing.top(seat)
    ability = ability_of(doing.state, source)
    again = ability.several and optional(ability)
    # A mandatory ability happens once an action, even where the card says several: else it would never be done.
    pending = tuple(each for each in frame.pending or () if again or each != source)
    doing.become(seat, replace(frame, pending=pending, begun=True))
    begin(doing, seat, source)


def begin(doing: Doing, seat: Seat, source: Source, way: tuple[int, int] | None = None) -> None:
    """Pay what an ability, or one of its ways, asks, then do its steps."""
    doing.push(seat, Frame("steps", source, way=way), Frame("pay", source, way=way))


@cites(W4, R5)
def lay(doing: Doing, seat: Seat, card: CardName) -> None:
    """The card chosen to be built is paid for next; with none, a BUILD that was given and not begun does not take place."""
    frame = doing.top(seat)
    if card == NOTHING and frame.may and not frame.begun:
        doing.pop(seat)
        return
    doing.become(seat, replace(frame, own=None, begun=True))
    if card != NOTHING:
        doing.push(seat, Frame("price", card=card, amount=price(doing.state, seat, card)))


@cites(W4, B1)
def buy(doing: Doing, seat: Seat, food: int) -> None:
    """Pay the price, put the card into play, and do its PLAY abilities next, in printed order."""
    frame = doing.top(seat)
    card = frame.card or ""
    doing.pop(seat)
    doing.pay(seat, frame.amount or 0, food, card, W4)
    number = doing.state.players[seat].built + 1
    doing.happens(BuildingBuilt(seat, number, card), W4)
    doing.queue(seat, tuple(each for each in sources(doing.state, seat, Trigger.PLAY) if each.building == number))
