"""Imported records: kept as the bytes that came, under their table's id."""

from collections.abc import Callable, Iterable

from domain.kernel.game import AnyGame
from service.record.fault import BadRecord
from service.record.form import Record
from service.record.reading import read_record
from service.record.report import Report
from service.record.verify import verify
from service.store import Shelf


class TableIsHere(Exception):
    """The record's table is one of this service's own, or was imported from another record."""

    def __init__(self, table: str) -> None:
        super().__init__(f"table {table} is here already")
        self.table = table


def import_record(data: bytes, catalogue: Iterable[AnyGame], is_here: Callable[[str], bool], shelf: Shelf) -> Report:
    """Verify and keep a record; the same bytes may come twice. ``is_here``: whether a table of this id is played here.

    Raises BadRecord for one that does not verify, TableIsHere.
    """
    report = verify(data, catalogue)
    if report.fault is not None:
        raise BadRecord(report.fault.version, report.fault.says, report.fault.offset)
    if is_here(report.table) or not shelf.put_new(report.table, data):
        raise TableIsHere(report.table)
    return report


def imported(shelf: Shelf, table: str) -> Record | None:
    """The record that was imported for a table, or None; what it shows is its viewer's (``copies_for``)."""
    data = shelf.get(table)
    return None if data is None else read_record(data)
