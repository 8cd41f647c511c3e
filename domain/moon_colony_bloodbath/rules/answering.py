"""Answers: each is judged, then it changes what lies on top of its seat's stack."""

from domain.kernel.facts import AnswerSealed
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused, require
from domain.kernel.replace import replace
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import known
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.commands import (
    Answer,
    Build,
    GoOn,
    PickAction,
    Stand,
    UseAbility,
)
from domain.moon_colony_bloodbath.facts import AbilityUsed, ActionShown, StandingAnswerGiven, WentOn
from domain.moon_colony_bloodbath.rulebook import (
    N_CONSTRUCTION_ROBOT,
    N_DELIVERY_DRONE,
    N_RD_STORAGE,
    R4,
    R5,
    R20,
    T1,
    T6,
    T7,
    W1,
    W4,
    W6,
)
from domain.moon_colony_bloodbath.rules.abilities import ability_of
from domain.moon_colony_bloodbath.rules.acting import begin, do_own_effect, lay, let_happen
from domain.moon_colony_bloodbath.rules.asking import SEALED, any_time_now, question
from domain.moon_colony_bloodbath.rules.doing import Doing
from domain.moon_colony_bloodbath.rules.options import (
    actions,
    cards_in,
    cards_to_build,
    first_abilities,
    frame_of,
    may_build_nothing,
    may_finish,
)
from domain.moon_colony_bloodbath.rules.prices import buildable_from
from domain.moon_colony_bloodbath.rules.resolving import leave_out
from domain.moon_colony_bloodbath.rules.steps import take_action
from domain.moon_colony_bloodbath.state import NOTHING, Source, State


@cites(T1)
def asked(state: State, seat: Seat, *kinds: str) -> str:
    """The kind of question that is open, one of these; refused otherwise."""
    kind = question(state, seat)
    if kind is None or kind not in kinds:
        raise Refused(T1, f"what is asked is {kind or 'nothing'}, not {' or '.join(kinds)}")
    return kind


@cites(R4, W1, N_DELIVERY_DRONE)
def answer_sealed(doing: Doing, command: Answer) -> None:
    """Pick, lay down or pass, unseen until everybody has."""
    state, seat, answer = doing.state, command.seat, known(command.answer)
    match asked(state, seat, *SEALED):
        case "pick":
            require_action(state, seat, answer)
        case "lay":
            require_card(state, seat, answer)
        case _:
            require(answer in cards_in(state.players[seat].hand), N_DELIVERY_DRONE, "the card is not in hand")
    doing.happens(AnswerSealed(seat, command.answer), R4)


@cites(W1, R5)
def require_action(state: State, seat: Seat, action: str) -> None:
    rule = R5 if action == "build" else W1
    require(action in actions(state, seat), rule, f"{action} cannot be taken now")


@cites(R5, N_CONSTRUCTION_ROBOT)
def require_card(state: State, seat: Seat, card: str) -> None:
    """Refuse a card that may not be built or cannot be paid for, and building nothing where something must be built."""
    if card == NOTHING:
        require(may_build_nothing(state, seat), R5, "a card must be built")
        return
    player = state.players[seat]
    rule = N_CONSTRUCTION_ROBOT if player.on_mat.size else W4
    require(card in cards_in(buildable_from(player)), rule, "there is no such card to build")
    require(card in cards_to_build(state, seat), R5, f"{card} may not be built now, or cannot be paid for")


@cites(R4)
def pick_action(doing: Doing, command: PickAction) -> None:
    seat = command.seat
    kind = asked(doing.state, seat, "work", "act")
    require_action(doing.state, seat, command.action)
    if kind == "work":
        doing.happens(ActionShown(seat, command.action), W1)
        return
    source = step_done(doing, seat)
    take_action(doing, seat, command.action, source)


def build(doing: Doing, command: Build) -> None:
    asked(doing.state, command.seat, "build")
    require(command.card != NOTHING, W4, "no card is named")
    require_card(doing.state, command.seat, command.card)
    lay(doing, command.seat, command.card)


@cites(R20, W6, N_RD_STORAGE)
def use_ability(doing: Doing, command: UseAbility) -> None:
    """An any-time ability, which takes back what was picked or laid down unseen; or one of the action's, as the next."""
    state, seat = doing.state, command.seat
    source = source_of(state, seat, command.building, command.ability, W6)
    if ability_of(state, source).trigger is Trigger.ANY_TIME:
        require(source in any_time_now(state, seat), R20, "the ability cannot be used now")
        doing.happens(AbilityUsed(seat, source.building, source.card), R20)
        begin(doing, seat, source)
        return
    asked(state, seat, "order", "lay", "build")
    require(source in first_abilities(state, seat), W6, "the ability is no part of this action, or cannot happen now")
    let_happen(doing, seat, source)


def source_of(state: State, seat: Seat, number: int, ability: int, rule: Rule) -> Source:
    building = state.players[seat].building(number)
    if building is None or not 0 <= ability < len(state.pack.building(building.card).abilities):
        raise Refused(rule, f"building {number} has no ability {ability}")
    return Source(building.card, number, ability)


@cites(W6)
def do_action(doing: Doing, seat: Seat) -> None:
    asked(doing.state, seat, "order")
    require(frame_of(doing.state, seat).own, W6, "the action itself is done")
    do_own_effect(doing, seat)


@cites(T6)
def accept(doing: Doing, seat: Seat) -> None:
    asked(doing.state, seat, "offer")
    source = (frame_of(doing.state, seat).pending or ())[0]
    # One that may be done again stays in the queue, and is offered until it is declined or can no longer be paid for.
    if not ability_of(doing.state, source).several:
        leave_out(doing, seat)
    begin(doing, seat, source)


@cites(T7)
def decline(doing: Doing, seat: Seat) -> None:
    """Do without an offer, without what is left of an action, or without a BUILD that was given."""
    match asked(doing.state, seat, "offer", "order", "build"):
        case "offer":
            leave_out(doing, seat)
        case "order":
            require(may_finish(doing.state, seat), T7, "what is left is not optional")
            doing.pop(seat)
        case _:
            require_card(doing.state, seat, NOTHING)
            lay(doing, seat, NOTHING)


@cites(R20)
def go_on(doing: Doing, command: GoOn) -> None:
    """Use no any-time ability: in the window, at the end of the turn, or before people are lost."""
    seat = command.seat
    asked(doing.state, seat, "go-on")
    if doing.state.players[seat].stack:
        doing.become(seat, replace(doing.top(seat), begun=True))
    else:
        doing.happens(WentOn(seat), R20)


@cites(R20)
def stand(doing: Doing, command: Stand) -> None:
    """Open to every seat at every moment, asked or not: so it tells nothing."""
    player = doing.state.players[command.seat]
    require(not player.out, R20, "the colony has failed")
    require(player.goes_on is not command.goes_on, R20, "that is the seat's standing answer already")
    doing.happens(StandingAnswerGiven(command.seat, command.goes_on), R20)


def step_done(doing: Doing, seat: Seat) -> Source | None:
    """The frame moves on behind its step or cost; where that is printed."""
    frame = doing.top(seat)
    doing.become(seat, replace(frame, step=frame.step + 1))
    return frame.source
