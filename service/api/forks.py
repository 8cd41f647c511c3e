"""Forks: what if somebody had gone on otherwise."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from flask import Response, g

from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.table.commands import Fork
from domain.table.facts import Forked
from domain.table.fold import inspected
from domain.table.rulebook import INSPECTION, ROLES
from projections.tables import origin_json
from service.api import answers, asked
from service.api.problems import FORBIDDEN, TOO_MANY_FORKS, Fault, Problem, malformed, rule_json
from service.api.routing import PREFIX, Call, Routes, answer, bearer
from service.api.sources import Brought, Source, source_of
from service.api.tables import places
from service.forking import Prefix, fork
from service.identity import Holder, secret_hash
from service.tables import Receipt

routes = Routes("forks", "What if: tables of their own that begin where another stood")
Then: TypeAlias = Callable[[str], object]
FORKS = 50
"""How many forks a seat or a judge may make of one table."""
FORKS_OF_FORKS = 200
"""How many all of those may have together, and their forks in turn."""


@routes.post("/tables/<table:table>/forks", answers.ForkedOff, asked.ForkAsked)
def fork_table(call: Call, table: str) -> Response:
    """Begin a table of its own where this one stood at a version (TB-W1)

    For a judge who has inspected it is exact. For everybody else it holds what the caller knew at that version: whatever it
    had not seen is dealt anew, and others' unopened answers are asked for again. A judge may fork through other eyes (``as``).
    The caller has a token for each seat that nobody is invited to. A repeat with the same key is the same fork, with fresh
    tokens and invitations. A fork counts for no result; an imported table can be forked, too.
    """
    require(not call.holder.is_spectator, ROLES, "a spectator's token never writes")
    source = _source(call, table)
    command, invited = _command(call, table, source)
    return forked_off(call, source, command, invited)


def forked_off(call: Call, source: Source, command: Fork, invited: tuple[str, ...] = (), then: Then = lambda fork: None) -> Response:
    """The fork, with whatever ``then`` has done at it."""
    prefix = _prefix(call, command, source)
    receipt = fork(call.parts, prefix, command, call.holder.actor, call.key, _forker(call), partial(_admit, call, prefix))
    g.said.update(fork=receipt.table, version=receipt.event.version)
    then(receipt.table)
    origin = origin_json(_begun(source, receipt))
    begun = {"table": receipt.table, "version": receipt.event.version, "origin": origin, **_places(call, receipt, command, invited)}
    return answer(begun, 200 if receipt.repeated else 201, {"Location": f"{PREFIX}/tables/{receipt.table}"})


def _forker(call: Call) -> str:
    """The same place makes the same fork with the same key, by whatever token."""
    return secret_hash(bearer()) if call.holder.is_organiser else call.holder.role


def _source(call: Call, table: str) -> Source:
    """The table through the eyes that were asked for; a judge must have looked."""
    source = source_of(replace(call, query={"viewer": call.body["viewer"]} if "viewer" in call.body else {}), table)
    if call.holder.is_judge and not inspected(source.folded().table, call.holder.role):
        raise Problem(FORBIDDEN, "a judge forks a table once it has posted an inspection", rule=rule_json(INSPECTION))
    if call.body["version"] > (tip := source.tip):
        raise malformed([Fault("body", "version", f"the table is at version {tip}")])
    return source


def _prefix(call: Call, command: Fork, source: Source) -> Prefix:
    copies, table = tuple(source.copies(0, command.version)), command.table
    if not isinstance(source, Brought):
        return Prefix(table, source.codec, copies, call.parts.events.tip(table).origin)
    for document in source.record.packs.values():
        call.parts.packs.keep(source.codec.game, document)
    return Prefix(table, source.codec, copies, source.record.origin)


def _command(call: Call, table: str, source: Source) -> tuple[Fork, tuple[str, ...]]:
    """What is asked for, and the places that people are invited to."""
    at = source.folded(call.body["version"]).table
    there, invited = set(places(at)), tuple(dict.fromkeys(call.body["invite"]))
    wrong = (number for number, place in enumerate(call.body["invite"]) if place not in there)
    faults = [Fault("body", f"invite[{number}]", "the table has no such place") for number in wrong]
    if faults:
        raise malformed(faults)
    held = tuple(Seat(seat) for seat in range(len(at.seats)) if f"seat:{seat}" not in invited)
    return Fork(table, call.body["version"], source.viewer, held), invited


def _admit(call: Call, prefix: Prefix, fork: str) -> None:
    """A fork repeats all that came before it in the store, so that there may be only so many."""
    if call.holder.is_organiser:
        return
    slots, most = f"fork/{prefix.table}/{call.holder.role}", FORKS
    if prefix.origin is not None:
        *_, first = prefix.origin.line()
        slots, most = f"fork/{first.table}/forks", FORKS_OF_FORKS
    if not any(call.parts.tokens.put_new(f"{slots}/{number}", fork.encode()) for number in range(most)):
        raise Problem(TOO_MANY_FORKS, f"{most} forks are as many as there may be")


def _begun(source: Source, receipt: Receipt) -> Forked:
    (forked,) = (ruled.fact for ruled in source.codec.event(receipt.event).facts if isinstance(ruled.fact, Forked))
    return forked


def _places(call: Call, receipt: Receipt, command: Fork, invited: tuple[str, ...]) -> dict[str, Mapping[str, str]]:
    issue = call.identity.issue_again if receipt.repeated else call.identity.issue
    seats = [Holder(f"seat:{seat}", receipt.table) for seat in command.held]
    return {
        "tokens": {holder.role: issue(holder) for holder in seats},
        "invitations": {role: call.identity.invite(Holder(role, receipt.table)) for role in invited},
    }
