"""Names and fields as they are stored: new ones may be added, these never change."""

from dataclasses import fields
from typing import Any, get_args

from domain.high_moon.commands import COMMANDS, Command
from domain.high_moon.facts import FACTS, Fact
from domain.kernel.facts import SeatResigned

STORED_FACTS = {
    "colour-taken": "seat colour",
    "tiles-shuffled": "tiles",
    "starting-card-laid": "number at",
    "criteria-shown": "criteria",
    "deck-shuffled": "seat cards",
    "starting-player-drawn": "seat",
    "card-drawn": "seat card",
    "card-placed": "seat card at turned",
    "card-set-aside": "seat card",
    "tile-laid": "at liquor",
    "tokens-gained": "seat tokens",
    "tokens-taken-back": "seat tokens",
    "gain-lost": "seat tokens",
    "tokens-discarded": "seat tokens",
    "token-placed": "seat kind at source by_bottle",
    "track-asked": "seat action covered",
    "track-chosen": "seat track",
    "marker-moved": "seat track space",
    "bottle-gained": "seat liquor at",
    "bottle-opened": "seat liquor",
    "second-token-asked": "seat",
    "second-token-declined": "seat",
    "criterion-scored": "seat criterion points",
    "seat-passed": "seat",
    "aid-emptied": "seat tokens",
    "turn-passed": "seat",
    "play-ended": "",
}
STORED_COMMANDS = {
    "place-card": "seat at turned",
    "set-card-aside": "seat",
    "open-bottle": "seat liquor tokens kind at",
    "place-token": "seat kind at",
    "pass": "seat",
    "end-turn": "seat",
    "choose-track": "seat track",
    "decline": "seat",
}


def stored(kinds: tuple[Any, ...]) -> dict[str, str]:
    return {kind.NAME: " ".join(field.name for field in fields(kind)) for kind in kinds}


def test_no_stored_fact_has_changed() -> None:
    assert STORED_FACTS.items() <= stored(FACTS).items()


def test_no_stored_command_has_changed() -> None:
    assert STORED_COMMANDS.items() <= stored(COMMANDS).items()


def test_every_fact_and_command_is_listed_once() -> None:
    assert set(get_args(Fact)) == {*FACTS, SeatResigned}
    assert set(get_args(Command)) == set(COMMANDS)
    assert len(stored(FACTS)) == len(FACTS)
