"""Packs at hand: the games' own, and those kept in the store by content hash."""

import json
from typing import Any

from domain.kernel.canonical import canonical
from domain.kernel.game import AnyGame
from domain.kernel.pack import Document, PackFaults, name_of, read_toml, with_lines
from domain.table.opening import ChosenPack
from service.store import Shelf


class NoPack(LookupError):
    """No pack of that name or hash is known."""


class Packs:
    """Every pack is read once a process; a table's pack is found again by its hash."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._read: dict[tuple[str, str], ChosenPack] = {}

    def choose(self, game: AnyGame, name: str | None) -> ChosenPack:
        """The game's built-in pack of this name (its first when None), or a stored one by its hash; NoPack."""
        name = name or next(iter(game.packs))
        if name in game.packs:
            return self.keep(game, parse_pack(game, game.packs[name]))
        return self.by_hash(game, name)

    def by_hash(self, game: AnyGame, digest: str) -> ChosenPack:
        if (game.name, digest) not in self._read:
            data = self._shelf.get(digest)
            if data is None:
                raise NoPack(f"no pack {digest}")
            self._read[game.name, digest] = read_document(game, json.loads(data))
        return self._read[game.name, digest]

    def document(self, digest: str) -> dict[str, Any]:
        data = self._shelf.get(digest)
        if data is None:
            raise NoPack(f"no pack {digest}")
        document: dict[str, Any] = json.loads(data)
        return document

    def keep(self, game: AnyGame, document: Document) -> ChosenPack:
        """Read a pack and keep its canonical bytes; PackFaults when the game refuses it."""
        chosen = read_document(game, document)
        if (game.name, chosen.name.hash) not in self._read:
            self._shelf.put_new(chosen.name.hash, canonical(document))
            self._read[game.name, chosen.name.hash] = chosen
        return self._read[game.name, chosen.name.hash]


def read_document(game: AnyGame, document: Document) -> ChosenPack:
    return ChosenPack(name_of(document), game.read_pack(document))


def parse_pack(game: AnyGame, text: str) -> dict[str, Any]:
    """The document of a pack file that the game accepts, or PackFaults with the lines of every fault."""
    document = read_toml(text)
    try:
        game.read_pack(document)
    except PackFaults as refused:
        raise with_lines(refused.faults, text) from refused
    return document
