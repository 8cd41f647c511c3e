"""Stored names are frozen: new facts and fields may be added to the list beside this test, a landed one never changes."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.fact import LineFact, TableFact
from domain.kernel.facts import LINE_FACTS
from domain.table.commands import TABLE_COMMANDS
from domain.table.facts import TABLE_FACTS
from tests.kernel.night_market import NIGHT_MARKET

GAMES = (*CATALOGUE, NIGHT_MARKET)
OWNERS: dict[str, tuple[Any, ...]] = {
    "line": LINE_FACTS,
    "table": TABLE_FACTS,
    "table commands": TABLE_COMMANDS,
    **{game.name: tuple(kind for kind in game.facts if not issubclass(kind, LineFact)) for game in GAMES},
    **{f"{game.name} commands": game.commands for game in GAMES},
}
FROZEN: dict[str, dict[str, list[str]]] = json.loads(Path(__file__).with_name("stored_names.json").read_text("utf-8"))


def stored(kinds: tuple[Any, ...]) -> dict[str, list[str]]:
    return {kind.NAME: [field.name for field in fields(kind)] for kind in kinds}


@pytest.mark.parametrize("owner", sorted(OWNERS))
def test_stored_names_and_fields_are_the_ones_listed(owner: str) -> None:
    assert stored(OWNERS[owner]) == FROZEN[owner]


def test_nothing_is_listed_that_nobody_stores() -> None:
    assert set(FROZEN) == set(OWNERS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_game_uses_a_name_of_the_table_or_the_line(game: Any) -> None:
    shared = set(stored(TABLE_FACTS)) | set(stored(LINE_FACTS))
    own = [kind for kind in game.facts if not issubclass(kind, LineFact)]
    assert not shared & set(stored(tuple(own)))
    assert not any(issubclass(kind, TableFact) for kind in game.facts)
    assert not {kind.NAME for kind in game.commands} & {kind.NAME for kind in TABLE_COMMANDS}


@pytest.mark.parametrize("owner", sorted(OWNERS))
def test_a_name_stands_for_one_thing(owner: str) -> None:
    assert len(stored(OWNERS[owner])) == len(OWNERS[owner])


@pytest.mark.parametrize("owner", sorted(OWNERS))
def test_names_and_fields_are_spelled_as_the_stored_form_wants(owner: str) -> None:
    for name, parts in stored(OWNERS[owner]).items():
        assert name.replace("-", "").isalpha()
        assert name == name.lower()
        assert all(part.isidentifier() and part == part.lower() for part in parts)
