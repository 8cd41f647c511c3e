"""What the service keeps beside its tables: the key that signs, and records that were imported."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from domain.kernel.names import Viewer
from service.record import BadRecord, MayNotShow, SigningKey, TableIsHere, copies_for, import_record, imported, read_record, verify
from service.store import Shelf, connect, records, secrets
from tests.kernel.night_market import NIGHT_MARKET
from tests.record.writing import KEY, TABLE, abandoned, finished, forged, record_of
from tests.servers import start_server

CATALOGUE = (NIGHT_MARKET,)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = start_server(tmp_path_factory.mktemp("records"))
    yield server.url
    server.stop()


@pytest.fixture
def shelf(url: str) -> Iterator[Shelf]:
    with connect(url) as client:
        client.flushall()
        yield records(client)


def not_here(table: str) -> bool:
    return False


def test_the_key_that_signs_is_made_once_and_kept(url: str) -> None:
    with connect(url) as client:
        client.flushall()
        first, second = (SigningKey.kept_on(secrets(client)) for _ in range(2))
        assert first.public == second.public
        assert verify(record_of(abandoned(), key=second), CATALOGUE, first.public).ok
        client.flushall()
        assert SigningKey.kept_on(secrets(client)).public != first.public


def test_an_imported_record_is_kept_as_the_bytes_that_came(shelf: Shelf) -> None:
    data = record_of(finished(), "seat:0")
    report = import_record(data, CATALOGUE, not_here, shelf)
    record = imported(shelf, TABLE)
    assert record is not None
    assert (report.table, record.viewer, record.key) == (TABLE, "seat:0", KEY.public)
    assert record.to_bytes() == data
    assert imported(shelf, "a" * 16) is None


def test_the_same_record_may_come_twice_and_another_of_the_table_may_not(shelf: Shelf) -> None:
    data = record_of(abandoned())
    for _ in range(2):
        assert import_record(data, CATALOGUE, not_here, shelf).ok
    with pytest.raises(TableIsHere):
        import_record(record_of(abandoned(), "public"), CATALOGUE, not_here, shelf)


def test_a_record_of_a_table_that_is_played_here_is_not_kept(shelf: Shelf) -> None:
    with pytest.raises(TableIsHere):
        import_record(record_of(abandoned()), CATALOGUE, lambda table: table == TABLE, shelf)
    assert imported(shelf, TABLE) is None


def test_a_record_that_does_not_verify_is_not_kept(shelf: Shelf) -> None:
    with pytest.raises(BadRecord) as bad:
        import_record(forged(record_of(abandoned()), lambda events: events[1]["body"].update(at=5000)), CATALOGUE, not_here, shelf)
    assert bad.value.fault.version == 3
    assert imported(shelf, TABLE) is None


def test_a_record_shows_what_its_viewer_sees_or_less() -> None:
    judges, seats = read_record(record_of(finished())), read_record(record_of(finished(), "seat:0"))
    assert copies_for(judges, Viewer("seat:0")) == seats.events
    assert copies_for(judges, Viewer("judge:1")) == judges.events
    assert copies_for(seats, Viewer("public")) == read_record(record_of(finished(), "public")).events
    for viewer in ("seat:1", "judge", "organiser"):
        with pytest.raises(MayNotShow):
            copies_for(seats, Viewer(viewer))
    with pytest.raises(MayNotShow):
        copies_for(replace(seats, viewer=Viewer("public")), Viewer("seat:0"))
