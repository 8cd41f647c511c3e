"""What seats do at once: picks opened, cards laid down revealed, cards passed to the left."""

from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.kernel.secret import known, sealed_for
from domain.moon_colony_bloodbath.effects import Act, Build, Choose, Step
from domain.moon_colony_bloodbath.facts import ActionPicked, CardLaid, CardPassed
from domain.moon_colony_bloodbath.rulebook import N_DELIVERY_DRONE, R3, R4, R22, R27, W1, W3, W5
from domain.moon_colony_bloodbath.rules.abilities import steps_of
from domain.moon_colony_bloodbath.rules.acting import lay
from domain.moon_colony_bloodbath.rules.asking import at_pass
from domain.moon_colony_bloodbath.rules.doing import Doing
from domain.moon_colony_bloodbath.rules.pacing import ahead
from domain.moon_colony_bloodbath.state import Frame, Player, Source, State


@cites(R4, W1, W3)
def open_picks(doing: Doing) -> None:
    """Every seat has picked: the chits are placed."""
    for seat in doing.state.living:
        answer = doing.state.players[seat].answer
        if answer is not None:
            doing.happens(ActionPicked(seat, known(answer)), W1)


@cites(W5, R4, R22, R3)
def reveal_laid(doing: Doing) -> bool:
    """Once every seat that may be building by the same card has laid one down, all are revealed and paid for."""
    state = doing.state
    laid = [seat for seat in state.living if _is_laid(state.players[seat])]
    if not laid:
        return False
    first = min(_number(state.players[seat].stack[-1]) for seat in laid)
    if any(_may_lay(state, state.players[seat], first) for seat in state.living if seat not in laid and not ahead(state, seat)):
        return False
    cards = {seat: known(answer) for seat in laid if (answer := state.players[seat].answer) is not None}
    # All of them are read before the first is opened, and all opened before the first is paid for.
    for seat, card in cards.items():
        doing.happens(CardLaid(seat, card), W5)
    for seat, card in cards.items():
        lay(doing, seat, card)
    return True


def _is_laid(player: Player) -> bool:
    frame = player.stack[-1] if player.stack else None
    return player.answer is not None and frame is not None and _builds_hidden(frame)


def _builds_hidden(frame: Frame) -> bool:
    return frame.kind == "action" and bool(frame.own and frame.shared)


def _number(frame: Frame) -> int:
    return frame.source.ability if frame.source else 0


def _may_lay(state: State, player: Player, first: int) -> bool:
    """Whether the seat may still come to lay a card down by the ability that others have laid theirs by."""
    return any(_frame_may_lay(state, frame, first) for frame in player.stack)


def _frame_may_lay(state: State, frame: Frame, first: int) -> bool:
    if frame.kind == "action":
        return _builds_hidden(frame) and _number(frame) <= first
    if frame.kind == "queue":
        return any(_builds(state, source, first) for source in frame.pending or ())
    if frame.source is None or not _for_all(state, frame.source, first) or frame.kind not in ("steps", "pay"):
        return False
    left = steps_of(state, frame)
    return any(map(may_build_by, left if frame.kind == "pay" else left[frame.step :]))


def _builds(state: State, source: Source, first: int) -> bool:
    ability = state.pack.cards[source.card].abilities[source.ability]
    return _for_all(state, source, first) and any(map(may_build_by, ability.steps))


def _for_all(state: State, source: Source, first: int) -> bool:
    return not source.building and source.card == state.turn.card and source.ability <= first


def may_build_by(step: Step) -> bool:
    match step:
        case Build():
            return True
        case Act():
            return "build" in step.actions
        case Choose():
            return any(may_build_by(each) for way in step.ways for each in way.steps)
        case _:
            return False


@cites(N_DELIVERY_DRONE, R27, R3)
def pass_left(doing: Doing) -> bool:
    """Once every seat with a card in hand has chosen one, all pass at once to the next seat that still plays."""
    seats = doing.state.living
    passing = [seat for seat in seats if at_pass(doing.state, seat)]
    if not passing or not all(_is_ready(doing.state, seat, seat in passing) for seat in seats):
        return False
    cards = {seat: known(answer) for seat in passing if (answer := doing.state.players[seat].answer) is not None}
    for seat, card in cards.items():
        to = seats[(seats.index(seat) + 1) % len(seats)]
        doing.happens(CardPassed(seat, to, sealed_for(card, *{seat, to})), N_DELIVERY_DRONE)
    # A seat without a card passed none and waited for one all the same: its text goes on, too.
    for seat in passing:
        doing.become(seat, replace(doing.top(seat), step=doing.top(seat).step + 1))
    return True


def _is_ready(state: State, seat: Seat, passing: bool) -> bool:
    """A seat that does not pass is waited for as long as it might come to it."""
    player = state.players[seat]
    return (player.answer is not None or not player.hand.size) if passing else (not player.stack or ahead(state, seat))
