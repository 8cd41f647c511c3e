"""The ruling: one append that cites rules, says why, and carries out a remedy and penalties (TB-D5, TB-D6, TB-D7)."""

from typing import Any

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.game import AnyGame
from domain.kernel.position import Position, fold_facts
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import cites
from domain.kernel.secret import Unknown
from domain.table.asking import Ask
from domain.table.disputes.commands import GiveRuling
from domain.table.disputes.facts import DisputeRuled, PenaltyGiven, StatementsOpened
from domain.table.disputes.hearing import MINUTE, check_rules, check_text, judging, released, running
from domain.table.disputes.panel import decided
from domain.table.disputes.parts import LOSING, Dispute, Kind, Penalty, Remedy, Stage, Vote
from domain.table.disputes.reach import reached
from domain.table.disputes.renewing import renewed
from domain.table.facts import HeadMoved
from domain.table.fold import Folded
from domain.table.rulebook import APPEALS, HEARING, PANEL, PENALTIES, REMEDIES, RULING

APPEAL_WITHIN = 30 * MINUTE
"""How long (ms) a ruling may be appealed."""
HEAD = 0
MOST_POINTS = 1_000_000


@cites(RULING, HEARING)
def rule(folded: Folded, ask: Ask, command: GiveRuling, chance: Chance) -> Facts:
    """The ruling with its remedy; what follows on seats' behalf comes behind it in the same append.

    The penalties of a ruling on an appeal stand in place of the first ruling's. A seat that the first ruling put out during play is
    back only where the remedy goes back to before it left.
    """
    dispute = running(folded, command.number, RULING)
    judge = judging(ask, dispute)
    _check_judge(dispute, judge, command)
    require(command.rules, RULING, "rules: a ruling cites at least one")
    require(len(command.rules) == len(set(command.rules)), RULING, "rules: each is cited once")
    check_rules(folded, command.rules, "rules")
    check_text("reason", command.reason, RULING)
    check_text("translation", command.translation, RULING)
    penalties = _penalties(folded, dispute, command.penalties or ())
    final = judge == HEAD or dispute.stage is Stage.APPEALED
    ruled = DisputeRuled(
        number=dispute.number,
        judge=judge,
        rules=command.rules,
        remedy=command.remedy,
        reason=command.reason,
        appeal_within=0 if final else APPEAL_WITHIN,
        to=command.to,
        replays=command.replays,
        translation=command.translation,
    ).by(RULING)
    unheard = (StatementsOpened(dispute.number).by(HEARING),) if dispute.statements and not dispute.heard else ()
    given = tuple(PenaltyGiven(dispute.number, one.seat, one.kind, one.points).by(PENALTIES) for one in penalties)
    remedy = _remedy(folded, ask, command)
    return (*unheard, ruled, *given, *remedy, *renewed(folded, ask, remedy, chance), *released(folded, dispute, RULING))


@cites(PANEL, APPEALS)
def _check_judge(dispute: Dispute, judge: int, command: GiveRuling) -> None:
    if dispute.stage is Stage.APPEALED:
        others = HEAD in dispute.recused and judge != dispute.rulings[-1].judge
        require(judge == HEAD or others, APPEALS, "an appeal is the head judge's to decide, or another's where that one stepped aside")
    elif dispute.voters:
        require(judge in dispute.voters, PANEL, "the judge does not sit on the panel")
        vote = decided(dispute)
        require(Vote(command.remedy, command.to) == vote, PANEL, f"the panel has voted for {_named(vote)}")


def _named(vote: Vote) -> str:
    return f"{vote.remedy}" if vote.to is None else f"{vote.remedy} to version {vote.to}"


@cites(PENALTIES)
def _penalties(folded: Folded, dispute: Dispute, penalties: tuple[Penalty, ...]) -> tuple[Penalty, ...]:
    """``penalties`` when each is sound: a seat loses the game once, and whom this dispute's first ruling put out may be put out again."""
    given = folded.table.given
    put_out = {one.penalty.seat for one in given if one.number == dispute.number and one.penalty.kind in LOSING}
    out = {one.penalty.seat for one in given if one.penalty.kind in LOSING}.union(folded.position.resigned) - put_out
    for number, penalty in enumerate(penalties):
        where = f"penalties[{number}]"
        require(0 <= penalty.seat < len(folded.table.seats), PENALTIES, f"{where}.seat: there is no seat {penalty.seat}")
        counted = penalty.points is not None and 1 <= penalty.points <= MOST_POINTS
        fits = counted if penalty.kind is Kind.POINTS else penalty.points is None
        require(fits, PENALTIES, f"{where}.points: how many, for points alone")
        require(penalty.kind not in LOSING or penalty.seat not in out, PENALTIES, f"{where}: the seat is out already")
    losing = [penalty.seat for penalty in penalties if penalty.kind in LOSING]
    require(len(losing) == len(set(losing)), PENALTIES, "penalties: a seat loses the game once")
    return penalties


@cites(REMEDIES)
def _remedy(folded: Folded, ask: Ask, command: GiveRuling) -> Facts:
    """What the remedy does in this very event."""
    remedy = command.remedy
    to = reached(folded, Vote(remedy, command.to))
    require((command.replays is not None) == (remedy is Remedy.REPLAY), REMEDIES, "replays: the versions to play again, for replay alone")
    require((command.correction is not None) == (remedy is Remedy.CORRECT), REMEDIES, "correction: what is declared, for correct alone")
    goes_on = folded.position.finished is None or remedy not in (Remedy.LEAVE, Remedy.CORRECT)
    require(not command.new_chance or goes_on, REMEDIES, "new_chance: the game is over, and nothing more is drawn")
    if remedy is Remedy.CORRECT:
        return corrected(folded, ask.correction)
    if command.replays is not None and to is not None:
        _check_replays(folded, command.replays, to)
    return () if to is None else (HeadMoved(to).by(REMEDIES),)


def _check_replays(folded: Folded, versions: tuple[int, ...], to: int) -> None:
    line = folded.line()
    after = line[line.index(to) + 1 :]
    require(list(versions) == [version for version in after if version in versions], REMEDIES, f"replays: of {list(after)}, in order")
    require(all(folded.nodes[version].seat is not None for version in versions), REMEDIES, "replays: only what a seat did is played again")


@cites(REMEDIES)
def corrected(folded: Folded, facts: Facts | None) -> Facts:
    """A declared correction, refused when it breaks what always holds in the game, or leaves a game that cannot go on."""
    if facts is None:
        raise Unknown("what is declared is hidden from this copy")
    require(facts, REMEDIES, "correction: at least one fact")
    check_rules(folded, tuple(ruled.rule for ruled in facts), "correction")
    seats = [seat for ruled in facts if (seat := getattr(ruled.fact, "seat", None)) is not None]
    require(all(0 <= seat < folded.position.seats for seat in seats), REMEDIES, "correction: it names a seat that is not there")
    try:
        broken = _broken(folded.game, folded.position, facts)
    except Refused:
        raise
    except Exception as error:
        # What a judge declares may be anything, and a state that makes no sense may fail anywhere.
        raise Refused(REMEDIES, f"correction: it makes no sense here ({type(error).__name__}: {error})") from error
    require(not broken, REMEDIES, f"correction: it would break the game: {'; '.join(broken)}")
    return facts


def _broken(game: AnyGame, position: Position[Any], facts: Facts) -> tuple[str, ...]:
    """What is wrong behind these facts; raises whatever the game does where a state makes no sense to it."""
    state = fold_facts(game, position.state, facts)
    if broken := game.faults(state):
        return broken
    _tell(game, state, facts)
    over = game.over(state) is not None
    if position.finished is not None:
        return () if over else ("the game would no longer be over",)
    asked = [asked for asked in game.waiting(state) if asked.required and asked.seat not in position.resigned]
    stuck = (f"seat {one.seat} would have no answer to its question" for one in asked if not game.choices(state, one.seat))
    return tuple(stuck) if asked or over else ("nobody would be asked anything, and the game would not be over",)


def _tell(game: AnyGame, state: Any, facts: Facts) -> None:
    """Whatever anybody may want to see of it can be shown."""
    game.show(state)
    game.picture(state)
    game.sheet(state)
    game.places(state)
    for ruled in facts:
        game.words(ruled.fact)
