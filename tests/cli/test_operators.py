"""`gavel organiser`, `projections`, `backup` and `restore`, as an operator calls them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import click
import pytest

from projections import PROJECTIONS
from service.cli.backup import backup, restore
from service.cli.openapi import openapi
from service.cli.organiser import organiser
from service.cli.projections import projections
from service.cli.up import serve, up, worker
from service.config import Settings
from service.identity import Identity
from service.parts import Parts
from service.store import connect
from tests.cli.running import ROOT, WITHIN, gavel, run, told
from tests.workers.market import move, seated
from workers.follow import follow


def test_an_organiser_is_made_listed_and_revoked(parts: Parts) -> None:
    made = told(organiser, "add", "ada")
    holder = Identity(parts.tokens).holder_of(made["token"])
    assert holder is not None
    assert holder.is_organiser
    listed = told(organiser, "list")
    assert [(one["id"], one["name"]) for one in listed] == [(made["id"], "ada")]
    assert made["token"] not in json.dumps(listed)
    assert told(organiser, "revoke", made["id"][:12]) == {"revoked": made["id"]}
    assert Identity(parts.tokens).holder_of(made["token"]) is None
    assert told(organiser, "list") == []


def test_only_the_token_itself_is_on_standard_output(parts: Parts) -> None:
    result = run(organiser, "add", "ada")
    holder = Identity(parts.tokens).holder_of(result.stdout.strip())
    assert holder is not None
    assert result.stdout.strip() not in result.stderr


def test_a_token_that_is_not_there_or_not_named_alone_is_not_revoked(parts: Parts) -> None:
    first, second = told(organiser, "add", "ada"), told(organiser, "add", "bob")
    assert told(organiser, "revoke", "zz", code=1) == {"revoked": None}
    assert told(organiser, "revoke", "", code=1) == {"revoked": None}
    assert {one["id"] for one in told(organiser, "list")} == {first["id"], second["id"]}


def test_status_exits_with_one_while_a_read_model_is_behind(parts: Parts) -> None:
    table = seated(parts)
    assert {one["name"]: one["behind"] for one in told(projections, "status", code=1)} == dict.fromkeys(
        (projection.name for projection in PROJECTIONS), 1
    )
    follow(parts, table)
    assert [one["behind"] for one in told(projections, "status")] == [0] * len(PROJECTIONS)


def test_a_rebuild_of_an_empty_store_serves_a_new_generation(settings: Settings) -> None:
    done = gavel("projections", "rebuild", "--name", "scores", "--json", GAVEL_STORE_URL=str(settings.store_url))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [{"name": "scores", "serving": 2, "tables": 0, "parked": 0, "dropped": 0}]
    assert run(projections, "rebuild", "--name", "nothing").exit_code == 2


def test_a_backup_into_a_folder_is_compared_put_back_and_compared_again(parts: Parts, settings: Settings, tmp_path: Path) -> None:
    tables = [seated(parts, key) for key in "12"]
    made = told(backup, tmp_path)
    file = Path(made["file"])
    assert (file.parent, made["tables"], made["bytes"]) == (tmp_path, 2, file.stat().st_size)
    move(parts, tables[0], Random(1))
    assert told(restore, file, "--check")["counts"] == {"longer": 1, "equal": 1}
    assert run(restore, file).exit_code == 1
    with connect(str(settings.store_url)) as client:
        client.flushall()
    assert told(restore, file, "--check", code=1)["counts"] == {"missing": 2}
    assert told(restore, file)["events"] == made["events"]
    assert told(restore, file, "--check") == {
        "fine": True,
        "counts": {"equal": 2},
        "tables": [{"table": table, "is": "equal", "backup": 6, "store": 6} for table in sorted(tables)],
    }


def test_a_damaged_backup_exits_with_two_and_an_existing_file_is_left(parts: Parts, tmp_path: Path) -> None:
    seated(parts)
    (tmp_path / "bad").write_bytes(b"nothing")
    assert run(restore, tmp_path / "bad").exit_code == 2
    assert run(restore, tmp_path / "bad", "--check").exit_code == 2
    assert run(backup, tmp_path / "bad").exit_code == 1
    assert (tmp_path / "bad").read_bytes() == b"nothing"


def test_the_embedded_store_is_started_for_as_long_as_a_command_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GAVEL_STORE_URL", raising=False)
    one, other = ("--data", tmp_path / "one"), ("--data", tmp_path / "other")
    assert told(organiser, "add", "ada", *one)["name"] == "ada"
    file = told(backup, tmp_path, *one)["file"]
    assert told(restore, file, *other)["tables"] == 0
    assert [kept["name"] for kept in told(organiser, "list", *other)] == ["ada"]


@pytest.mark.parametrize("command", [organiser, projections, serve, worker, up, openapi, backup], ids=lambda command: command.name)
def test_a_wrong_setting_is_named_and_ends_every_command(command: click.Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAVEL_PORT", "many")
    words = {"organiser": ["list"], "projections": ["status"], "backup": [tmp_path / "one"]}.get(str(command.name), [])
    result = run(command, *words)
    assert result.exit_code == 2
    assert "GAVEL_PORT" in result.stderr


def test_a_cut_backup_is_refused_before_there_is_a_data_folder(parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seated(parts)
    whole = Path(told(backup, tmp_path)["file"])
    cut = tmp_path / "cut"
    cut.write_bytes(whole.read_bytes()[:-20])
    monkeypatch.delenv("GAVEL_STORE_URL")
    assert run(restore, cut, "--data", tmp_path / "new").exit_code == 2
    assert not (tmp_path / "new").exists()


def test_a_backup_names_the_file_that_is_there_once(parts: Parts, tmp_path: Path) -> None:
    (tmp_path / "one").touch()
    result = run(backup, tmp_path / "one")
    assert (result.exit_code, result.stderr.count(str(tmp_path / "one"))) == (1, 1)


def test_a_rebuild_whose_reader_has_gone_ends_quietly_and_is_done(settings: Settings, parts: Parts) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "gavel"), "projections", "rebuild"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "GAVEL_STORE_URL": str(settings.store_url)}
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        done = subprocess.run(command, env=env, stdout=gone, stderr=subprocess.PIPE, check=False, timeout=WITHIN)
    assert (done.returncode, done.stderr) == (0, b"")
    assert {one["serving"] for one in told(projections, "status")} == {2}


def test_a_worker_of_its_own_ends_a_wrong_setting_as_every_command_does() -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "GAVEL_PORT": "many"}
    done = subprocess.run([sys.executable, "-m", "workers"], env=env, capture_output=True, text=True, check=False, timeout=WITHIN)
    assert done.returncode == 1
    assert done.stderr.startswith("gavel: GAVEL_PORT")


def test_a_backup_of_a_folder_without_data_is_refused_and_makes_nothing(tmp_path: Path) -> None:
    result = run(backup, tmp_path / "file", "--data", tmp_path / "misspelt")
    assert result.exit_code == 1
    assert not list(tmp_path.iterdir())
