"""Opening, listing and reading tables; claiming a place at one."""

import hashlib
import zoneinfo
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from flask import Response, g, request

from domain.kernel.names import PUBLIC
from domain.kernel.refusal import require
from domain.kernel.secret import Sealed
from domain.kernel.stored import base64url
from domain.table.commands import Claim, Open
from domain.table.facts import SeatOpened
from domain.table.fold import Folded
from domain.table.rulebook import INVITATIONS, OPENING, ROLES
from domain.table.state import Table
from projections.undo_request import undo_request
from service import read_side
from service.api import answers, asked
from service.api.asked import JUDGES, SPECTATORS
from service.api.paging import paged
from service.api.problems import NOT_FOUND, Fault, Problem, malformed
from service.api.routing import PREFIX, Call, Routes, answer, bearer
from service.api.shown import table_json
from service.api.sources import Source, decoded, folded_at, source_of
from service.identity import Holder, secret_hash
from service.tables import Receipt

routes = Routes("tables", "Tables, from their opening on, and the places at them")


@routes.post("/tables", answers.Opened, asked.TableToOpen)
def open_table(call: Call) -> Response:
    """Open a table (organisers)

    Answers an invitation for every place that nobody has claimed. A repeat with the same key is the same table, with
    fresh invitations beside those given before; each place is claimed once all the same. A repeat may ask for another
    number of ``judges`` and ``spectators``; whatever else differs is 422, for the key stands for the table as it was opened.
    """
    require(call.holder.is_organiser, ROLES, "only an organiser opens a table")
    receipt = _open(call)
    table = receipt.table
    g.said.update(table=table, version=receipt.event.version)
    folded = call.parts.tables.current(table, PUBLIC).folded
    roles = _unclaimed(folded.table, call.body["judges"], call.body["spectators"])
    invitations = {role: call.identity.invite(Holder(role, table)) for role in roles}
    opened = {"table": table, "version": receipt.event.version, "invitations": invitations}
    return answer(opened, 200 if receipt.repeated else 201, {"Location": f"{PREFIX}/tables/{table}"})


def _open(call: Call) -> Receipt:
    body, tables = call.body, call.parts.tables
    games = ", ".join(sorted(tables.codecs))
    require(body["game"] in tables.codecs, OPENING, f"game: one of {games}, not {body['game']}")
    zone = body.get("time_zone", "UTC")
    faults = () if zone in _time_zones() else (f"time_zone: {zone} is not in the time zone database",)
    command = Open(
        game=body["game"],
        seats=tuple(SeatOpened(seat.get("colour"), seat.get("player")) for seat in body["seats"]),
        ruleset=body.get("ruleset"),
        pack=body.get("pack"),
        options=body.get("options"),
        time_zone=zone,
    )
    return tables.open(command, call.key, secret_hash(bearer()), faults)


@cache
def _time_zones() -> set[str]:
    return zoneinfo.available_timezones()


def _unclaimed(table: Table, judges: int, spectators: int) -> Iterator[str]:
    yield from (f"seat:{number}" for number, seat in enumerate(table.seats) if not seat.claimed)
    yield from (f"judge:{number}" for number in range(judges) if number not in table.judges)
    yield from (f"spectator:{number}" for number in range(spectators) if number not in table.spectators)


@routes.post("/invitations/<code:code>", answers.Claimed, asked.ClaimAsked, visitors=True)
def claim(call: Call, code: str) -> Response:
    """Claim the place that an invitation is for

    A repeat with the same key and name answers a fresh token, for the first may never have arrived.
    """
    holder = call.identity.invited(code)
    if holder is None or holder.table is None:
        raise Problem(NOT_FOUND, "there is no such invitation")
    name = call.body.get("name")
    if name is not None and holder.seat is None:
        raise malformed([Fault("body", "name", "leave name out: only seats are named")])
    g.said.update(table=holder.table, role=holder.role)
    command = Claim(holder.role, None if name is None else Sealed(name, frozenset({PUBLIC})))
    receipt = call.parts.tables.submit(holder.table, holder.actor, command, _claim_id(code, call.key), seen=0)
    g.said["version"] = receipt.event.version
    token = call.identity.issue(holder)
    claimed = {"table": holder.table, "version": receipt.event.version, "role": holder.role, "token": token}
    return answer(claimed, 200 if receipt.repeated else 201)


def _claim_id(code: str, key: str) -> str:
    """A command id that only who has both code and key can come to again."""
    return base64url(hashlib.sha256(f"claim\n{code}\n{key}".encode()).digest())[:43]


@routes.post("/tables/<table:table>/invitations", answers.Invited, asked.Place)
def invite_again(call: Call, table: str) -> Response:
    """Invite anew to a place that nobody has claimed (organisers); the codes given for it before are revoked (TB-O2)"""
    require(call.holder.is_organiser, ROLES, "only an organiser invites")
    role = call.body["role"]
    state = call.parts.tables.current(table, PUBLIC).folded.table
    if role not in places(state):
        raise malformed([Fault("body", "role", "the table has no such place")])
    require(role in _unclaimed(state, JUDGES, SPECTATORS), INVITATIONS, f"{role} is claimed already")
    return answer({"table": table, "role": role, "invitation": call.identity.invite_again(Holder(role, table))}, 201)


def places(table: Table) -> Iterator[str]:
    """Every place there can be at a table."""
    for kind, number in (("seat", len(table.seats)), ("judge", JUDGES), ("spectator", SPECTATORS)):
        yield from (f"{kind}:{place}" for place in range(number))


@routes.get("/tables", answers.TableList, asked.TableSearch)
def list_tables(call: Call) -> Response:
    """List and search tables, the latest opened first: an organiser's all of them, anybody else's their own

    ``next`` is the ``after`` of the next page; tables that are opened meanwhile come before it and shift nothing. Read from
    the workers' read model; what stands still there says so, and is found by no search. Nor is an imported table, which an
    organiser sees last, as its ``id`` and ``imported`` alone.
    """
    listed = read_side.listing(call.parts)
    lines = [*listed, *_brought(call, listed)] if call.holder.is_organiser else [line for line in listed if line["id"] == call.holder.table]
    return paged(call, "tables", (line for line in lines if _sought(line, call.query)), _newest_first)


def _brought(call: Call, listed: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The imported tables, read no further than their ids: a record is as large as its game was long."""
    for table in sorted(set(call.records.names()) - {line["id"] for line in listed}):
        yield {"id": table, "imported": True}


def _newest_first(line: Mapping[str, Any]) -> tuple[int, str]:
    return (-line.get("opened_at", 0), line["id"])


def _sought(line: Mapping[str, Any], query: Mapping[str, Any]) -> bool:
    opened = line.get("opened_at")
    return (
        all(line.get(name) == query[name] for name in ("game", "phase") if name in query)
        and ("player" not in query or query["player"] in (seat.get("player") for seat in line.get("seats", ())))
        and ("opened_from" not in query or (opened is not None and opened >= query["opened_from"]))
        and ("opened_to" not in query or (opened is not None and opened <= query["opened_to"]))
    )


@routes.get("/tables/<table:table>", answers.TableView, asked.AtVersion)
def read_table(call: Call, table: str) -> Response:
    """The table as the caller knows it, at its tip or as it stood at a version"""
    source = source_of(call, table)
    folded = folded_at(source, call.query.get("at"))
    tag = f"{folded.table.tip}.{source.viewer}"
    shown = {} if request.if_none_match.contains_weak(tag) else _shown(table, source, folded)
    return answer(shown, headers={"ETag": f'"{tag}"'})


def _shown(table: str, source: Source, folded: Folded) -> dict[str, Any]:
    shown = table_json(table, folded, source.viewer)
    asked = undo_request(folded, decoded(source, folded.table.tip)) if folded.table.request else None
    return shown if asked is None else {**shown, "undo": asked}
