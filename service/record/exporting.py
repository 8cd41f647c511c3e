"""Export: a table's record for the eyes of one viewer."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from domain.kernel.names import Viewer
from domain.kernel.pack import Document
from domain.kernel.stored import Origin, Stored, copy_for
from service.record.form import Record
from service.record.signing import SigningKey


def export(
    table: str,
    viewer: Viewer,
    copies: Iterable[Stored],
    packs: Mapping[str, Document],
    key: SigningKey,
    origin: Origin | None = None,
) -> bytes:
    """The signed file. ``packs``: the table's pack by its hash. Openings that are not the viewer's are left out here once more."""
    events = tuple(copy_for(viewer, event) for event in copies)
    record = Record(table, viewer, packs, events, key.public, "", origin)
    return replace(record, signature=key.sign(record.unsigned())).to_bytes()
