"""Forks in a backup: put back with where they come from, and played on."""

from pathlib import Path
from random import Random

from domain.kernel.names import Actor, Seat, Viewer
from domain.table.commands import Fork
from service.backup import check, make, restore
from service.forking import Prefix, fork
from service.parts import Parts
from tests.workers.market import move, play_out, seated
from workers.follow import follow


def forked(parts: Parts, table: str, key: str = "fork") -> str:
    """A fork that seat 0 has made."""
    copies = tuple(parts.tables.copies(table, Viewer("seat:0")))
    prefix = Prefix(table, parts.tables.codec_of(table), copies, parts.events.tip(table).origin)
    command = Fork(table, len(copies), "seat:0", (Seat(0), Seat(1)))
    return fork(parts, prefix, command, Actor("seat:0"), key, "somebody", lambda id: None).table


def test_a_fork_that_is_put_back_is_the_fork_that_was_there(parts: Parts, other: Parts, tmp_path: Path) -> None:
    table, random = seated(parts), Random(1)
    move(parts, table, random)
    one = forked(parts, table)
    move(parts, one, random)
    again = forked(parts, one)
    make(parts, tmp_path / "one")
    restore(other, tmp_path / "one")
    for each in (table, one, again):
        assert tuple(other.events.read(each)) == tuple(parts.events.read(each))
        assert other.events.tip(each) == parts.events.tip(each)
        assert other.events.commands(each) == parts.events.commands(each)
    assert {found.is_ for found in check(other, tmp_path / "one")} == {"equal"}
    play_out(other, again)
    follow(other, again)
    assert other.tables.current(again).folded.table.closed
