"""Copies, folds and choices as JSON: all of it from one viewer's copies and from nothing else."""

import json
from typing import Any

from domain.kernel.fact import Command
from domain.kernel.game import Ages
from domain.kernel.names import Seat, Viewer
from domain.kernel.question import Asked, Choice
from domain.kernel.secret import Hidden, Secret, reveal
from domain.kernel.stored import Stored, is_seal
from domain.table.fold import Folded
from domain.table.state import Phase
from domain.table.unasked import Unasked, unasked
from projections.tables import origin_json
from service.codec import write_command
from service.writer import plain_value


def copy_json(copy: Stored) -> dict[str, Any]:
    """``body`` is the exact text that the hash chains; ``event`` is the same, read."""
    body = copy.body.decode()
    return {
        "version": copy.version,
        "body": body,
        "event": json.loads(body),
        "openings": json.loads(copy.openings),
        "hash": copy.hash,
    }


def table_json(table_id: str, folded: Folded, viewer: Viewer) -> dict[str, Any]:
    """The table as the viewer knows it; keys without a value are left out."""
    table, position = folded.table, folded.position
    shown = {
        "table": table_id,
        "version": table.tip,
        "viewer": viewer,
        "phase": str(table.phase),
        "paused": table.paused_at is not None,
        "game": table.game,
        "ruleset": table.ruleset,
        "pack": {"name": table.pack.name, "version": table.pack.version, "hash": table.pack.hash},
        "options": dict(table.options),
        "time_zone": table.time_zone,
        "seats": [_seat(folded, Seat(number)) for number in range(len(table.seats))],
        "head": table.head,
        "waiting": waiting_json(folded),
        "deadlines": _deadlines(folded),
        "disputes": [{"number": dispute.number, "stage": str(dispute.stage)} for dispute in table.disputes],
        "state": folded.game.show(position.state),
    }
    if folded.game.age_rule is not None:
        shown |= {"age_rule": folded.game.age_rule.id} if table.ages is None else {"ages": _ages(table.ages)}
    if table.forked is not None:
        shown["origin"] = origin_json(table.forked)
    if position.finished is None:
        return shown
    return {**shown, "places": [list(place) for place in position.finished], "provisional": not table.closed}


def _ages(ages: Ages) -> dict[str, Any]:
    """The seats by age, those of one birth date together, and whose birthday the start was on."""
    return {"oldest_first": [list(seats) for seats in ages.oldest_first], "birthdays": list(ages.birthdays)}


def _seat(folded: Folded, number: Seat) -> dict[str, Any]:
    seat = folded.table.seats[number]
    named = {"name": _shown(seat.name), "player": seat.player, "colour": seat.colour}
    return {
        "seat": number,
        **{key: value for key, value in named.items() if value is not None},
        "claimed": seat.claimed,
        "ready": seat.ready,
        "resigned": number in folded.position.resigned,
        "spent": folded.spent[number],
    }


def _shown(name: Secret[str] | None) -> str | None:
    if name is None:
        return None
    known = reveal(name)
    return None if isinstance(known, Hidden) else known


def _deadlines(folded: Folded) -> list[dict[str, Any]]:
    """Each with when it is due (ms UTC); no ``due`` while the table stands still."""
    found = []
    for deadline in folded.deadlines:
        due = folded.table.due(deadline.due, deadline.paused)
        found.append({"deadline": deadline.name} if due is None else {"deadline": deadline.name, "due": due})
    return [*found, *({"deadline": deadline.name, "due": deadline.due} for deadline in folded.dispute_deadlines)]


def asked_now(folded: Folded) -> tuple[Asked, ...]:
    """What may be answered now: nothing before the start, during a pause and after the end."""
    table = folded.table
    return folded.position.asked if table.phase is Phase.PLAYING and table.paused_at is None else ()


def waiting_json(folded: Folded) -> list[dict[str, Any]]:
    return [_asked(folded, asked) for asked in asked_now(folded)]


def question_json(folded: Folded, seat: Seat) -> dict[str, Any] | None:
    """The seat's own question with every choice, from a fold of its own copies; None when it is asked nothing."""
    asked = next((asked for asked in asked_now(folded) if asked.seat == seat), None)
    if asked is None:
        return None
    choices = folded.game.choices(folded.position.state, seat)
    return {**_asked(folded, asked), "choices": [_choice(folded, choice) for choice in choices]}


def also_json(folded: Folded, seat: Seat) -> list[dict[str, Any]]:
    """What the seat may send without being asked, or could at another moment: ``{name, arguments, accepted, choices}``.

    Each of the ``choices`` would be accepted now, with what a person writes put in where it is left out.
    """
    return [_also(folded, found) for found in unasked(folded, seat)]


def _also(folded: Folded, found: Unasked) -> dict[str, Any]:
    choices = [{"command": _without_secrets(command), "says": _says(folded, command)} for command in found.accepted]
    return {"name": found.kind.NAME, "arguments": list(found.arguments), "accepted": bool(choices), "choices": choices}


def _says(folded: Folded, command: Command) -> str:
    return folded.game.describe(folded.position.state, Choice(command))


def _without_secrets(command: Command) -> dict[str, Any]:
    sent = write_command(command, plain_value)
    return {**sent, "arguments": {name: value for name, value in sent["arguments"].items() if not is_seal(value)}}


def question_now(folded: Folded, seat: Seat) -> str | None:
    """The id of the question that the seat may answer now."""
    asked = any(asked.seat == seat for asked in asked_now(folded))
    return folded.position.question_id(seat, folded.table.head_moves) if asked else None


def _asked(folded: Folded, asked: Asked) -> dict[str, Any]:
    return {
        "id": folded.position.question_id(asked.seat, folded.table.head_moves),
        "seat": asked.seat,
        "kind": asked.kind,
        "alone": asked.alone,
        "required": asked.required,
    }


def _choice(folded: Folded, choice: Choice) -> dict[str, Any]:
    return {
        "command": write_command(choice.command, plain_value),
        "costs": dict(choice.costs),
        "gives": dict(choice.gives),
        "says": folded.game.describe(folded.position.state, choice),
    }
