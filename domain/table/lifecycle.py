"""The rules of a table's life: claims, readiness, start, pause, resigning, abandoning, looking."""

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts, TableFact
from domain.kernel.facts import DeadlinePassed, Expire, SeatResigned
from domain.kernel.names import NUMBER, PUBLIC, SYSTEM, Actor, Seat, is_judge, seat_of
from domain.kernel.position import fold_facts
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import Rule, cites
from domain.table.asking import Ask
from domain.table.commands import Claim, Ready
from domain.table.disputes.hearing import expire as expire_dispute
from domain.table.facts import (
    Abandoned,
    Closed,
    ColourNamed,
    ConsentGiven,
    JudgeClaimed,
    Paused,
    Resumed,
    SeatClaimed,
    SeatReady,
    SpectatorClaimed,
    Started,
    UndoExpired,
    Viewed,
)
from domain.table.fold import Folded
from domain.table.play import name_questions
from domain.table.roles import require_begun, seated
from domain.table.rulebook import (
    ABANDON,
    CLOSE,
    CLOSED,
    DEADLINE,
    FINISH,
    INSPECTION,
    INVITATIONS,
    PAUSE,
    READINESS,
    RESIGN,
    ROLES,
    START,
    STOPPING,
    UNDO_ENDS,
)
from domain.table.saying import check_said
from domain.table.state import Phase

ENTROPY_BYTES = 64
LONGEST_NAME = 64


@cites(INVITATIONS, ROLES)
def claim(folded: Folded, ask: Ask, command: Claim) -> Facts:
    table = folded.table
    kind, _, text = command.role.partition(":")
    require(kind in ("seat", "judge", "spectator") and NUMBER.fullmatch(text), INVITATIONS, f"{command.role} is no place at a table")
    number = int(text)
    require(kind != "seat" or number < len(table.seats), INVITATIONS, f"there is no seat {number}")
    claimer = PUBLIC if kind == "spectator" else command.role
    require(ask.actor == claimer, ROLES, f"{ask.actor} does not claim {command.role}")
    check_said("name", command.name, LONGEST_NAME, INVITATIONS)
    if kind == "seat":
        require(not table.seats[number].claimed, INVITATIONS, f"seat {number} is taken")
        return (SeatClaimed(Seat(number), command.name).by(INVITATIONS),)
    if kind == "judge":
        require(number not in table.judges, INVITATIONS, f"judge {number} is taken")
        return (JudgeClaimed(number).by(INVITATIONS),)
    require(number not in table.spectators, INVITATIONS, f"spectator {number} is taken")
    return (SpectatorClaimed(number).by(INVITATIONS),)


@cites(READINESS, ROLES)
def ready(folded: Folded, ask: Ask, command: Ready) -> Facts:
    seat = seated(ask)
    table = folded.table
    require(table.phase is Phase.SEATING, READINESS, "the table is no longer being seated")
    require(table.seats[seat].claimed, READINESS, "nobody sits there yet")
    require(not table.seats[seat].ready, READINESS, "the seat is ready already")
    ready_now = SeatReady(seat, command.entropy or None).by(READINESS)
    _check_entropy(command.entropy or "")
    if command.colour is None:
        return (ready_now,)
    colours = folded.game.colours(folded.pack)
    require(command.colour in colours, READINESS, f"colour: {', '.join(colours) or 'none to name'}, not {command.colour}")
    taken = {other.colour for number, other in enumerate(table.seats) if number != seat}
    require(command.colour not in taken, READINESS, f"colour: {command.colour} is taken")
    return (ColourNamed(seat, command.colour).by(READINESS), ready_now)


def _check_entropy(entropy: str) -> None:
    plain = len(entropy) % 2 == 0 and all(digit in "0123456789abcdef" for digit in entropy)
    require(plain, READINESS, "entropy: bytes as lower-case hex")
    require(len(entropy) <= 2 * ENTROPY_BYTES, READINESS, f"entropy: at most {ENTROPY_BYTES} bytes")


@cites(START)
def may_start(folded: Folded, actor: Actor) -> None:
    """Refused unless this actor's word starts the table; ``system`` orders the ages where it does."""
    if actor != SYSTEM:
        _organiser_or_seat(actor)
    table = folded.table
    require(table.phase is Phase.SEATING, START, "the table is no longer being seated")
    waiting = [str(number) for number, seat in enumerate(table.seats) if not seat.ready]
    require(not waiting, START, f"not ready yet: seat {', '.join(waiting)}")


@cites(START, ROLES)
def start(folded: Folded, ask: Ask, chance: Chance) -> Facts:
    _organiser_or_seat(ask.actor)
    may_start(folded, ask.actor)
    if (rule := folded.game.age_rule) is not None:
        require(folded.table.ages is not None, rule, "the ages of the seats are not in order yet")
    return (Started().by(START), *folded.game.start(folded.position.state, chance))


@cites(PAUSE)
def pause(folded: Folded, ask: Ask) -> Facts:
    _playing(folded)
    require(folded.table.paused_at is None, PAUSE, "the table is paused already")
    return _agreed(folded, ask, "pause", PAUSE, Paused())


@cites(PAUSE)
def resume(folded: Folded, ask: Ask) -> Facts:
    _playing(folded)
    require(folded.table.paused_at is not None, PAUSE, "the table is not paused")
    return _agreed(folded, ask, "resume", PAUSE, Resumed())


@cites(ABANDON)
def abandon(folded: Folded, ask: Ask) -> Facts:
    unfinished = folded.position.finished is None and folded.table.phase in (Phase.SEATING, Phase.PLAYING)
    require(unfinished, ABANDON, "the table is over already")
    return _agreed(folded, ask, "abandon", ABANDON, Abandoned())


@cites(RESIGN)
def resign(folded: Folded, ask: Ask, chance: Chance) -> Facts:
    seat = seated(ask)
    _playing(folded)
    require(seat not in folded.position.resigned, RESIGN, "the seat has resigned already")
    resigned = (SeatResigned(seat).by(RESIGN),)
    state = fold_facts(folded.game, folded.position.state, resigned)
    return (*resigned, *name_questions(folded, folded.game.resign(state, seat, chance)))


@cites(INSPECTION, ROLES)
def inspect(ask: Ask) -> Facts:
    require(is_judge(ask.actor), ROLES, "only a judge inspects")
    return (Viewed(int(ask.actor.partition(":")[2])).by(INSPECTION),)


@cites(DEADLINE, UNDO_ENDS, STOPPING)
def expire(folded: Folded, ask: Ask, command: Expire, chance: Chance) -> Facts:
    require(ask.actor == SYSTEM, DEADLINE, "only the system lets a deadline expire")
    if (dispute := next((kept for kept in folded.dispute_deadlines if kept.name == command.deadline), None)) is not None:
        require(dispute.due <= ask.at, DEADLINE, f"{command.deadline} has not passed yet")
        return expire_dispute(folded, dispute)
    request = folded.table.request
    if request is None or command.deadline != request.deadline.name:
        _playing(folded)
    deadline = next((kept for kept in folded.deadlines if kept.name == command.deadline), None)
    if deadline is None:
        raise Refused(DEADLINE, f"no deadline {command.deadline} runs")
    due = folded.table.due(deadline.due, deadline.paused)
    require(("deadline", deadline.name) not in folded.table.still, STOPPING, f"{deadline.name} stands still for a dispute")
    require(due is not None, DEADLINE, "deadlines stand still while the table is paused")
    require(due is not None and due <= ask.at, DEADLINE, f"{command.deadline} has not passed yet")
    if request is not None and deadline == request.deadline:
        return (UndoExpired(request.number).by(UNDO_ENDS),)
    passed = (DeadlinePassed(command.deadline).by(DEADLINE),)
    state = fold_facts(folded.game, folded.position.state, passed)
    return (*passed, *name_questions(folded, folded.game.decide(state, command, chance)))


@cites(CLOSE, CLOSED)
def close(folded: Folded, ask: Ask) -> Facts:
    require(ask.actor == SYSTEM, CLOSE, "only the system closes a table")
    require(not folded.table.closed, CLOSED, "the table is closed already")
    require(folded.table.window is None and not folded.table.open_disputes, CLOSE, "it may still be disputed")
    require(folded.position.finished or folded.table.abandoned, CLOSE, "the table is not over")
    return (Closed().by(CLOSE),)


def _agreed(folded: Folded, ask: Ask, to: str, rule: Rule, agreed: TableFact) -> Facts:
    """The fact itself when an organiser says so or the last seat still in agrees; until then, one consent more."""
    _organiser_or_seat(ask.actor)
    if ask.seat is None:
        return (agreed.by(rule),)
    still_in = {Seat(number) for number in range(len(folded.table.seats))} - set(folded.position.resigned)
    require(ask.seat in still_in, RESIGN, "the seat has resigned")
    require((to, ask.seat) not in folded.table.consents, rule, f"the seat has agreed to {to} already")
    consent = ConsentGiven(ask.seat, to).by(rule)
    missing = still_in - {ask.seat} - {seat for kind, seat in folded.table.consents if kind == to}
    return (consent,) if missing else (consent, agreed.by(rule))


def _playing(folded: Folded) -> None:
    require_begun(folded.table)
    require(folded.position.finished is None, FINISH, "the game is over")


@cites(ROLES)
def _organiser_or_seat(actor: Actor) -> None:
    require(actor == "organiser" or seat_of(actor) is not None, ROLES, f"{actor} has no say in this")
