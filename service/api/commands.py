"""Handing a caller's command to its table: the receipt, or what became of it."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Response, g

from domain.kernel.canonical import canonical
from domain.kernel.fact import Command
from domain.kernel.names import PUBLIC, Viewer
from domain.kernel.refusal import Refusal, Refused
from domain.kernel.stored import copy_for
from domain.table.asking import QuestionGone
from domain.table.commands import AnswerUndo, WithdrawUndo
from domain.table.rulebook import ROLES
from projections.history import sentences
from service.api.asked import LONGEST_PAGE
from service.api.problems import CONFLICT, Problem, refused
from service.api.routing import Call, answer
from service.api.shown import copy_json, question_now
from service.api.viewing import check_seen, viewer_of
from service.codec import write_command
from service.parts import now
from service.store import StoreError
from service.tables import Receipt
from service.writer import plain_value


def carry_out(call: Call, table: str, command: Command, question: str | None = None, seen: int | None = None) -> Response:
    """Submit it under the caller's key: 201 with the caller's copy of the event, 200 when it stood already."""
    try:
        if call.holder.is_spectator:
            raise Refused(ROLES, "a spectator's token never writes")
        receipt = call.parts.tables.submit(table, call.holder.actor, command, call.key, question, seen)
    except Refused as error:
        remember(call, table, _attempted(command), question, error.refusal)
        raise refused(error.refusal, **_open_instead(call, table, question)) from error
    except QuestionGone as error:
        gone = f"request {command.number} is no longer open" if isinstance(command, AnswerUndo | WithdrawUndo) else None
        raise _conflict(call, table, question, seen or 0, gone) from error
    g.said["version"] = receipt.event.version
    return answer(_receipt(call, receipt), 200 if receipt.repeated else 201)


def carry_out_seen(call: Call, table: str, command: Command) -> Response:
    """So, for a command that may say which version its caller had seen."""
    seen = call.body.get("seen")
    if seen is not None:
        check_seen(call, table, "body", "seen", seen)
    return carry_out(call, table, command, seen=seen)


def _reader(call: Call, table: str) -> Viewer:
    """Whose copy of its own event the caller gets. Only a judge's hangs on the table: once it is appended, no more is read."""
    if call.holder.is_judge:
        return viewer_of(call, table)
    return PUBLIC if call.holder.seat is None else Viewer(call.holder.role)


def _receipt(call: Call, receipt: Receipt) -> dict[str, Any]:
    copy, codec = copy_for(_reader(call, receipt.table), receipt.event), call.parts.tables.codec_of(receipt.table)
    return {
        "sentences": sentences(codec.game, codec.event(copy)),
        **copy_json(copy),
        "on_line": receipt.on_line,
        "repeated": receipt.repeated,
    }


def _attempted(command: Command) -> dict[str, Any]:
    """A refused command as it is kept: without what a person wrote, which could be neither sealed nor erased there."""
    sent = write_command(command, plain_value)
    return {**sent, "arguments": {name: value for name, value in sent["arguments"].items() if name not in command.FREE_TEXT}}


def remember(call: Call, table: str, command: Mapping[str, Any], question: str | None, refusal: Refusal) -> None:
    """Keep a seat's refused attempt, to be read by that seat and by judges. That it was refused never hangs on this."""
    g.said["rule"] = refusal.rule.id
    if call.holder.seat is None:
        return
    with suppress(StoreError):
        tip = call.parts.events.tip(table).version
        attempt = {"at": now(), "command": command, "rule": refusal.rule.id, "reason": refusal.reason, "tip": tip}
        told = canonical(attempt if question is None else {**attempt, "question": question})
        call.parts.refusals.push(table, call.holder.seat, told, refusal.rule.id)


def remembered(call: Call, table: str, seat: int) -> list[dict[str, Any]]:
    """A seat's refused attempts that are still kept, the oldest first."""
    return [{"seat": seat, **json.loads(data)} for data in call.parts.refusals.read(table, seat)]


def _conflict(call: Call, table: str, question: str | None, seen: int, gone: str | None = None) -> Problem:
    viewer = viewer_of(call, table)
    since = [copy_json(copy) for copy in call.parts.tables.copies(table, viewer, seen, seen + LONGEST_PAGE)]
    tip, own = call.parts.events.tip(table).version, _open_question(call, table)
    if gone is None:
        gone = f"others have moved since version {seen}" if question in (None, own) else f"question {question} is no longer open"
    now = "nothing is asked of you now" if own is None else f"your question now is {own}"
    told = {"seen": seen, "version": tip, "since": since}
    return Problem(CONFLICT, f"{gone}: the table is at version {tip}, {now}", None, **told, **({} if own is None else {"question": own}))


def _open_question(call: Call, table: str) -> str | None:
    """The id of the question that the caller may answer now."""
    seat = call.holder.seat
    return None if seat is None else question_now(call.parts.tables.current(table, PUBLIC).folded, seat)


def _open_instead(call: Call, table: str, named: str | None) -> dict[str, str]:
    """The caller's open question, where a refused move named another. That it was refused never hangs on this."""
    if named is not None:
        with suppress(StoreError):
            own = _open_question(call, table)
            return {} if own in (None, named) else {"question": own}
    return {}
