"""How challenges end: somebody reports who won, and the losers confirm it; or every side reports sealed; or a judge rules."""

from domain.kernel.facts import AnswerSealed
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites
from domain.kernel.secret import Hidden, Secret, known, reveal
from domain.kernel.text import fits
from domain.stadt_city.board import Square
from domain.stadt_city.commands import Confirm, Doubt, Report, RuleOutcome, SealReport, Withdraw
from domain.stadt_city.facts import (
    ChallengeCalledOff,
    DoubtWithdrawn,
    OutcomeConfirmed,
    OutcomeDoubted,
    OutcomeReported,
    OutcomeSettled,
    ReportOpened,
    ReportsDiffered,
    ReportVoided,
)
from domain.stadt_city.rulebook import C1, R15, R38, R39
from domain.stadt_city.rules.challenges import members
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.state import Challenge, State

HARBINGER = "harbinger"
OBJECTION = "objection"
"""What the names of these deadlines begin with: ``objection:<square>:<reports so far>``."""
LONGEST_TEXT = 500


@cites(R15, R38)
def report(doing: Doing, command: Report) -> None:
    """A participant or the Harbinger says who won. A losing side's report is its confirmation."""
    challenge = open_challenge(doing.state, command.square)
    may_report(doing.state, challenge, command.seat, command.side)
    _check_text(command.note, "note")
    own = challenge.side_of(command.seat)
    source = source_of(challenge, command.seat)
    doing.happens(OutcomeReported(challenge.square, command.side, members(doing.state, challenge, command.side), source, command.note), R15)
    if own is not None and own != command.side:
        doing.happens(OutcomeConfirmed(challenge.square, own, command.seat), R15)
    _settle_if_confirmed(doing, challenge.square)


@cites(R15)
def may_report(state: State, challenge: Challenge, seat: Seat, side: int) -> None:
    """Refused unless this seat may say now that this side won: a report that stands is corrected by those who made it alone."""
    takes_part = challenge.side_of(seat) is not None
    require(takes_part or seat == state.harbinger, R15, "a participant reports, or the Harbinger")
    require(not is_sealed(state, challenge), R15, f"on {challenge.square} every side reports sealed")
    require(state.players[seat].answer is None, R15, "the seat's own sealed report waits to be opened")
    source = source_of(challenge, seat)
    _check_side(state, challenge, side)
    if challenge.reported is not None:
        require(source_side(challenge, source) == source_side(challenge, challenge.source), R15, f"{challenge.source} reported already")
        require(side != challenge.reported, R15, "that is reported already")


@cites(R15)
def seal_report(doing: Doing, command: SealReport) -> None:
    """A side's word, unseen; with the last side's all are opened."""
    challenge = doing.state.challenge_of(command.seat)
    if challenge is None:
        raise Refused(R15, "the seat takes part in no challenge")
    open_challenge(doing.state, challenge.square)
    require(is_sealed(doing.state, challenge), R15, f"on {challenge.square} reports are open")
    if not isinstance(side := reveal(command.answer), Hidden):
        _check_side(doing.state, challenge, side)
    doing.happens(AnswerSealed(command.seat, command.answer), R15)
    if not silent_sides(doing.state, challenge):
        _open_reports(doing, challenge, "agreed")


@cites(R15)
def confirm(doing: Doing, command: Confirm) -> None:
    """One member of a losing side confirms for it."""
    challenge = _reported(doing.state, command.square)
    side = challenge.side_of(command.seat)
    require(may_confirm(challenge, command.seat), R15, "the seat's side has nothing to confirm")
    doing.happens(OutcomeConfirmed(challenge.square, side or 0, command.seat), R15)
    _settle_if_confirmed(doing, challenge.square)


def may_confirm(challenge: Challenge, seat: Seat) -> bool:
    """Whether the seat's side lost by the report and has not confirmed it, and the seat itself does not object."""
    side = challenge.side_of(seat)
    lost = side is not None and side != challenge.reported and side not in challenge.confirmed
    return challenge.reported is not None and lost and seat not in challenge.doubters


@cites(R15)
def doubt(doing: Doing, command: Doubt) -> None:
    """An objection stops the square, and no other."""
    challenge = _reported(doing.state, command.square)
    require(may_doubt(challenge, command.seat), R15, "who takes part may object, but not twice and not to its own report")
    _check_text(command.statement, "statement")
    doing.happens(OutcomeDoubted(challenge.square, command.seat, command.statement), R15)


def may_doubt(challenge: Challenge, seat: Seat) -> bool:
    """Whether the seat may object to the report."""
    takes_part = challenge.side_of(seat) is not None
    return takes_part and challenge.reported is not None and seat not in challenge.doubters and challenge.source != f"seat:{seat}"


@cites(R15)
def withdraw(doing: Doing, command: Withdraw) -> None:
    """The objection is taken back; without any the report stands as it did."""
    challenge = _reported(doing.state, command.square)
    require(command.seat in challenge.doubters, R15, "the seat does not object")
    doing.happens(DoubtWithdrawn(challenge.square, command.seat), R15)
    _settle_if_confirmed(doing, challenge.square)


@cites(R15)
def rule_outcome(doing: Doing, command: RuleOutcome) -> None:
    """A judge's word settles a square, whatever was reported or played so far; sealed reports that were given are opened."""
    challenge = doing.state.challenge_on(command.square)
    if challenge is None or challenge.settled or doing.state.stage != "challenges":
        raise Refused(R15, f"no challenge on {command.square} waits to be settled")
    _check_side(doing.state, challenge, command.side)
    _check_text(command.reason, "reason")
    _show_reports(doing, challenge)
    _settle(doing, challenge, command.side, f"judge:{command.judge}", "ruled", command.reason)


@cites(R15)
def expire(doing: Doing, name: str) -> None:
    """Time is up: the report stands as nobody objected; of sealed reports those that were given count."""
    _, square, _ = name.split(":")
    challenge = open_challenge(doing.state, square)
    if is_sealed(doing.state, challenge):
        _open_reports(doing, challenge, "unopposed")
    elif challenge.reported is not None:
        _settle(doing, challenge, challenge.reported, challenge.source, "unopposed")


def deadlines(state: State) -> frozenset[str]:
    """The names of those that are to run now: a report that nobody objects to stands in time, and no stopped square does."""
    return frozenset(f"{OBJECTION}:{each.square}:{each.reports}" for each in unsettled(state) if _runs(state, each))


def _runs(state: State, challenge: Challenge) -> bool:
    if challenge.stopped:
        return False
    return bool(_given(state, challenge)) if is_sealed(state, challenge) else challenge.reported is not None


@cites(R39)
def played_out(doing: Doing, challenge: Challenge, side: int) -> None:
    """The service played the challenge, and this side won."""
    _settle(doing, challenge, side, "service", "played")


@cites(R15, C1)
def resigned(doing: Doing, seat: Seat) -> None:
    """A participant has left: who is gone does not win, is waited for by nobody, and may leave nothing to play for."""
    challenge = doing.state.challenge_of(seat)
    if challenge is None or challenge.settled:
        return
    if any(objection.seat == seat for objection in challenge.objections):
        doing.happens(DoubtWithdrawn(challenge.square, seat), R15)
    sides = sides_left(doing.state, challenge)
    if len(sides) < 2 or not _has_character(doing.state, challenge):
        _show_reports(doing, challenge)
        doing.happens(ChallengeCalledOff(challenge.square), C1)
    elif is_sealed(doing.state, challenge):
        if not silent_sides(doing.state, challenge):
            _open_reports(doing, challenge, "agreed")
    elif challenge.reported is not None and challenge.reported not in sides:
        doing.happens(ReportVoided(challenge.square), R15)
    else:
        _settle_if_confirmed(doing, challenge.square)


@cites(C1)
def _has_character(state: State, challenge: Challenge) -> bool:
    """Whether a character still takes part: fallen and titans alone have no challenge."""
    return any(state.players[seat].is_character for side in sides_left(state, challenge) for seat in members(state, challenge, side))


def unsettled(state: State) -> tuple[Challenge, ...]:
    """The challenges of this round that people report, while they wait for it."""
    if state.stage != "challenges":
        return ()
    return tuple(challenge for challenge in state.challenges if not challenge.settled and challenge.play is None)


def open_challenge(state: State, square: Square) -> Challenge:
    """The challenge on a square that waits to be settled by people; Refused when there is none."""
    found = next((challenge for challenge in unsettled(state) if challenge.square == square), None)
    if found is None:
        raise Refused(R15, f"no challenge on {square} waits for a report")
    return found


def _reported(state: State, square: Square) -> Challenge:
    challenge = open_challenge(state, square)
    require(challenge.reported is not None, R15, f"nobody has reported on {square}")
    return challenge


def is_sealed(state: State, challenge: Challenge) -> bool:
    """Whether the sides report unseen; once their reports have differed they go on openly."""
    return state.options.reports == "sealed" and not challenge.differs


def silent_sides(state: State, challenge: Challenge) -> tuple[int, ...]:
    """The sides of which nobody has given a sealed report."""
    return tuple(side for side in sides_left(state, challenge) if not set(members(state, challenge, side)) & set(_given(state, challenge)))


def sides_left(state: State, challenge: Challenge) -> tuple[int, ...]:
    """The sides that anybody is left of."""
    return tuple(side for side in range(len(challenge.sides)) if members(state, challenge, side))


def _given(state: State, challenge: Challenge) -> tuple[Seat, ...]:
    """Whose sealed reports wait to be opened."""
    return tuple(seat for seat in challenge.participants if state.players[seat].answer is not None)


def source_of(challenge: Challenge, seat: Seat) -> str:
    return HARBINGER if challenge.side_of(seat) is None else f"seat:{seat}"


def source_side(challenge: Challenge, source: str) -> int | None:
    """The side that a source of reports belongs to; None for the Harbinger."""
    kind, _, number = source.partition(":")
    return challenge.side_of(Seat(int(number))) if kind == "seat" else None


def _check_side(state: State, challenge: Challenge, side: int) -> None:
    sides = sides_left(state, challenge)
    require(side in sides, R15, f"side {side} does not play on {challenge.square}: {', '.join(map(str, sides))} do")


@cites(R15)
def _check_text(secret: Secret[str] | None, name: str) -> None:
    if secret is not None and not isinstance(text := reveal(secret), Hidden):
        require(fits(text, LONGEST_TEXT), R15, f"{name}: 1 to {LONGEST_TEXT} characters, none of which steers the text around it")


def _settle_if_confirmed(doing: Doing, square: Square) -> None:
    """Once a member of every losing side has confirmed the report and nobody objects, it stands."""
    challenge = doing.state.challenge_on(square)
    if challenge is None or challenge.reported is None or challenge.doubters:
        return
    if {*challenge.confirmed, challenge.reported}.issuperset(sides_left(doing.state, challenge)):
        _settle(doing, challenge, challenge.reported, challenge.source, "confirmed")


@cites(R15)
def _settle(doing: Doing, challenge: Challenge, side: int, source: str, how: str, reason: Secret[str] | None = None) -> None:
    winners = members(doing.state, challenge, side)
    doing.happens(OutcomeSettled(challenge.square, side, winners, source, how, reason), R15)


def _open_reports(doing: Doing, challenge: Challenge, how: str) -> None:
    """The sealed reports, together: the outcome stands when they agree; all are void where one names a side that nobody is left of."""
    first, *_ = _given(doing.state, challenge)
    said = _show_reports(doing, challenge)
    if not said.issubset(sides_left(doing.state, challenge)):
        doing.happens(ReportVoided(challenge.square), R15)
    elif len(said) == 1:
        _settle(doing, challenge, said.pop(), f"seat:{first}", how)
    else:
        doing.happens(ReportsDiffered(challenge.square), R15)


def _show_reports(doing: Doing, challenge: Challenge) -> set[int]:
    """What the sealed reports said."""
    said = set()
    for seat in _given(doing.state, challenge):
        side = known(doing.state.players[seat].answer or 0)
        seats = members(doing.state, challenge, side) or challenge.sides[side]
        doing.happens(ReportOpened(seat, challenge.square, side, seats), R15)
        said.add(side)
    return said
