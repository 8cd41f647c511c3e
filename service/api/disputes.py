"""Disputes: filing, being heard, panels and votes, rulings and appeals."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import Response

from domain.kernel.names import JUDGE, PUBLIC, Seat, Viewer, is_judge, seat_viewer
from domain.kernel.refusal import Refused
from domain.kernel.rule import RuleId
from domain.kernel.secret import Sealed
from domain.kernel.stored import read_openings
from domain.table.disputes.commands import (
    Appeal,
    CallPanel,
    CastVote,
    FileDispute,
    GiveRuling,
    OpenStatements,
    Recuse,
    StateCase,
    WithdrawDispute,
)
from domain.table.disputes.parts import Attempt, Corrected, Kind, Penalty, Pinned, Remedy, Vote
from domain.table.rulebook import ROLES
from projections.disputes import disputes as told
from service.api import answers
from service.api import asked_of_disputes as asked
from service.api.asked import AsViewer, SeenAsked
from service.api.commands import carry_out_seen, remembered
from service.api.problems import NOT_FOUND, Fault, Problem, malformed
from service.api.routing import Call, Routes, answer
from service.api.sources import Source, source_of
from service.api.viewing import require_look
from service.codec import Unreadable
from service.precedents import precedents

routes = Routes("disputes", "Disputed moves, refusals and outcomes: statements, panels, rulings, appeals")
EVERYBODY = frozenset({PUBLIC})
JUDGES = frozenset({JUDGE})


@routes.get("/tables/<table:table>/disputes", answers.Disputes, AsViewer)
def list_disputes(call: Call, table: str) -> Response:
    """Every dispute of the table, as far as the caller may know it"""
    source = source_of(call, table)
    return answer({"table": table, "viewer": source.viewer, "disputes": _told(source)})


@routes.get("/tables/<table:table>/disputes/<int:number>", answers.DisputeView, AsViewer)
def read_dispute(call: Call, table: str, number: int) -> Response:
    """One dispute; for a judge also how that rule was ruled on before, at the tables here"""
    source = source_of(call, table)
    dispute = _one(source, number)
    shown = {"table": table, "viewer": source.viewer, **dispute}
    if is_judge(source.viewer):
        before = precedents(call.parts, dispute["rule"])
        shown["precedents"] = [one for one in before if (one["table"], one["dispute"]) != (table, number)]
    return answer(shown)


@routes.post("/tables/<table:table>/disputes", answers.Receipt, asked.DisputeToFile)
def file(call: Call, table: str) -> Response:
    """Dispute an event, a refused attempt or a reported outcome (TB-D1)

    ``event``: its version; ``rule``: the rule that it is about. The disputed event and every version in ``evidence`` are
    pinned by their chain hashes. ``attempt``: the ``at`` of one of the seat's own refused attempts (`/refusals`).
    ``outcome``: what was reported, where the game has outcomes that people report.
    """
    body = call.body
    if call.holder.seat is None:
        raise Refused(ROLES, f"{call.holder.role} has no seat to dispute anything from")
    evidence = _pinned(call, table, {body["event"], *body["evidence"]})
    command = FileDispute(
        event=body["event"],
        disputed=RuleId(body["rule"]),
        claim=Sealed(body["claim"], EVERYBODY),
        evidence=evidence,
        outcome=body.get("outcome"),
        attempt=_attempt(call, table, call.holder.seat),
    )
    return carry_out_seen(call, table, command)


@routes.post("/tables/<table:table>/disputes/<int:number>/statements", answers.Receipt, asked.StatementToMake)
def state(call: Call, table: str, number: int) -> Response:
    """Make the seat's statement, unseen until all are opened together (TB-D3)"""
    eyes = frozenset({Viewer(call.holder.role)})
    return carry_out_seen(call, table, StateCase(number, Sealed(call.body["statement"], eyes)))


@routes.post("/tables/<table:table>/disputes/<int:number>/hearing", answers.Receipt, SeenAsked)
def open_statements(call: Call, table: str, number: int) -> Response:
    """Open the statements that were made (judges)"""
    return carry_out_seen(call, table, OpenStatements(number))


@routes.post("/tables/<table:table>/disputes/<int:number>/panel", answers.Receipt, asked.PanelToCall)
def call_panel(call: Call, table: str, number: int) -> Response:
    """Call a panel (the head judge, an organiser); its votes decide the remedy (TB-D4)"""
    return carry_out_seen(call, table, CallPanel(number, tuple(call.body["judges"])))


@routes.post("/tables/<table:table>/disputes/<int:number>/recusal", answers.Receipt, SeenAsked)
def recuse(call: Call, table: str, number: int) -> Response:
    """Step aside from this dispute (judges)"""
    return carry_out_seen(call, table, Recuse(number))


@routes.post("/tables/<table:table>/disputes/<int:number>/votes", answers.Receipt, asked.VoteToCast)
def vote(call: Call, table: str, number: int) -> Response:
    """Cast a panel member's vote, unseen until the panel is complete"""
    cast = Vote(Remedy(call.body["remedy"]), call.body.get("to"))
    return carry_out_seen(call, table, CastVote(number, Sealed(cast, frozenset({Viewer(call.holder.role)}))))


@routes.post("/tables/<table:table>/disputes/<int:number>/ruling", answers.Receipt, asked.RulingToGive)
def give_ruling(call: Call, table: str, number: int) -> Response:
    """Rule on the dispute, or on its appeal (TB-D5)

    ``remedy``: ``leave``; ``undo`` the last step; ``rewind`` to the version ``to``; ``replay``: rewind ``to`` it and play again
    ``replays``; ``correct``: declare ``correction``, facts of the game's own. `…/sandbox` says what each would do.
    The last two are for a judge who has inspected: why they are refused tells of what is hidden.
    """
    command = ruling(number, call.body)
    if command.remedy in (Remedy.REPLAY, Remedy.CORRECT):
        require_look(call, table)
    check_correction(call, table, command)
    return carry_out_seen(call, table, command)


@routes.post("/tables/<table:table>/disputes/<int:number>/appeal", answers.Receipt, asked.AppealToMake)
def appeal(call: Call, table: str, number: int) -> Response:
    """Take a ruling to the head judge, once and within half an hour (TB-D8)"""
    return carry_out_seen(call, table, Appeal(number, Sealed(call.body["reason"], EVERYBODY)))


@routes.post("/tables/<table:table>/disputes/<int:number>/withdrawal", answers.Receipt, SeenAsked)
def withdraw(call: Call, table: str, number: int) -> Response:
    """Let the dispute, or the appeal, go (who filed it)"""
    return carry_out_seen(call, table, WithdrawDispute(number))


def ruling(number: int, body: Mapping[str, Any]) -> GiveRuling:
    """The command of a ruling as it was sent."""
    correction, replays, penalties = body.get("correction"), body.get("replays"), body.get("penalties")
    translation = body.get("translation")
    return GiveRuling(
        number=number,
        rules=tuple(map(RuleId, body["rules"])),
        remedy=Remedy(body["remedy"]),
        reason=Sealed(body["reason"], EVERYBODY),
        to=body.get("to"),
        replays=None if replays is None else tuple(replays),
        correction=None if correction is None else Sealed(tuple(map(_corrected, correction)), JUDGES),
        penalties=None if penalties is None else tuple(map(_penalty, penalties)),
        translation=None if translation is None else Sealed(translation, EVERYBODY),
        new_chance=body.get("new_chance"),
    )


def _corrected(sent: Mapping[str, Any]) -> Corrected:
    seen_by = {name: tuple(viewers) for name, viewers in sent["seen_by"].items()} if "seen_by" in sent else None
    return Corrected(sent["name"], RuleId(sent["rule"]), sent["fields_"], seen_by)


def _penalty(sent: Mapping[str, Any]) -> Penalty:
    return Penalty(Seat(sent["seat"]), Kind(sent["kind"]), sent.get("points"))


def check_correction(call: Call, table: str, command: GiveRuling) -> None:
    """A Problem that names the field, when a declared fact is not one of the game's."""
    try:
        call.parts.tables.codec_of(table).declared(command)
    except Unreadable as error:
        field, _, says = str(error).partition(": ")
        raise malformed([Fault("body", field, says)]) from error


def _pinned(call: Call, table: str, versions: Iterable[int]) -> tuple[Pinned, ...]:
    """Those events by their chain hashes; a version that the table does not have is named."""
    found = []
    tip = call.parts.events.tip(table).version
    for version in sorted(versions):
        if not 1 <= version <= tip:
            field = "event" if version == call.body["event"] else "evidence"
            raise malformed([Fault("body", field, f"the table has no version {version}")])
        found += [Pinned(event.version, event.hash) for event in call.parts.events.read(table, after=version - 1, up_to=version)]
    return tuple(found)


def _attempt(call: Call, table: str, seat: Seat) -> Sealed[Attempt] | None:
    at = call.body.get("attempt")
    if at is None:
        return None
    for kept in remembered(call, table, seat):
        if kept["at"] == at:
            command = kept["command"]
            attempt = Attempt(at, command["name"], RuleId(kept["rule"]), kept["reason"], command["arguments"])
            return Sealed(attempt, frozenset({JUDGE, seat_viewer(seat)}))
    raise malformed([Fault("body", "attempt", "the seat has no refused attempt of that time")])


def _told(source: Source) -> list[dict[str, Any]]:
    copies = list(source.copies())
    opened = {opening.digest: opening.value for copy in copies for opening in read_openings(copy.openings)}
    return told(source.folded(), map(source.codec.event, copies), opened)


def _one(source: Source, number: int) -> dict[str, Any]:
    found = _told(source)
    if not 1 <= number <= len(found):
        raise Problem(NOT_FOUND, f"the table has no dispute {number}")
    return found[number - 1]
