"""`gavel demo stadt-city`: bots play challenges that nobody plays, report them, and the record can be watched."""

import json
from pathlib import Path

from tests.demo.programs import gavel


def test_bots_report_to_the_end_and_replay_draws_the_map(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    ended = gavel(tmp_path, "demo", "stadt-city", "--seats", "2", "--bots", "random", "--json", "--record", record)
    assert ended.returncode == 0, ended.stderr
    result = json.loads(ended.stdout)
    assert (result["game"], result["seats"], result["verified"]) == ("stadt-city", 2, True)
    for row in result["scores"]:
        assert row["total"] == len(row["lines"])
        assert all(line["rule"] == "SC-C4" and line["why"].startswith("Won the challenge ") for line in row["lines"])
    shown = gavel(tmp_path, "replay", record)
    assert shown.returncode == 0, shown.stderr
    assert "the game is over" in shown.stdout
    assert len([line for line in shown.stdout.splitlines() if line[:2].strip().isdigit() and len(line) == 73]) == 10
    assert "░" in shown.stdout
