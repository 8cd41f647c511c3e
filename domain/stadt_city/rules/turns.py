"""The flow of a round: each stage goes on by itself until somebody is asked."""

from collections.abc import Callable, Mapping

from domain.kernel.facts import DeadlineLifted, DeadlineSet
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from domain.stadt_city.facts import GameEnded, MovementBegun, MovementEnded, RoundBegun, StageBegun, StepsEnded, WindowPassed
from domain.stadt_city.rulebook import C1, H1, M7, O1, O2, R4, R6, R7, R9, R12, R14, R15, R18, R25, R29, R35
from domain.stadt_city.rules import alliances, challenges, digital, harbinger, placing, prize_draws, prizes, reports, ways, windows
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.scoring import decided, survivors
from domain.stadt_city.state import Stage, State


def run(doing: Doing) -> None:
    """Go on until somebody is asked, or the game is over; then deadlines are set for those who are asked in time."""
    while _goes_on(doing):
        pass
    _keep_deadlines(doing)


def _goes_on(doing: Doing) -> bool:
    """Do one thing that follows by itself; False when somebody is asked, or nobody is left to ask."""
    state = doing.state
    if state.stage == "over" or sum(not player.resigned for player in state.players) < 2:
        return False
    if state.burst or state.meeting:
        return False
    if pair := alliances.meeting_pair(state):
        alliances.meet(doing, pair)
        return True
    return _STAGES[state.stage](doing)


def _begin(doing: Doing, stage: Stage, rule: Rule) -> bool:
    doing.happens(StageBegun(stage), rule)
    return True


def _start(doing: Doing) -> bool:
    """Rolls for the Harbinger, entered by each seat at a physical table."""
    state = doing.state
    if len(state.tied) == 1:
        harbinger.name_harbinger(doing)
        return _begin(doing, "first-placing", R29)
    entering = state.options.dice == "entered"
    here = [seat for seat in harbinger.to_roll(state) if not entering or state.players[seat].resigned]
    for seat in here:
        harbinger.roll_title(doing, seat)
    return bool(here)


@cites(R29, R18)
def _placing(doing: Doing) -> bool:
    """Seats without a piece draw and place; once all have, the game may be over."""
    seat = placing.next_to_place(doing.state)
    if seat is not None:
        if doing.state.players[seat].piece is not None:
            return False
        placing.draw_piece(doing, seat)
        return True
    if decided(doing.state):
        doing.happens(GameEnded(survivors(doing.state)), R18)
        return True
    return _AFTER_PLACING[doing.state.stage](doing)


@cites(O1, O2, R9)
def _begin_round(doing: Doing) -> bool:
    """Oldest to youngest until a challenge has been played, then by points, the youngest first of those equal."""
    state = doing.state
    staying = tuple(seat for seat in state.by_age if not state.players[seat].resigned)
    by_points = tuple(sorted(staying, key=lambda seat: (-state.players[seat].points, -state.by_age.index(seat))))
    doing.happens(RoundBegun(state.round + 1, by_points if state.challenged else staying), O2 if state.challenged else O1)
    return True


@cites(R4, M7, R29)
def _next_movement(doing: Doing) -> bool:
    """The next seat in order that has a piece moves; when all have, the Harbinger's turn comes near."""
    players = doing.state.players
    for seat in doing.state.to_move:
        if players[seat].square is not None and not players[seat].resigned:
            doing.happens(MovementBegun(seat), R4 if players[seat].out else doing.state.ruleset.mover.stepping)
            return True
    return _TO_HARBINGER(doing)


@cites(R35)
def _window(then: Callable[[Doing], bool]) -> Callable[[Doing], bool]:
    """A moment at which cards are played: it goes on once all have passed."""
    return lambda doing: False if windows.asked(doing.state) is not None else then(doing)


@cites(R35)
def _moment(stage: Stage, then: Callable[[Doing], bool]) -> Callable[[Doing], bool]:
    """On to a moment at which cards are played; where there are none, straight to what follows it."""
    return lambda doing: _begin(doing, stage, R35) if doing.state.ruleset.has_prizes else then(doing)


@cites(H1)
def _begin_harbinger(doing: Doing) -> bool:
    return _begin(doing, "harbinger", H1)


_TO_HARBINGER = _moment("before-harbinger", _begin_harbinger)


def _can_move(state: State) -> bool:
    seat = state.active
    return seat is not None and state.players[seat].square is not None and not state.players[seat].resigned


def _roll(doing: Doing) -> bool:
    return False if _can_move(doing.state) else _end_steps(doing, doing.state.ruleset.mover.stepping)


@cites(R6, R7)
def _steps(doing: Doing) -> bool:
    if not _can_move(doing.state):
        return _end_steps(doing, doing.state.ruleset.mover.stepping)
    if ways.must_stay(doing.state):
        return _end_steps(doing, doing.state.ruleset.mover.short)
    return False


def _end_steps(doing: Doing, rule: Rule) -> bool:
    doing.happens(StepsEnded(_active(doing.state)), rule)
    return True


def _end_movement(doing: Doing) -> bool:
    doing.happens(MovementEnded(_active(doing.state)), doing.state.ruleset.mover.stepping)
    return True


def _active(state: State) -> Seat:
    return Seat(0) if state.active is None else state.active


@cites(R29)
def _fall(doing: Doing) -> bool:
    return harbinger.fall(doing) and _begin(doing, "placing", R29)


@cites(C1, R14)
def _begin_challenges(doing: Doing) -> bool:
    _begin(doing, "challenges", C1)
    challenges.fix(doing)
    for challenge in doing.state.challenges:
        digital.begin(doing, challenge.square)
    return True


@cites(R14, R25)
def _settle(doing: Doing) -> bool:
    """The round goes on once every square is settled."""
    if not all(challenge.settled for challenge in doing.state.challenges):
        return False
    challenges.take_effect(doing)
    return _begin(doing, "prizes", R25) if doing.state.ruleset.has_prizes else _begin(doing, "last-placing", R29)


@cites(R25)
def _draw(doing: Doing) -> bool:
    """Prize cards are drawn one seat after another; who holds too many discards before the next one draws."""
    prize_draws.draw(doing)
    return prize_draws.overfull(doing.state) is None and _begin(doing, "last-placing", R29)


_STAGES: Mapping[Stage, Callable[[Doing], bool]] = {
    "start": _start,
    "first-placing": _placing,
    "round-start": _window(_next_movement),
    "before-roll": _window(_roll),
    "before-steps": _window(_steps),
    "steps": _steps,
    "after-steps": _window(_end_movement),
    "moved": _next_movement,
    "before-harbinger": _window(_begin_harbinger),
    "harbinger": _fall,
    "placing": _placing,
    "before-challenges": _window(_begin_challenges),
    "challenges": _settle,
    "prizes": _draw,
    "last-placing": _placing,
    "round-end": _window(_begin_round),
}
_AFTER_PLACING: Mapping[Stage, Callable[[Doing], bool]] = {
    "first-placing": _begin_round,
    "placing": _moment("before-challenges", _begin_challenges),
    "last-placing": _moment("round-end", _begin_round),
}


@cites(R12, R15, R35)
def expire(doing: Doing, deadline: str) -> None:
    """Time has run out: a seat passes, does not ally, moves no further piece, or no longer objects."""
    kind, _, rest = deadline.partition(":")
    if kind == "window":
        doing.happens(WindowPassed(Seat(int(rest))), R35)
    elif kind == "burst":
        prizes.end_burst(doing)
    elif kind == "alliance":
        alliances.run_out(doing)
    else:
        reports.expire(doing, deadline)


@cites(R12, R15, R35)
def _keep_deadlines(doing: Doing) -> None:
    """The deadlines that run are those of what is asked now."""
    state = doing.state
    wanted = _wanted(state)
    for deadline in sorted(state.deadlines - wanted.keys()):
        doing.happens(DeadlineLifted(deadline), _TIMED[deadline.partition(":")[0]])
    for deadline in sorted(wanted.keys() - state.deadlines):
        doing.happens(DeadlineSet(deadline, state.options.answer_ms), wanted[deadline])


_TIMED: Mapping[str, Rule] = {"window": R35, "burst": R35, "alliance": R12, "objection": R15}


def _wanted(state: State) -> dict[str, Rule]:
    """The deadlines that should run, each with its rule."""
    if state.stage == "over":
        return {}
    if state.burst:
        return {f"burst:{state.burst.seat}": R35}
    if state.meeting:
        return {f"alliance:{state.meeting.first}:{state.meeting.second}": R12}
    names = set(reports.deadlines(state)) if state.stage == "challenges" else set()
    seat = windows.asked(state)
    return {**dict.fromkeys(names, R15), **({f"window:{seat}": R35} if seat is not None else {})}


@cites(R35)
def answered(doing: Doing, seat: Seat) -> None:
    """The seat has answered in its window: asked again, it has its whole time."""
    if (deadline := f"window:{seat}") in doing.state.deadlines:
        doing.happens(DeadlineLifted(deadline), R35)
