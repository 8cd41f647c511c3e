"""Packs: the games' own, and those that organisers have typed in."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from flask import Response, request

from domain.kernel.canonical import canonical, check_storable
from domain.kernel.game import AnyGame
from domain.kernel.pack import Document, PackFaults, name_of, read_toml
from domain.kernel.pack import Fault as PackFault
from domain.kernel.refusal import require
from domain.table.rulebook import ROLES
from service.api import answers, asked
from service.api.body import read_json
from service.api.paging import paged
from service.api.problems import WRONG_MEDIA_TYPE, Fault, Problem, malformed
from service.api.routing import JSON, PREFIX, Call, Routes, answer
from service.packs import parse_pack

routes = Routes("packs", "Packs of cards, by the hash of their content")
TOML = "application/toml"


@routes.post("/packs", answers.PackKept, None, query=asked.PackFor, media=(TOML, JSON))
def keep(call: Call) -> Response:
    """Bring a pack for a game (organisers): TOML as in a pack file, or the same document as JSON

    422 with every fault (the first hundred), its place and, for TOML, its line. A table is opened with it by its ``hash``.
    """
    require(call.holder.is_organiser, ROLES, "only an organiser brings a pack")
    codec = call.parts.tables.codecs.get(call.query["game"])
    if codec is None:
        raise malformed([Fault("query", "game", "there is no such game")])
    try:
        document = _read(codec.game)
        known = name_of(document).hash in call.packs.names()
        call.parts.packs.keep(codec.game, document)
    except PackFaults as refused:
        raise malformed(map(_fault, refused.faults)) from refused
    found = _described(codec.game, document, built_in=False)
    return answer(found, 200 if known else 201, {"Location": f"{PREFIX}/packs/{found['hash']}"})


@routes.get("/packs", answers.PackList, asked.PackSearch)
def list_packs(call: Call) -> Response:
    """List packs, game by game: the game's own and those kept here, with the hash of each and where its entries come from"""
    wanted = call.query.get("game")
    games = (codec.game for codec in call.parts.tables.codecs.values() if wanted in (None, codec.game.name))
    found = (line for game in games for line in _of(call, game))
    return paged(call, "packs", found, lambda line: (line["game"], line["name"], line["hash"]))


@routes.get("/packs/<digest:digest>", answers.Pack)
def pack(call: Call, digest: str) -> Response:
    """A pack as its canonical document, by content hash"""
    own = {name_of(document).hash: document for codec in call.parts.tables.codecs.values() for document in _built_in(codec.game)}
    return Response(canonical(own.get(digest) or call.parts.packs.document(digest)), content_type=JSON)


def _read(game: AnyGame) -> dict[str, Any]:
    """The document that was sent, once the game accepts it."""
    data = request.get_data()
    if request.mimetype == JSON:
        document = read_json(data)
        if not isinstance(document, dict):
            raise malformed([Fault("body", "body", "a pack is an object")])
        check_storable(document)
        game.read_pack(document)
        return document
    if request.mimetype != TOML:
        raise Problem(WRONG_MEDIA_TYPE, f"a pack is {TOML} or {JSON}")
    try:
        return parse_pack(game, data.decode())
    except UnicodeDecodeError as error:
        raise malformed([Fault("body", "body", f"byte {error.start} is not UTF-8")]) from error
    except RecursionError as error:
        raise malformed([Fault("body", "body", "it is nested too deep")]) from error
    except PackFaults:
        raise
    except ValueError as error:
        # Python's own limit on the digits of a number, which its TOML reader passes on as it is.
        raise malformed([Fault("body", "body", "a number is out of range")]) from error


def _fault(fault: PackFault) -> Fault:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault.place).lstrip(".")
    return Fault("body", path or "body", fault.says, fault.line)


def _of(call: Call, game: AnyGame) -> Iterator[dict[str, Any]]:
    """Every pack that a game can be played with."""
    own = [_described(game, document, built_in=True) for document in _built_in(game)]
    yield from own
    for digest in set(call.packs.names()) - {line["hash"] for line in own}:
        with suppress(PackFaults):
            call.parts.packs.by_hash(game, digest)
            yield _described(game, call.parts.packs.document(digest), built_in=False)


def _built_in(game: AnyGame) -> tuple[dict[str, Any], ...]:
    return tuple(map(_parsed, game.packs.values()))


_parsed = cache(read_toml)


def _described(game: AnyGame, document: Document, built_in: bool) -> dict[str, Any]:
    named = name_of(document)
    found = {"game": game.name, "name": named.name, "version": named.version, "hash": named.hash, "built_in": built_in}
    note = document.get("description")
    sources = dict(sorted(Counter(_sources(document)).items()))
    return {**found, "sources": sources, **({"description": note} if isinstance(note, str) else {})}


def _sources(value: Any) -> Iterator[str]:
    """The ``source`` of every entry: whether the rulebook prints it or somebody made it up."""
    match value:
        case Mapping():
            for key, item in value.items():
                if key == "source" and isinstance(item, str):
                    yield item
                else:
                    yield from _sources(item)
        case list():
            for item in value:
                yield from _sources(item)
