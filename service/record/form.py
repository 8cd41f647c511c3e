"""A record: the portable file of a table's whole history, one canonical object and a newline (service/docs/record.md)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.kernel.canonical import canonical
from domain.kernel.names import Viewer
from domain.kernel.pack import Document
from domain.kernel.stored import Origin, Stored

FORMAT = "gavel-record-1"
BEGINS = b'{"events":['


@dataclass(frozen=True, slots=True)
class Record:
    """What one viewer may have of a table: its copies, the packs by hash, who signed (both in hex), and where a fork comes from."""

    table: str
    viewer: Viewer
    packs: Mapping[str, Document]
    events: tuple[Stored, ...]
    key: str
    signature: str
    origin: Origin | None = None

    @property
    def tip(self) -> str:
        """The chain hash at the last event: the same in every viewer's record."""
        return self.events[-1].hash

    def unsigned(self) -> bytes:
        """The canonical bytes without the signature: what is signed."""
        return _spelled(self.events, self._header())

    def to_bytes(self) -> bytes:
        """The file."""
        return _spelled(self.events, {**self._header(), "signature": self.signature}) + b"\n"

    def _header(self) -> dict[str, object]:
        header: dict[str, object] = {"format": FORMAT, "key": self.key, "packs": self.packs, "table": self.table, "viewer": self.viewer}
        return header if self.origin is None else {**header, "origin": self.origin.as_json()}


def _spelled(events: Iterable[Stored], header: Mapping[str, object]) -> bytes:
    """Bodies and openings are canonical already, and ``events`` comes before every other key: nothing is spelled twice."""
    spelled = (b'{"body":%b,"hash":"%b","openings":%b}' % (event.body, event.hash.encode(), event.openings) for event in events)
    return BEGINS + b",".join(spelled) + b"]," + canonical(header)[1:]
