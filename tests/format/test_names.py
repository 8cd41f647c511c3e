"""Stored names are frozen: a fact or command that has landed keeps its name, its fields and their types."""

import re

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.facts import LINE_FACTS
from domain.kernel.game import AnyGame
from domain.table.commands import TABLE_COMMANDS
from domain.table.facts import TABLE_FACTS
from tests.format.names import names
from tests.format.table import NAMES
from tests.kernel.night_market import NIGHT_MARKET


def test_every_landed_name_stands_as_it_was_and_may_only_have_grown() -> None:
    present = {tuple(line.split(" ")[:3]): line for line in names()}
    for landed in NAMES.read_text("utf-8").splitlines():
        now = present.pop(tuple(landed.split(" ")[:3]))
        assert now == landed or now.startswith(f"{landed} ")
    assert not present, "new names are added to the list: python -m tests.format.table"


@pytest.mark.parametrize("game", [NIGHT_MARKET, *CATALOGUE], ids=lambda game: game.name)
def test_no_game_uses_a_name_of_the_table_or_the_line(game: AnyGame) -> None:
    own = [kind for kind in game.facts if kind not in LINE_FACTS]
    assert not {kind.NAME for kind in (*TABLE_FACTS, *LINE_FACTS)} & {kind.NAME for kind in own}
    assert not {kind.NAME for kind in TABLE_COMMANDS} & {kind.NAME for kind in game.commands}
    assert len({kind.NAME for kind in own}) == len(own)


@pytest.mark.parametrize("line", list(names()))
def test_names_and_fields_are_spelled_as_the_stored_form_wants(line: str) -> None:
    _, _, name, *held = line.split(" ")
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", part.partition(":")[0]) for part in held if not part.startswith("schema="))
