"""The remedies of a dispute side by side, as a judge asks for them: nothing of the table is remembered beyond its fold."""

from statistics import median

from bench.market import actor
from bench.playing import GAMES, played
from bench.report import Report
from bench.stores import store
from bench.timing import took
from domain.kernel.rule import RuleId
from domain.kernel.secret import Sealed
from domain.table.disputes.commands import FileDispute, GiveRuling
from domain.table.disputes.parts import Corrected, Pinned, Remedy
from service.sandbox import Alternative, Case, sandbox, tried
from service.tables import Tables

NAME = "sandbox_ms"
GAME = GAMES["high-moon"]
SEATS = 4
EVENTS = 300
BEHIND = 30
"""How many steps of the game lie behind the disputed event, or a few more: all of them are played again."""
TIMES = 9
RULE = RuleId("HM-S5")


def measure(report: Report) -> None:
    with store((GAME,)) as found:
        tables = found.tables((GAME,))
        table = played(tables, GAME, SEATS, 1, EVENTS - 1)
        case = _disputed(tables, table)
        times = [1000 * took(lambda: five_remedies(case)) for _ in range(TIMES)]
        again = next(one for one in five_remedies(case) if one.remedy is Remedy.REPLAY)
    report.put(NAME, median(times))
    report.note(
        f"{NAME}: a table of {GAME.title} for {SEATS}, {case.folded.table.tip} events; "
        f"{len(again.replays or ())} steps are played again; fastest {min(times):.0f} ms"
    )


def five_remedies(case: Case) -> tuple[Alternative, ...]:
    """Leave, undo, rewind, replay, and a declared correction; RuntimeError when one of them could not be given."""
    richest = max(case.folded.position.state.players, key=lambda player: player.reserve)
    gained = Corrected("tokens-gained", RULE, {"seat": richest.seat, "tokens": 1})
    correction = GiveRuling(
        case.dispute,
        (case.disputed.rule,),
        Remedy.CORRECT,
        Sealed("-", frozenset()),
        correction=Sealed((gained,), frozenset()),
    )
    found = (*sandbox(case), tried(case, correction))
    if refused := [f"{one.remedy}: {one.refused.reason}" for one in found if one.refused]:
        raise RuntimeError("; ".join(refused))
    return found


def _disputed(tables: Tables, table: str) -> Case:
    """An undo some steps back is disputed: without it, everything after it is as legal as it was."""
    folded = tables.current(table).folded
    event = next(version for version in range(folded.line()[-BEHIND], 0, -1) if version not in folded.nodes)
    (pinned,) = tables.store.read(table, after=event - 1, up_to=event)
    command = FileDispute(event, RULE, Sealed("-", frozenset()), (Pinned(event, pinned.hash),))
    tables.submit(table, actor(0), command, "dispute")
    current = tables.current(table)
    return Case(table, tables.codec_of(table), current.folded, current.hash, tables.reading(table), 1)
