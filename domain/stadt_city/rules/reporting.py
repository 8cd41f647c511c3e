"""Whom a challenge's end waits for, and what each may say of it."""

from collections.abc import Iterator

from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice
from domain.kernel.refusal import Refused
from domain.kernel.rule import cites
from domain.kernel.secret import sealed_for
from domain.stadt_city.commands import Confirm, Doubt, Report, SealReport, Withdraw
from domain.stadt_city.rulebook import R14, R15
from domain.stadt_city.rules.challenges import members
from domain.stadt_city.rules.reports import (
    HARBINGER,
    OBJECTION,
    is_sealed,
    may_confirm,
    may_doubt,
    may_report,
    sides_left,
    silent_sides,
    unsettled,
)
from domain.stadt_city.state import Challenge, State


@cites(R14, R15)
def waiting(state: State) -> tuple[Asked, ...]:
    """Everybody who may say something of a challenge; required is what the outcome waits for.

    What one says of a report, another's word may change: so that is asked ``alone``. Only sealed reports, one for each side,
    stand whatever others do.
    """
    found = tuple(asked for challenge in unsettled(state) for asked in _asked(state, challenge))
    seat = state.harbinger
    if seat is None or state.players[seat].resigned or _takes_part(state, seat) or not any(_reports(state, seat)):
        return found
    return (*found, Asked(seat, "report", required=False, detail=HARBINGER))


def _takes_part(state: State, seat: Seat) -> bool:
    """Whether the seat has a challenge of its own still to be settled."""
    challenge = state.challenge_of(seat)
    return challenge is not None and not challenge.settled


def _asked(state: State, challenge: Challenge) -> Iterator[Asked]:
    detail = f"{challenge.square} {challenge.reports}"
    speakers = {members(state, challenge, side)[0] for side in silent_sides(state, challenge)}
    for seat in (seat for seat in challenge.participants if not state.players[seat].resigned):
        if is_sealed(state, challenge):
            alone = seat not in speakers and state.players[seat].answer is None
            yield Asked(seat, "seal-report", alone=alone, required=seat in speakers, detail=detail)
        elif challenge.reported is None:
            yield Asked(seat, "report", detail=detail)
        else:
            required = seat in challenge.doubters or may_confirm(challenge, seat)
            yield Asked(seat, "confirm", required=required, detail=detail)


@cites(R15)
def stops(state: State, outcome: str) -> tuple[tuple[str, str], ...]:
    """What a dispute about the outcome reported on a square keeps from going on: its own questions and its deadline, no other's."""
    challenge = state.challenge_on(outcome)
    if challenge is None or challenge.settled or challenge.reported is None:
        raise Refused(R15, f"outcome: none that could be disputed is reported on {outcome}")
    detail = f"{challenge.square} {challenge.reports}"
    return (("report", detail), ("confirm", detail), ("deadline", f"{OBJECTION}:{challenge.square}:{challenge.reports}"))


def choices(state: State, seat: Seat) -> Iterator[Choice]:
    """Every word of the seat on its own challenge, and the Harbinger's on all."""
    challenge = next((challenge for challenge in unsettled(state) if challenge.side_of(seat) is not None), None)
    if challenge is not None and is_sealed(state, challenge):
        for side in sides_left(state, challenge):
            yield Choice(SealReport(seat, sealed_for(side, seat)))
        return
    if challenge is not None and challenge.reported is not None:
        yield from _answers(challenge, seat)
    yield from _reports(state, seat)


def _answers(challenge: Challenge, seat: Seat) -> Iterator[Choice]:
    if may_confirm(challenge, seat):
        yield Choice(Confirm(seat, challenge.square))
    if may_doubt(challenge, seat):
        yield Choice(Doubt(seat, challenge.square))
    if seat in challenge.doubters:
        yield Choice(Withdraw(seat, challenge.square))


def _reports(state: State, seat: Seat) -> Iterator[Choice]:
    for challenge in unsettled(state):
        if challenge.side_of(seat) is not None or seat == state.harbinger:
            allowed = (side for side in sides_left(state, challenge) if _allowed(state, challenge, seat, side))
            yield from (Choice(Report(seat, challenge.square, side)) for side in allowed)


def _allowed(state: State, challenge: Challenge, seat: Seat, side: int) -> bool:
    try:
        may_report(state, challenge, seat, side)
    except Refused:
        return False
    return True
