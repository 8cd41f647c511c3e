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
from domain.table.rulebook import ROLES
from service.api.asked import LONGEST_PAGE
from service.api.problems import CONFLICT, Problem
from service.api.routing import Call, answer
from service.api.shown import copy_json
from service.api.viewing import viewer_of
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
    except Refused as refused:
        remember(call, table, write_command(command, plain_value), question, refused.refusal)
        raise
    except QuestionGone as error:
        raise _conflict(call, table, seen or 0) from error
    g.said["version"] = receipt.event.version
    return answer(receipt_json(receipt, _reader(call, table)), 200 if receipt.repeated else 201)


def _reader(call: Call, table: str) -> Viewer:
    """Whose copy of its own event the caller gets. Only a judge's hangs on the table: once it is appended, no more is read."""
    if call.holder.is_judge:
        return viewer_of(call, table)
    return PUBLIC if call.holder.seat is None else Viewer(call.holder.role)


def receipt_json(receipt: Receipt, viewer: Viewer) -> dict[str, Any]:
    return {**copy_json(copy_for(viewer, receipt.event)), "on_line": receipt.on_line, "repeated": receipt.repeated}


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


def _conflict(call: Call, table: str, seen: int) -> Problem:
    viewer = viewer_of(call, table)
    since = [copy_json(copy) for copy in call.parts.tables.copies(table, viewer, seen, seen + LONGEST_PAGE)]
    tip = call.parts.events.tip(table).version
    return Problem(CONFLICT, f"the question is gone: the table is at version {tip}", seen=seen, version=tip, since=since)
