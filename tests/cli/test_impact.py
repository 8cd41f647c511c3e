"""`gavel impact`: over records and over the stored tables."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.catalogue import CATALOGUE
from service.cli.impact import impact
from service.parts import Parts
from tests.cli.running import run, told
from tests.format.table import record_file
from tests.kernel.night_market import NIGHT_MARKET
from tests.record.writing import finished, record_of
from tests.workers.market import play_out, seated

GOLDEN = record_file("judge:0")
LENGTH = ("--game", "night-market", "--option", "length=three-rounds")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "record.json").write_bytes(record_of(finished()))
    return tmp_path / "record.json"


def test_a_record_that_is_decided_as_recorded_exits_with_nothing(file: Path) -> None:
    found = told(impact, file)
    assert (found["of"], found["events"], found["differing"], found["result_changes"]) == (str(file), len(finished().events), 0, False)


def test_a_change_is_told_with_the_first_event_it_changes() -> None:
    found = told(impact, GOLDEN, *LENGTH, code=1)
    result = run(impact, GOLDEN, *LENGTH)
    assert result.exit_code == 1
    first = found["first"]
    assert f"the first at version {first['version']} ({first['command']})" in result.stdout
    gone = [fact for fact in first["was"] if fact not in first["now"]]
    assert all(f"- {fact['sentence']} [{fact['rule']}]" in result.stdout for fact in gone)
    assert gone


def test_every_stored_table_is_decided_again(parts: Parts) -> None:
    tables = {seated(parts, key): key for key in ("1", "2", "3")}
    for table in list(tables)[:2]:
        play_out(parts, table)
    result = run(impact)
    events = sum(parts.events.tip(table).version for table in tables)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"3 tables, {events} events decided again: 0 tables are decided otherwise, 0 results change\n"


def test_stored_tables_and_records_are_told_together_when_asked_for(parts: Parts, file: Path) -> None:
    table = seated(parts)
    lines = run(impact, file, "--tables", "--json").stdout.splitlines()
    assert [line.split('"')[3] for line in lines] == [str(file), table]


def test_a_table_that_a_change_ends_later_keeps_its_result_untold(parts: Parts) -> None:
    play_out(parts, seated(parts))
    result = run(impact, *LENGTH)
    assert result.exit_code == 1
    assert "1 tables are decided otherwise" in result.stdout


def test_what_cannot_be_read_or_changed_is_named_and_exits_with_two(tmp_path: Path, file: Path) -> None:
    (tmp_path / "pack.toml").write_text("name = 3")
    broken = tmp_path / "broken.json"
    broken.write_bytes(file.read_bytes()[:500])
    for words, named in (
        ((tmp_path / "none.json",), "none.json"),
        ((broken,), "broken.json"),
        ((file, "--game", "night-market", "--option", "moon=yes"), "options.moon"),
        ((file, "--game", "night-market", "--ruleset", "0"), "ruleset"),
        ((file, "--game", "night-market", "--pack", tmp_path / "pack.toml"), "pack.toml"),
        ((file, "--game", "chess"), "--game"),
        ((file, "--option", "length=one-round"), "--game"),
        ((file, "--game", "night-market", "--option", "length"), "--option"),
    ):
        result = run(impact, *words)
        assert (result.exit_code, named in result.stderr) == (2, True), result.output


def test_a_pack_is_tried_from_its_file(tmp_path: Path, file: Path) -> None:
    text = next(iter(NIGHT_MARKET.packs.values()))
    (tmp_path / "same.toml").write_text(text)
    (tmp_path / "dearer.toml").write_text(text.replace("worth = 1\n", "worth = 50\n", 1))
    assert not told(impact, file, "--game", "night-market", "--pack", tmp_path / "same.toml")["differing"]
    assert told(impact, file, "--game", "night-market", "--pack", tmp_path / "dearer.toml", code=1)["result_changes"]


def test_tables_of_other_games_are_left_alone(file: Path) -> None:
    other = run(impact, file, "--game", "night-market")
    assert other.stdout.startswith("1 tables")


def test_a_record_of_another_game_than_the_one_named_is_said_to_be_so(file: Path) -> None:
    other = record_file("judge:0", "high-moon")
    words = [str(file), str(other), "--game", "night-market"]
    result = CliRunner().invoke(impact, words, obj=(NIGHT_MARKET, *CATALOGUE))
    assert (result.exit_code, "a record of high-moon, not of night-market" in result.stderr) == (2, True), result.output
    assert result.stdout.startswith("1 tables")
