"""Losing people and buildings."""

from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.facts import BoxTaken, BuildingLost, Lost, PeopleMoved
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import (
    B3,
    B4,
    B5,
    L1,
    L2,
    L3,
    L4,
    L5,
    N_ASSEMBLY_LINE,
    N_BUDGET_CUTS,
    N_DRILLING_ROBOT,
    N_ENGINEERS,
    N_RADIATION,
    N_REPAIRS,
    N_ROBOT_BUTLER,
    N_ROBOT_WAITER,
    R9,
    R29,
    X1,
)
from domain.moon_colony_bloodbath.rules.abilities import printed
from domain.moon_colony_bloodbath.rules.citing import rule_of
from domain.moon_colony_bloodbath.rules.doing import Doing, card_of
from domain.moon_colony_bloodbath.state import Frame, Source


@cites(L3)
def owe(doing: Doing, seat: Seat, people: int, source: Source | None) -> None:
    """So many people are to be lost, as one loss, next."""
    if people:
        doing.push(seat, Frame("loss", source=source, amount=people))


@cites(L1, L2, L5, R9, B4)
def go_on_losing(doing: Doing, seat: Seat) -> None:
    """The next part of the loss on top of the stack that needs no answer: people, the only building, or failing."""
    loss, player = doing.top(seat), doing.state.players[seat]
    people = loss.amount or 0
    if people <= player.people:
        doing.pop(seat)
        if people:
            doing.happens(Lost(seat, "people", people, card_of(loss.source)), _rule(doing, loss.source))
            _empty(doing, seat)
    elif player.buildings:
        lose_building(doing, seat, player.buildings[0].number)
    else:
        if player.people:
            doing.happens(Lost(seat, "people", player.people, card_of(loss.source)), R9)
        doing.fail(seat)


@cites(L1, X1)
def _rule(doing: Doing, source: Source | None) -> Rule:
    """A robot's own loss comes before the rest of its text and its note."""
    if source is None:
        return L1
    robot = not source.building and doing.state.pack.progress(source.card).kind is Kind.ROBOT
    return X1 if robot else rule_of(doing.state, source)


@cites(L5)
def _empty(doing: Doing, seat: Seat) -> None:
    if not doing.state.people(seat):
        doing.fail(seat)


@cites(B3, B5, L4, R29, N_DRILLING_ROBOT, N_ENGINEERS, N_RADIATION, N_ASSEMBLY_LINE)
def lose_building(doing: Doing, seat: Seat, number: int) -> None:
    """Card, people, boxes, then its LOST abilities next, in printed order."""
    building = doing.state.players[seat].building(number)
    if building is None:
        return
    # Looked up while it stands: what is lost is no longer among the seat's buildings.
    left = printed(doing.state, building, Trigger.LOST)
    people = doing.state.pack.building(building.card).people
    doing.happens(BuildingLost(seat, number, building.card), B3)
    if people:
        doing.happens(PeopleMoved(seat, people, building.card), R29)
    doing.queue(seat, left)


@cites(N_BUDGET_CUTS, N_ROBOT_WAITER)
def lose(doing: Doing, seat: Seat, what: str, amount: int, source: Source | None) -> None:
    """Lose money or food, or what there is."""
    lost = min(amount, getattr(doing.state.players[seat], what))
    if lost:
        doing.happens(Lost(seat, what, lost, card_of(source)), rule_of(doing.state, source))


@cites(N_ROBOT_BUTLER, N_REPAIRS)
def take_boxes(doing: Doing, seat: Seat, numbers: tuple[int, ...], source: Source | None) -> None:
    """Boxes are spent or lost, one for each number of a building."""
    for number in numbers:
        building = doing.state.players[seat].building(number)
        if building is not None:
            doing.happens(BoxTaken(seat, number, building.card), rule_of(doing.state, source))
