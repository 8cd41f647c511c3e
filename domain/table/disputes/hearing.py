"""Filing a dispute, being heard in it, taking it further or letting it go (TB-D1, TB-D2, TB-D3, TB-D8, TB-D9)."""

import re

from domain.kernel.fact import Facts
from domain.kernel.facts import SeatResigned
from domain.kernel.names import ORGANISER, Seat, judge_of
from domain.kernel.position import Deadline
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import Secret
from domain.table.asking import Ask
from domain.table.disputes.commands import Appeal, FileDispute, OpenStatements, StateCase, WithdrawDispute
from domain.table.disputes.facts import (
    DisputeEnded,
    DisputeFiled,
    PauseEnded,
    RulingAppealed,
    StatementSealed,
    StatementsOpened,
    WindowPassed,
)
from domain.table.disputes.fold import APPEAL, LAPSE, PAUSE
from domain.table.disputes.parts import Dispute, Stage
from domain.table.facts import Paused, Resumed
from domain.table.fold import Folded
from domain.table.roles import require_begun, seated
from domain.table.rulebook import (
    APPEALS,
    CLOSED,
    FILING,
    HEARING,
    ROLES,
    RULEBOOK,
    RULING,
    STOPPING,
    WAYS_OUT,
    WINDOW,
)
from domain.table.saying import check_said

MINUTE = 60 * 1000
LONGEST_PAUSE = 30 * MINUTE
"""How long (ms) a table stands still at most for all disputes and appeals of one seat."""
LIFE = 7 * 24 * 60 * MINUTE
"""After how long (ms) a dispute that nobody rules on lapses."""
LONGEST_TEXT = 2000
MOST_EVIDENCE = 50
HASH = re.compile("[0-9a-f]{64}")


@cites(FILING, STOPPING)
def file(folded: Folded, ask: Ask, command: FileDispute) -> Facts:
    """A seat disputes an event, and the table or the questions concerned stand still."""
    seat = seated(ask)
    table = folded.table
    _require_open(folded)
    require(all(dispute.seat != seat for dispute in table.open_disputes), FILING, "the seat has a dispute that is not over yet")
    require(1 <= command.event <= table.tip, FILING, f"event: the table has the versions 1 to {table.tip}, not {command.event}")
    check_rules(folded, (command.disputed,), "disputed")
    check_text("claim", command.claim, FILING)
    _check_evidence(folded, command)
    stops = _stops(folded, command.outcome)
    pause = 0 if stops == () else _left(folded, seat, ask.at)
    filed = DisputeFiled(
        number=len(table.disputes) + 1,
        seat=seat,
        event=command.event,
        disputed=command.disputed,
        claim=command.claim,
        evidence=command.evidence,
        pause=pause,
        within=LIFE,
        outcome=command.outcome,
        stops=stops if pause else (),
        attempt=command.attempt,
    ).by(FILING)
    return (filed, *_held(folded, pause > 0 and stops is None))


@cites(STOPPING)
def _left(folded: Folded, seat: Seat, at: int) -> int:
    """How long (ms) disputes may still, from ``at`` on, make something stand still on this seat's account."""
    if folded.position.finished is not None or seat in folded.position.resigned:
        return 0
    now = sum(at - dispute.since for dispute in folded.table.disputes if dispute.holder == seat and dispute.since is not None)
    return max(0, LONGEST_PAUSE - folded.table.stood[seat] - now)


def _stops(folded: Folded, outcome: str | None) -> tuple[tuple[str, str], ...] | None:
    if outcome is None:
        return None
    if folded.game.stops is None:
        raise Refused(FILING, f"outcome: none is reported in {folded.game.title}")
    return folded.game.stops(folded.position.state, outcome)


def _check_evidence(folded: Folded, command: FileDispute) -> None:
    versions = [pinned.version for pinned in command.evidence]
    require(versions == sorted(set(versions)), FILING, "evidence: versions in order, each once")
    require(command.event in versions, FILING, f"evidence: the disputed event {command.event} is pinned with the rest")
    require(len(versions) <= MOST_EVIDENCE, FILING, f"evidence: at most {MOST_EVIDENCE} events")
    require(all(1 <= version <= folded.table.tip for version in versions), FILING, "evidence: versions that the table has")
    require(all(HASH.fullmatch(pinned.hash) for pinned in command.evidence), FILING, "evidence: a hash is 64 lower-case hex digits")


@cites(HEARING)
def state_case(folded: Folded, ask: Ask, command: StateCase) -> Facts:
    """A seat's statement, sealed; the last one opens them all."""
    dispute = running(folded, command.number, HEARING)
    seat = seated(ask)
    require(not dispute.heard, HEARING, "the statements have been opened")
    require(all(paper.whose != seat for paper in dispute.statements), HEARING, "the seat has made its statement")
    check_text("statement", command.statement, HEARING)
    sealed = StatementSealed(dispute.number, seat, command.statement).by(HEARING)
    silent = set(range(len(folded.table.seats))) - set(folded.position.resigned) - {seat, *(paper.whose for paper in dispute.statements)}
    return (sealed,) if silent else (sealed, StatementsOpened(dispute.number).by(HEARING))


@cites(HEARING, ROLES)
def open_statements(folded: Folded, ask: Ask, command: OpenStatements) -> Facts:
    dispute = running(folded, command.number, HEARING)
    judging(ask, dispute)
    require(dispute.statements, HEARING, "nobody has made a statement")
    require(not dispute.heard, HEARING, "the statements have been opened")
    return (StatementsOpened(dispute.number).by(HEARING),)


@cites(WAYS_OUT, ROLES)
def withdraw(folded: Folded, ask: Ask, command: WithdrawDispute) -> Facts:
    """Who filed it lets it go; who appealed leaves the first ruling standing."""
    dispute = running(folded, command.number, WAYS_OUT)
    appealed = dispute.stage is Stage.APPEALED
    owner = dispute.appellant if appealed else dispute.seat
    require(seated(ask) == owner, WAYS_OUT, f"it is seat {owner}'s to withdraw")
    return ended(folded, dispute, Stage.FINAL if appealed else Stage.WITHDRAWN, WAYS_OUT)


@cites(APPEALS, STOPPING)
def appeal(folded: Folded, ask: Ask, command: Appeal) -> Facts:
    dispute = found(folded, command.number)
    seat = seated(ask)
    _require_open(folded)
    require(dispute.stage is Stage.RULED, APPEALS, f"a ruling is appealed once and in time; the dispute is {dispute.stage}")
    check_text("reason", command.reason, APPEALS)
    pause = 0 if dispute.stops == () else _left(folded, seat, ask.at)
    appealed = RulingAppealed(dispute.number, seat, command.reason, pause, LIFE).by(APPEALS)
    return (appealed, *_held(folded, pause > 0 and dispute.stops is None))


@cites(STOPPING, WAYS_OUT, APPEALS, WINDOW)
def expire(folded: Folded, deadline: Deadline) -> Facts:
    """What follows when a dispute's deadline, or that of the dispute window, has passed."""
    kind, _, number = deadline.name.partition(":")
    if not number:
        return (WindowPassed().by(WINDOW),)
    dispute = found(folded, int(number))
    match kind:
        case str() if kind == PAUSE:
            return (PauseEnded(dispute.number).by(STOPPING), *released(folded, dispute, STOPPING))
        case str() if kind == APPEAL:
            return ended(folded, dispute, Stage.FINAL, APPEALS)
        case str() if kind == LAPSE and dispute.stage is Stage.APPEALED:
            return ended(folded, dispute, Stage.FINAL, WAYS_OUT)
        case _:
            return ended(folded, dispute, Stage.LAPSED, WAYS_OUT)


def ended(folded: Folded, dispute: Dispute, stage: Stage, rule: Rule) -> Facts:
    return (DisputeEnded(dispute.number, str(stage)).by(rule), *released(folded, dispute, rule))


def released(folded: Folded, dispute: Dispute, rule: Rule) -> Facts:
    """The table goes on, when it was this dispute alone that held it."""
    return _released(folded, (dispute,), rule)


@cites(STOPPING)
def let_go(folded: Folded, facts: Facts) -> Facts:
    """Nothing stands still any more on account of a seat that resigns in these facts."""
    resigning = {ruled.fact.seat for ruled in facts if isinstance(ruled.fact, SeatResigned)}
    theirs = tuple(dispute for dispute in folded.table.disputes if dispute.since is not None and dispute.holder in resigning)
    over = tuple(PauseEnded(dispute.number).by(STOPPING) for dispute in theirs)
    return (*over, *_released(folded, theirs, STOPPING))


def _released(folded: Folded, ending: tuple[Dispute, ...], rule: Rule) -> Facts:
    held = [dispute for dispute in folded.table.disputes if dispute.holds_still]
    goes_on = any(dispute in ending for dispute in held) and all(dispute in ending for dispute in held)
    return (Resumed().by(rule),) if folded.table.held and goes_on else ()


@cites(STOPPING)
def _held(folded: Folded, holds: bool) -> Facts:
    return (Paused().by(STOPPING),) if holds and folded.table.paused_at is None else ()


def found(folded: Folded, number: int) -> Dispute:
    require(1 <= number <= len(folded.table.disputes), FILING, f"there is no dispute {number}")
    return folded.table.disputes[number - 1]


def running(folded: Folded, number: int, rule: Rule) -> Dispute:
    """A dispute that waits for a ruling."""
    dispute = found(folded, number)
    _require_open(folded)
    require(dispute.stage in (Stage.OPEN, Stage.APPEALED), rule, f"the dispute is {dispute.stage}")
    return dispute


@cites(ROLES, RULING)
def judging(ask: Ask, dispute: Dispute) -> int:
    """The number of the judge who asks, unless it has stepped aside."""
    if (judge := judge_of(ask.actor)) is None:
        raise Refused(ROLES, f"{ask.actor} is no judge")
    require(judge not in dispute.recused, RULING, "the judge has stepped aside from this dispute")
    return judge


def is_head(ask: Ask) -> bool:
    """Whether the head judge or an organiser asks."""
    return ask.actor in ("judge:0", ORGANISER)


def check_rules(folded: Folded, rules: tuple[str, ...], field: str) -> None:
    """Refuse a rule that neither the game nor the table has."""
    known = {rule.id for rule in (*RULEBOOK, *folded.game.rulebook)}
    for rule in rules:
        require(rule in known, FILING, f"{field}: {folded.game.title} has no rule {rule}")


def check_text(field: str, text: Secret[str] | None, rule: Rule) -> None:
    check_said(field, text, LONGEST_TEXT, rule)


@cites(CLOSED)
def _require_open(folded: Folded) -> None:
    table = folded.table
    require_begun(table)
    require(not table.closed, CLOSED, "the table is closed: what it holds is final")
