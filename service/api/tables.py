"""Opening, listing and reading tables; claiming a place at one."""

import hashlib
import zoneinfo
from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Response, g, request

from domain.kernel.names import PUBLIC
from domain.kernel.refusal import require
from domain.kernel.secret import Sealed
from domain.kernel.stored import base64url
from domain.table.commands import Claim, Open
from domain.table.facts import SeatOpened
from domain.table.rulebook import OPENING, ROLES
from domain.table.state import Table
from service import read_side
from service.api import answers, asked
from service.api.problems import NOT_FOUND, Fault, Problem, malformed
from service.api.routing import PREFIX, Call, Routes, answer
from service.api.shown import table_json
from service.api.sources import folded_at, source_of
from service.identity import Holder, secret_hash
from service.tables import Receipt

routes = Routes("tables", "Tables, from their opening on, and the places at them")


@routes.post("/tables", answers.Opened, asked.TableToOpen)
def open_table(call: Call) -> Response:
    """Open a table (organisers)

    Answers an invitation for every place that nobody has claimed. A repeat with the same key is the same table, with
    fresh invitations beside those given before; each place is claimed once all the same.
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
    return tables.open(command, call.key, secret_hash(_bearer()), faults)


def _bearer() -> str:
    return request.headers["Authorization"].partition(" ")[2].strip()


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
        raise malformed([Fault("body", "name", "only who takes a seat is named")])
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


@routes.get("/tables", answers.TableList, asked.TablePage)
def list_tables(call: Call) -> Response:
    """List tables, the latest first: an organiser's all of them, anybody else's their own

    ``next`` is the ``after`` of the next page. Read from the workers' read model; what stands still says so.
    """
    lines = [line for line in read_side.listing(call.parts) if call.holder.is_organiser or line["id"] == call.holder.table]
    ids = [line["id"] for line in lines]
    after, limit = call.query["after"], call.query["limit"]
    if after and after not in ids:
        raise malformed([Fault("query", "after", "no table in this list")])
    begin = ids.index(after) + 1 if after else 0
    page: dict[str, Any] = {"tables": lines[begin : begin + limit]}
    if begin + limit < len(lines):
        page["next"] = ids[begin + limit - 1]
    return answer(page)


@routes.get("/tables/<table:table>", answers.TableView, asked.AtVersion)
def read_table(call: Call, table: str) -> Response:
    """The table as the caller knows it, at its tip or as it stood at a version"""
    source = source_of(call, table)
    folded = folded_at(source, call.query.get("at"))
    etag = f"{folded.table.tip}.{source.viewer}"
    if request.if_none_match.contains(etag):
        return Response(status=304, headers={"ETag": f'"{etag}"'})
    return answer(table_json(table, folded, source.viewer), headers={"ETag": f'"{etag}"'})
