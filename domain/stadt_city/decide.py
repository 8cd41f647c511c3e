"""From each command to its rule."""

from typing import assert_never

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.facts import Expire
from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import Rule
from domain.stadt_city.challenges import Bank, CallColour, RollDice, SetAside
from domain.stadt_city.commands import (
    AnswerAlliance,
    ChooseDrink,
    Command,
    Confirm,
    DiscardPrizes,
    Doubt,
    Head,
    MoveInBurst,
    Pass,
    Place,
    PlayPrize,
    Report,
    RollForTitle,
    RollMovement,
    RollPairs,
    RuleOutcome,
    SealReport,
    SpeakUp,
    StandBy,
    Stay,
    Step,
    Walk,
    Withdraw,
)
from domain.stadt_city.questions import waiting
from domain.stadt_city.rulebook import A1, H1, R18, R29, S2
from domain.stadt_city.rules import alliances, digital, drinks, harbinger, moving, placing, prize_draws, prizes, reports, turns, windows
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.state import State


def decide(state: State, command: Command | Expire, chance: Chance) -> Facts:
    """What a command causes, until the table waits again. Raises Refused, or Unknown on a view that lacks a card."""
    require(state.stage != "over", R18, "the game is over")
    doing = Doing(state, chance)
    _answer(doing, command)
    turns.run(doing)
    return doing.facts()


def resign(state: State, seat: Seat, chance: Chance) -> Facts:
    """What others were waiting for goes on without the seat that has just resigned."""
    doing = Doing(state, chance)
    alliances.leave(doing, seat)
    reports.resigned(doing, seat)
    for challenge in doing.state.challenges:
        digital.settle(doing, challenge.square)
    prizes.fall(doing)
    turns.run(doing)
    return doing.facts()


def _asked(doing: Doing, seat: Seat, kind: str, rule: Rule) -> None:
    """Refuse by this rule what is not asked of the seat now."""
    asked = any(asked.seat == seat and asked.kind == kind for asked in waiting(doing.state))
    require(asked, rule, f"seat {seat} is not asked for this now")


def _answer(doing: Doing, command: Command | Expire) -> None:
    match command:
        case RollForTitle():
            _asked(doing, command.seat, "roll-title", S2)
            harbinger.roll_for_title(doing, command)
        case Place():
            _asked(doing, command.seat, "place", R29)
            placing.place(doing, command)
        case AnswerAlliance():
            _asked(doing, command.seat, "alliance", A1)
            alliances.answer(doing, command)
        case RollPairs():
            _asked(doing, command.seat, "pairs", H1)
            harbinger.roll_pairs(doing, command)
        case RollMovement():
            moving.roll(doing, command)
        case Stay():
            moving.stay(doing, command)
        case Step():
            moving.step(doing, command)
            turns.answered(doing, command.seat)
        case Walk():
            moving.walk(doing, command)
        case Head():
            moving.head(doing, command)
        case PlayPrize():
            prizes.play(doing, command)
            turns.answered(doing, command.seat)
        case MoveInBurst():
            prizes.move_in_burst(doing, command)
        case Pass():
            windows.pass_on(doing, command)
            turns.answered(doing, command.seat)
        case StandBy():
            windows.stand_by(doing, command)
        case SpeakUp():
            windows.speak_up(doing, command)
        case DiscardPrizes():
            prize_draws.discard(doing, command)
        case Report():
            reports.report(doing, command)
        case SealReport():
            reports.seal_report(doing, command)
        case Confirm():
            reports.confirm(doing, command)
        case Doubt():
            reports.doubt(doing, command)
        case Withdraw():
            reports.withdraw(doing, command)
        case ChooseDrink():
            drinks.choose_drink(doing, command)
        case RuleOutcome():
            reports.rule_outcome(doing, command)
        case CallColour() | RollDice() | SetAside() | Bank():
            digital.play(doing, command)
        case Expire():
            turns.expire(doing, command.deadline)
        case _:
            assert_never(command)
