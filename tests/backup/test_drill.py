"""The drill: back up, put back into an empty store, verify every table; and what a comparison finds."""

import gzip
import stat
import threading
from pathlib import Path
from random import Random

import pytest
import redis

from domain.kernel.names import Viewer
from service.backup import BadBackup, Compared, NotEmpty, check, make, restore
from service.identity import Holder, Identity, issue_organiser
from service.parts import Parts
from service.record import SigningKey, export, verify
from service.store import Deadlines, Shelf, StoreCorrupt, connect, keys, records
from service.sweep import store_url
from tests.kernel.night_market import NIGHT_MARKET
from tests.store.streams import chained
from tests.workers.market import move, play_out, seated
from workers.follow import follow


def games(parts: Parts) -> tuple[str, str]:
    """A table that is over and one in the middle of its game."""
    over, running = seated(parts, "1", seats=3), seated(parts, "2")
    play_out(parts, over)
    random = Random(3)
    for _ in range(3):
        move(parts, running, random)
    return over, running


def shelf(parts: Parts) -> Shelf:
    return records(connect(store_url(parts.settings)))


def test_what_is_put_back_into_an_empty_store_is_all_that_was_there(parts: Parts, other: Parts, tmp_path: Path) -> None:
    over, running = games(parts)
    fresh = seated(parts, "3")
    token = Identity(parts.tokens).issue(Holder("seat:0", running))
    key = SigningKey.kept_on(parts.secrets).public
    shelf(parts).put("aaaaaaaaaaaaaaaa", b"a record that came from elsewhere")
    parts.refusals.push(running, 1, b"refused", "TB-P1")
    made = make(parts, tmp_path / "one")
    assert restore(other, tmp_path / "one") == made
    assert (made.tables, made.events) == (3, sum(parts.events.tip(table).version for table in (over, running, fresh)))
    for table in (over, running, fresh):
        assert tuple(other.events.read(table)) == tuple(parts.events.read(table))
        assert other.events.commands(table) == parts.events.commands(table)
        assert other.tables.current(table).folded.position == parts.tables.current(table).folded.position
    assert Identity(other.tokens).holder_of(token) == Holder("seat:0", running)
    assert SigningKey.kept_on(other.secrets).public == key
    assert shelf(other).all() == shelf(parts).all()
    assert other.refusals.counts(running) == {(1, "TB-P1"): 1}
    due = Deadlines(connect(store_url(parts.settings))).of(fresh)
    assert due is not None
    assert Deadlines(connect(store_url(other.settings))).of(fresh) == due


def test_every_table_that_was_put_back_verifies_as_a_record(parts: Parts, other: Parts, tmp_path: Path) -> None:
    tables = games(parts)
    make(parts, tmp_path / "one")
    restore(other, tmp_path / "one")
    for table in tables:
        digest = other.tables.current(table).folded.table.pack.hash
        copies = other.tables.copies(table, Viewer("judge:0"))
        data = export(table, Viewer("judge:0"), copies, {digest: other.packs.document(digest)}, SigningKey.kept_on(other.secrets))
        report = verify(data, (NIGHT_MARKET,))
        assert (report.fault, report.events) == (None, parts.events.tip(table).version)


def test_a_game_goes_on_in_the_store_it_was_put_back_into(parts: Parts, other: Parts, tmp_path: Path) -> None:
    _, running = games(parts)
    make(parts, tmp_path / "one")
    restore(other, tmp_path / "one")
    tip = play_out(other, running)
    assert tip > parts.events.tip(running).version
    follow(other, running)
    model = other.read_models.get("scores", 1, running)
    assert model is not None
    assert model.version == tip


def test_a_command_that_was_answered_before_the_backup_is_a_repeat_after_it(parts: Parts, other: Parts, tmp_path: Path) -> None:
    _, running = games(parts)
    make(parts, tmp_path / "one")
    restore(other, tmp_path / "one")
    known = parts.events.commands(running)
    assert {command: other.events.version_of(running, command) for command in known} == known


def test_a_comparison_finds_each_table_equal_longer_shorter_different_missing_or_new(parts: Parts, other: Parts, tmp_path: Path) -> None:
    tables = [seated(parts, key) for key in "abcdef"]
    make(parts, tmp_path / "one")
    restore(other, tmp_path / "one")
    equal, longer, shorter, different, missing, damaged = tables
    tips = {table: parts.events.tip(table).version for table in tables}
    move(other, longer, Random(1))
    with connect(store_url(other.settings)) as client:
        _cut(client, other, shorter, tips[shorter] - 1)
        _cut(client, other, different, tips[different] - 2)
        for body in (b"{}", b"[]"):
            tip = other.events.tip(different)
            other.events.append(different, tip.version, tip.hash, chained(body, after=tip, table=different))
        client.delete(keys.events(missing), keys.tip(missing))
        client.xdel(keys.events(damaged), "3-0")
    new = seated(other, "new")
    found = {one.table: one for one in check(other, tmp_path / "one")}
    assert found[equal] == Compared(equal, "equal", tips[equal], tips[equal])
    assert found[longer] == Compared(longer, "longer", tips[longer], tips[longer] + 1)
    assert found[shorter] == Compared(shorter, "shorter", tips[shorter], tips[shorter] - 1)
    assert found[different] == Compared(different, "different", tips[different], tips[different], tips[different] - 1)
    assert found[missing] == Compared(missing, "missing", tips[missing], 0)
    assert found[damaged] == Compared(damaged, "damaged", tips[damaged], tips[damaged], 2)
    assert found[new] == Compared(new, "new", 0, other.events.tip(new).version)
    assert {one.is_ for one in found.values() if one.fine} == {"equal", "longer", "new"}


def _cut(client: redis.Redis, parts: Parts, table: str, version: int) -> None:
    """Take the last events away, as in a store that was put back from an older copy of itself."""
    entries = tuple(parts.events.read(table))[:version]
    client.delete(keys.events(table))
    for entry in entries:
        client.xadd(keys.events(table), {"body": entry.body, "openings": entry.openings, "hash": entry.hash}, id=f"{entry.version}-0")
    client.hset(keys.tip(table), mapping={"version": version, "hash": entries[-1].hash})


def test_a_backup_taken_while_games_go_on_holds_every_table_whole(parts: Parts, other: Parts, tmp_path: Path) -> None:
    tables = [seated(parts, key) for key in "abcd"]
    before = {table: parts.events.tip(table).version for table in tables}

    def play() -> None:
        for number, table in enumerate(tables):
            play_out(parts, table, number)

    players = threading.Thread(target=play)
    players.start()
    make(parts, tmp_path / "one")
    players.join()
    restore(other, tmp_path / "one")
    assert all(other.events.tip(table).version >= before[table] for table in tables)
    assert {one.is_ for one in check(parts, tmp_path / "one")} <= {"equal", "longer"}


@pytest.mark.parametrize("holds", ["table", "token"])
def test_nothing_is_put_into_a_store_that_is_not_empty(parts: Parts, other: Parts, tmp_path: Path, holds: str) -> None:
    games(parts)
    make(parts, tmp_path / "one")
    if holds == "table":
        seated(other)
    else:
        issue_organiser(other, "ada")
    tables, tokens = other.events.tables(), other.tokens.all()
    with pytest.raises(NotEmpty):
        restore(other, tmp_path / "one")
    assert (other.events.tables(), other.tokens.all()) == (tables, tokens)


def test_a_file_that_was_changed_or_cut_anywhere_puts_nothing_back(parts: Parts, tmp_path: Path) -> None:
    seated(parts)
    make(parts, tmp_path / "one")
    packed = (tmp_path / "one").read_bytes()
    text = gzip.decompress(packed)
    spoiled = [packed[: len(packed) // 2], packed[:-9], b"", b"no gzip at all", packed + packed]
    spoiled += [gzip.compress(text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :]) for at in range(0, len(text), 97)]
    spoiled += [gzip.compress(b"".join(lines)) for lines in _without_a_line(text)]
    with connect(store_url(parts.settings)) as client:
        client.flushall()
    for number, data in enumerate(spoiled):
        (tmp_path / f"bad-{number}").write_bytes(data)
        with pytest.raises(BadBackup):
            restore(parts, tmp_path / f"bad-{number}")
    assert (parts.events.tables(), parts.tokens.all()) == ((), {})


def _without_a_line(text: bytes) -> list[list[bytes]]:
    lines = text.splitlines(keepends=True)
    return [lines[:at] + lines[at + 1 :] for at in range(len(lines))]


def test_a_backup_is_for_its_owners_eyes_and_never_takes_the_place_of_another(parts: Parts, tmp_path: Path) -> None:
    seated(parts)
    make(parts, tmp_path / "one")
    assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == 0o600
    first = (tmp_path / "one").read_bytes()
    with pytest.raises(FileExistsError):
        make(parts, tmp_path / "one")
    assert (tmp_path / "one").read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == ["one"]


def test_a_backup_that_fails_leaves_no_file(parts: Parts, tmp_path: Path) -> None:
    table = seated(parts)
    with connect(store_url(parts.settings)) as client:
        client.xdel(keys.events(table), "2-0")
    with pytest.raises(StoreCorrupt) as damaged:
        make(parts, tmp_path / "one")
    assert (damaged.value.table, damaged.value.last_good_version) == (table, 1)
    assert list(tmp_path.iterdir()) == []


def test_the_longest_tables_are_put_back_in_pieces(parts: Parts, other: Parts, tmp_path: Path) -> None:
    table = "k7q2m4x6z3a5b7c2"
    entries = chained(*(b'{"n":%d}' % number for number in range(1234)), table=table)
    for at in range(0, len(entries), 500):
        tip = parts.events.tip(table)
        parts.events.append(table, tip.version, tip.hash, entries[at : at + 500])
    make(parts, tmp_path / "one")
    restore(other, tmp_path / "one")
    assert check(other, tmp_path / "one") == (Compared(table, "equal", 1234, 1234),)
