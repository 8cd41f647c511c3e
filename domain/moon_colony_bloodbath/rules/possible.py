"""Whether what is printed may happen now, and among what it may be done; all of it told from public facts."""

from collections.abc import Mapping

from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.abilities import Having, Trigger, steps_of
from domain.moon_colony_bloodbath.effects import (
    Act,
    Action,
    AddDevelopment,
    AddEvent,
    AddPerk,
    AddRobot,
    Build,
    Discard,
    Draw,
    Each,
    LayOnMat,
    LayUnderMat,
    Lose,
    LoseBuilding,
    LossSmaller,
    MoveBox,
    PutBoxes,
    RepeatPlay,
    Spend,
    Step,
)
from domain.moon_colony_bloodbath.rulebook import (
    N_FLAG,
    N_POTATO_FARM,
    R5,
    R10,
    R12,
    R13,
    R14,
    R15,
    R21,
    T6,
    W8,
)
from domain.moon_colony_bloodbath.rules.abilities import ability_of, food_is_money, sources, unbuildable
from domain.moon_colony_bloodbath.state import Source, State


def standing(state: State, seat: Seat, source: Source) -> bool:
    """Whether what bears the ability is there: a building in play, or one just lost whose LOST abilities are done."""
    if not source.building or ability_of(state, source).trigger is Trigger.LOST:
        return True
    return state.players[seat].building(source.building) is not None


@cites(T6, R14)
def usable(state: State, seat: Seat, source: Source) -> bool:
    """Whether an ability may happen now: it stands, its condition holds, its cost can be paid, and it can do something."""
    ability = ability_of(state, source)
    if not standing(state, seat, source) or not can_pay(state, seat, ability.cost, source.building):
        return False
    if ability.condition is not None and ability.trigger is not Trigger.START_OF_WORK and not holds(state, seat, ability.condition, source):
        return False
    # A box that would save nobody may not be spent, though it could be (MC-R14).
    if ability.trigger is Trigger.EVENT and any(isinstance(step, LossSmaller) for step in ability.steps):
        return pending_loss(state, seat) > 0
    return bool(ability.cost) or not ability.may or any(possible(state, seat, step, source) for step in ability.steps)


def holds(state: State, seat: Seat, condition: Having, source: Source) -> bool:
    had = _had(state, seat, condition.what, source)
    return condition.at_least <= had and (condition.at_most is None or had <= condition.at_most)


@cites(R15)
def _had(state: State, seat: Seat, what: str, source: Source) -> int:
    player = state.players[seat]
    match what:
        case "cards":
            return player.hand.size
        case "buildings":
            return len(player.buildings)
        case "boxes-here":
            return _boxes_here(state, seat, source.building)
        case "people-on-mat":
            return player.people
        case _:
            number: int = getattr(player, what)
            return number


def _boxes_here(state: State, seat: Seat, building: int) -> int:
    bearer = state.players[seat].building(building)
    return bearer.boxes if bearer else 0


@cites(R10, T6)
def can_pay(state: State, seat: Seat, costs: tuple[Spend, ...], building: int) -> bool:
    """Whether all of the costs together can be paid."""
    if not costs:
        return True
    asked: dict[str, int] = {}
    for cost in costs:
        asked[cost.what] = asked.get(cost.what, 0) + cost.amount
    if sum(cost.amount for cost in costs if cost.here) > _boxes_here(state, seat, building):
        return False
    return all(amount <= _at_hand(state, seat, what, asked) for what, amount in asked.items())


@cites(N_POTATO_FARM)
def _at_hand(state: State, seat: Seat, what: str, asked: Mapping[str, int]) -> int:
    """How much of it the seat could pay, where all that is ``asked`` has to be paid."""
    player = state.players[seat]
    match what:
        case "money":
            return player.money + (max(0, player.food - asked.get("food", 0)) if food_is_money(state, seat) else 0)
        case "people":
            return state.people(seat)
        case "cards":
            return player.hand.size
        case _:
            return player.boxes if what == "boxes" else player.food


def pending_loss(state: State, seat: Seat) -> int:
    """How many people the loss is about to take that the seat is nearest to."""
    return next((frame.amount or 0 for frame in reversed(state.players[seat].stack) if frame.kind == "loss"), 0)


@cites(W8, R5)
def possible(state: State, seat: Seat, step: Step, source: Source | None) -> bool:
    """Whether a step can be done at least in part (MC-R23)."""
    player = state.players[seat]
    match step:
        case Lose("boxes" | "money" | "food"):
            return bool(getattr(player, step.what))
        case LoseBuilding():
            return bool(player.buildings)
        case Discard() | LayOnMat():
            return player.hand.size > 0
        case PutBoxes():
            return bool(box_places(state, seat, step, source))
        case MoveBox():
            return bool(box_moves(state, seat))
        case Act():
            return bool(open_actions(state, seat, step))
        case Build():
            return may_build(state, seat)
        case RepeatPlay():
            return bool(repeatable(state, seat))
        case _:
            return _supplied(state, seat, step)


@cites(R12)
def _supplied(state: State, seat: Seat, step: Step) -> bool:
    """Whether there is a card left for a step that takes one."""
    match step:
        case Draw() | LayUnderMat():
            return any(state.lanes) or bool(state.discards)
        case AddPerk():
            return bool(state.players[seat].perks)
        case AddDevelopment():
            return state.pack.card_name(step.name) in state.developments
        case AddRobot():
            return bool(state.robots)
        case AddEvent():
            return bool(state.events)
        case _:
            return True


def may_build(state: State, seat: Seat) -> bool:
    """Whether there is anything that the seat could build, as far as everybody knows."""
    player = state.players[seat]
    return not unbuildable(state) and player.hand.size + player.on_mat.size > 0


def open_actions(state: State, seat: Seat, step: Act) -> tuple[Action, ...]:
    """The actions that may be taken; whether a card in hand may be built is not looked at here."""
    return tuple(action for action in step.actions if action != "build" or may_build(state, seat))


@cites(W8)
def box_places(state: State, seat: Seat, step: PutBoxes, source: Source | None) -> tuple[int, ...]:
    """The buildings, by number, onto which new boxes may go."""
    buildings = state.players[seat].buildings
    match step.where:
        case "here":
            return tuple(each.number for each in buildings if source and each.number == source.building)
        case "without-box":
            return tuple(each.number for each in buildings if not each.boxes)
        case "anywhere":
            return tuple(each.number for each in buildings)


def box_moves(state: State, seat: Seat) -> tuple[tuple[int, int], ...]:
    """From which building to which a box may move."""
    buildings = state.players[seat].buildings
    return tuple((each.number, other.number) for each in buildings for other in buildings if each.boxes and each is not other)


@cites(R21)
def repeatable(state: State, seat: Seat) -> tuple[Source, ...]:
    """The PLAY abilities that may be repeated: none of a card that itself repeats."""
    return tuple(source for source in sources(state, seat, Trigger.PLAY) if not _repeats(state, source))


def _repeats(state: State, source: Source) -> bool:
    abilities = state.pack.cards[source.card].abilities
    return any(isinstance(step, RepeatPlay) for ability in abilities for step in steps_of(ability))


@cites(R13, N_FLAG)
def times(state: State, seat: Seat, each: Each | None, discarded: int) -> int:
    """What an amount is multiplied by."""
    if each is None:
        return 1
    player = state.players[seat]
    cards = [state.pack.building(building.card) for building in player.buildings]
    match each.what:
        case "names":
            return len({card.key for card in cards} & set(each.names))
        case "plus" | "minus":
            return sum(card.symbol == each.what for card in cards)
        case "buildings":
            return len(cards)
        case "boxes":
            return player.boxes
        case "discarded":
            return discarded


def any_time(state: State, seat: Seat) -> tuple[Source, ...]:
    """The any-time abilities that the seat could use now; none inside a payment, of people least of all (MC-R20)."""
    player = state.players[seat]
    if player.out or state.phase != "turn" or any(frame.kind == "pay" for frame in player.stack):
        return ()
    return tuple(source for source in sources(state, seat, Trigger.ANY_TIME) if usable(state, seat, source))
