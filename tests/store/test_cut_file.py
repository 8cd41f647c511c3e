"""A crash in the middle of writing: wherever the append-only file ends, the last append is there whole or not at all."""

import shutil
from pathlib import Path

import pytest

from service.embedded import EmbeddedServer
from service.store import Deadlines, EventStore, Pointers, Tip, connect
from tests.servers import PROGRAMS, start_server
from tests.store.streams import TABLE, extend

BEFORE = (b"one", b"two")
LAST = (b"three, with a body", b"four, in the same append")
COMMAND = "seat:0/last"
DUE = 1_795_894_923_120
COARSE = 37


class Cut:
    """A store's folder before its last append and after, and what was in the store then."""

    def __init__(self, folder: Path, program: str) -> None:
        self._folder = folder
        self._program = program
        with self._running("whole") as server, connect(server.url) as client:
            store = EventStore(client)
            extend(store, *BEFORE, command="organiser/first", deadline=DUE)
            self.begin = self._file("whole").stat().st_size
            extend(store, *LAST, command=COMMAND, deadline=None)
            self.end = self._file("whole").stat().st_size

    def at(self, size: int) -> tuple[Tip, list[bytes], int | None, int | None, int]:
        """Tip, bodies, the command's version, the deadline and the pointers, of a server started on so many bytes."""
        cut = self._folder / "cut"
        shutil.rmtree(cut, ignore_errors=True)
        shutil.copytree(self._folder / "whole", cut)
        with self._file("cut").open("r+b") as file:
            file.truncate(size)
        with self._running("cut") as server, connect(server.url) as client:
            store = EventStore(client)
            bodies = [entry.body for entry in store.read(TABLE)]
            pointers = sum(place != "0-0" for place in Pointers(client).now())
            told = (store.tip(TABLE), bodies, store.version_of(TABLE, COMMAND), Deadlines(client).of(TABLE), pointers)
            # And it goes on from there.
            extend(store, b"next")
            assert store.tip(TABLE).version == len(bodies) + 1
            return told

    def _running(self, name: str) -> EmbeddedServer:
        return start_server(self._folder / name, self._program)

    def _file(self, name: str) -> Path:
        (file,) = (self._folder / name / "appendonlydir").glob("*.incr.aof")
        return file


@pytest.fixture(params=PROGRAMS)
def cut(request: pytest.FixtureRequest, tmp_path: Path) -> Cut:
    return Cut(tmp_path, request.param)


def all_or_nothing(cut: Cut, step: int) -> None:
    nothing, everything = cut.at(cut.begin), cut.at(cut.end)
    assert (nothing[1], nothing[2], nothing[3]) == ([*BEFORE], None, DUE)
    assert (everything[1], everything[2], everything[3]) == ([*BEFORE, *LAST], 3, None)
    found = [cut.at(size) for size in range(cut.begin, cut.end, step)]
    assert len(found) > 10
    assert all(one == nothing for one in found)


def test_a_file_cut_in_its_last_append_has_all_of_it_or_nothing(cut: Cut) -> None:
    all_or_nothing(cut, COARSE)


@pytest.mark.long
def test_a_file_cut_at_every_byte_of_its_last_append_has_all_of_it_or_nothing(cut: Cut) -> None:
    all_or_nothing(cut, 1)
