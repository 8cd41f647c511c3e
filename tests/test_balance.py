"""`./scripts/balance`: figures of whole games between bots, for any game of the catalogue."""

import re
import sys

import pytest

from scripts.balance import GAMES, Setting, greedy_game, main, options_of


def figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    monkeypatch.setattr(sys, "argv", ["balance", *words])
    assert main() == 0
    return capsys.readouterr().out.splitlines()


def test_figures_are_those_of_the_games_that_were_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    game = GAMES["stadt-city"]
    words = ("stadt-city", "--games", "2", "--seats", "2", "--ruleset", "1.0", "--option", "drinks=false")
    lines = figures(monkeypatch, capsys, *words, "--count", "drink-owed", "round-begun", "--by", "character-lost.cause")
    setting = Setting(game, 2, "1.0", options_of(game, "1.0", {"drinks": False}))
    games = [greedy_game(setting, seed) for seed in range(2)]
    rounds = sorted(sum(fact.NAME == "round-begun" for fact in played.facts) for played in games)
    assert lines[0] == "Stadt City, ruleset 1.0, 2 seats, 2 games"
    assert lines[2] == "  drink-owed: median 0, middle 90 % 0 to 0, from 0 to 0"
    assert lines[3].startswith(f"  round-begun: median {sum(rounds) / 2:g}, ")
    assert lines[3].endswith(f"from {rounds[0]} to {rounds[1]}")
    assert lines[4].startswith("  ended by SC-R18 100 %; winners ")
    assert re.fullmatch(r"  character-lost\.cause: (\w+ \d+ %(, )?)+", lines[6])


def test_a_game_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    game = GAMES["stadt-city"]
    setting = Setting(game, 2, "1.0", options_of(game, "1.0", {}))
    assert greedy_game(setting, 1).facts == greedy_game(setting, 1).facts != greedy_game(setting, 2).facts


def test_options_are_those_of_the_ruleset() -> None:
    game = GAMES["stadt-city"]
    assert "crossing_kills" in options_of(game, "1.1", {})
    assert "crossing_kills" not in options_of(game, "1.0", {})
    assert options_of(game, "1.1", {"drinks": False})["drinks"] is False
