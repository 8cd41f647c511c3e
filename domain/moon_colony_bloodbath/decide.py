"""From each command to its rule."""

from typing import assert_never

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.facts import Expire
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused, require
from domain.moon_colony_bloodbath.commands import (
    Accept,
    AddPerk,
    Answer,
    Build,
    ChooseBoxes,
    ChooseWay,
    Command,
    Decline,
    DiscardCards,
    DoAction,
    GoOn,
    LayCardOnMat,
    LoseBuilding,
    MoveBox,
    Pay,
    PickAction,
    RepeatAbility,
    Stand,
    UseAbility,
)
from domain.moon_colony_bloodbath.rulebook import E8, R7, T4
from domain.moon_colony_bloodbath.rules import answering, choosing
from domain.moon_colony_bloodbath.rules.doing import Doing
from domain.moon_colony_bloodbath.rules.turns import run
from domain.moon_colony_bloodbath.state import State


def decide(state: State, command: Command | Expire, chance: Chance) -> Facts:
    """What a command causes, until the table waits again. Raises Refused, or Unknown on a view that lacks a card."""
    require(state.phase != "over", E8 if state.ended_by == "manual" else R7, "the game is over")
    doing = Doing(state, chance)
    _answer(doing, command)
    run(doing)
    return doing.facts()


def resign(state: State, seat: Seat, chance: Chance) -> Facts:
    """What others were waiting for goes on without the seat that has just resigned."""
    doing = Doing(state, chance)
    run(doing)
    return doing.facts()


def _answer(doing: Doing, command: Command | Expire) -> None:
    match command:
        case Answer():
            answering.answer_sealed(doing, command)
        case PickAction():
            answering.pick_action(doing, command)
        case Build():
            answering.build(doing, command)
        case UseAbility():
            answering.use_ability(doing, command)
        case DoAction():
            answering.do_action(doing, command.seat)
        case Accept():
            answering.accept(doing, command.seat)
        case Decline():
            answering.decline(doing, command.seat)
        case GoOn():
            answering.go_on(doing, command)
        case Stand():
            answering.stand(doing, command)
        case DiscardCards():
            choosing.discard_cards(doing, command)
        case LayCardOnMat():
            choosing.lay_card_on_mat(doing, command)
        case ChooseBoxes():
            choosing.choose_boxes(doing, command)
        case MoveBox():
            choosing.choose_move(doing, command)
        case LoseBuilding():
            choosing.choose_building(doing, command)
        case Pay():
            choosing.pay(doing, command)
        case AddPerk():
            choosing.choose_perk(doing, command)
        case RepeatAbility():
            choosing.choose_repeated(doing, command)
        case ChooseWay():
            choosing.choose_way(doing, command)
        case Expire():
            raise Refused(T4, "no deadline is part of this game")
        case _:
            assert_never(command)
