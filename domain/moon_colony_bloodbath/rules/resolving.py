"""The resolver: every seat works through its stack as far as it needs no answer and waits for nobody."""

from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.rulebook import E5, R3, T5, T7
from domain.moon_colony_bloodbath.rules.abilities import optional, steps_of
from domain.moon_colony_bloodbath.rules.acting import begin, buy, go_on_acting
from domain.moon_colony_bloodbath.rules.asking import at_pass, question
from domain.moon_colony_bloodbath.rules.doing import Doing
from domain.moon_colony_bloodbath.rules.losing import go_on_losing
from domain.moon_colony_bloodbath.rules.pacing import ahead
from domain.moon_colony_bloodbath.rules.possible import usable
from domain.moon_colony_bloodbath.rules.prices import food_parts
from domain.moon_colony_bloodbath.rules.steps import do_step, pay_next


@cites(R3)
def advance(doing: Doing, seat: Seat) -> bool:
    """Carry one seat as far as it goes by itself; whether it got anywhere."""
    moved = False
    while _goes_on(doing, seat):
        _advance(doing, seat)
        moved = True
    return moved


def _goes_on(doing: Doing, seat: Seat) -> bool:
    player = doing.state.players[seat]
    if player.out or not player.stack or question(doing.state, seat) is not None:
        return False
    return not at_pass(doing.state, seat) and not ahead(doing.state, seat)


def _advance(doing: Doing, seat: Seat) -> None:
    frame = doing.top(seat)
    match frame.kind:
        case "queue":
            _next_ability(doing, seat)
        case "steps":
            _next_step(doing, seat)
        case "pay":
            pay_next(doing, seat)
        case "action":
            go_on_acting(doing, seat)
        case "loss":
            go_on_losing(doing, seat)
        case "price":
            buy(doing, seat, food_parts(doing.state, seat, frame.amount or 0)[0])


@cites(T7)
def _next_ability(doing: Doing, seat: Seat) -> None:
    """The next ability of a queue: one that can be done is done, the others are passed over."""
    source = (doing.top(seat).pending or ())[0]
    # Left out first: what it sets off is pushed on top, and would otherwise be taken for what is left out.
    leave_out(doing, seat)
    ability = doing.state.pack.cards[source.card].abilities[source.ability]
    if usable(doing.state, seat, source) and not optional(ability):
        begin(doing, seat, source)


def leave_out(doing: Doing, seat: Seat) -> None:
    """The queue goes on behind its first ability."""
    frame = doing.top(seat)
    rest = (frame.pending or ())[1:]
    if rest:
        doing.become(seat, replace(frame, pending=rest))
    else:
        doing.pop(seat)


@cites(T5, E5)
def _next_step(doing: Doing, seat: Seat) -> None:
    frame = doing.top(seat)
    steps = steps_of(doing.state, frame)
    if frame.step >= len(steps):
        doing.pop(seat)
        return
    doing.become(seat, replace(frame, step=frame.step + 1))
    do_step(doing, seat, steps[frame.step])
