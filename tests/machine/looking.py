"""What somebody reads of a table, held against a fresh fold of the copies that are meant for those eyes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.kernel.canonical import canonical
from domain.kernel.event import Event
from domain.kernel.names import PUBLIC, Viewer, seat_of
from domain.kernel.stored import Stored
from domain.table.fold import Folded, fold, opened
from projections import Told
from projections.history import history
from projections.scores import scores
from projections.undo_request import undo_request
from service.api.shown import question_json, table_json
from service.codec import Codec
from service.record import verify
from tests.api.clients import Caller, feed, ok
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import chosen_pack

CODEC = Codec(NIGHT_MARKET)
PACK = chosen_pack(NIGHT_MARKET).pack


@dataclass
class Reader:
    """Somebody who reads a table. Whatever comes to hand is searched for the salts of what this reader may not see."""

    caller: Caller
    path: str
    stream: Sequence[Stored]
    viewer: Viewer = PUBLIC
    copies: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        answer = self.caller.get(f"{self.path}/events", limit=1000)
        found = ok(answer)
        self.viewer, self.copies = Viewer(found["viewer"]), found["events"]
        self._hides(answer.get_data(as_text=True))

    def check(self) -> None:
        """Copies, table, questions and history: of this stream, all that this viewer may have, and nothing more."""
        bodies = [(event.version, event.body.decode(), event.hash) for event in self.stream]
        assert [(copy["version"], copy["body"], copy["hash"]) for copy in self.copies] == bodies
        assert [copy["openings"] for copy in self.copies] == [self._openings(event) for event in self.stream]
        table, seat = self.path.rpartition("/")[2], seat_of(self.viewer)
        folded = self.folded()
        request = undo_request(folded, self.events())
        asked = {} if request is None else {"undo": request}
        assert self._read("") == _as_json({**table_json(table, folded, self.viewer), **asked})
        own = None if seat is None else question_json(folded, seat)
        assert self._read("/questions").get("question") == _as_json(own)
        assert self._read("/history")["lines"] == _as_json(list(history(NIGHT_MARKET, self.events())))
        if folded.table.head:
            assert self._read("", at=folded.table.head)["state"] == _as_json(NIGHT_MARKET.show(folded.position.state))

    def check_feed(self, after: int) -> None:
        """The feed goes on where the reader left it, and tells each event once."""
        told = feed(self.caller, self.path, len(self.stream), {"Last-Event-ID": str(after)})
        assert told == [(copy["version"], copy) for copy in self.copies[after:]]

    def check_scores(self) -> None:
        """The read model is the fold of the public's copies, at the tip."""
        folded = self.folded()
        first = self.events()[0].at
        found = self._read("/scores", min_version=len(self.stream))
        assert found == {"table": found["table"], **_as_json(scores(Told(found["table"], first, folded)))}

    def check_record(self) -> None:
        """The record verifies by itself."""
        answer = self.caller.get(f"{self.path}/record")
        assert answer.status_code == 200
        self._hides(answer.get_data(as_text=True))
        report = verify(answer.data, (NIGHT_MARKET,))
        assert (report.fault, report.events) == (None, len(self.stream))

    def events(self) -> list[Event]:
        return [
            CODEC.event(Stored(copy["version"], copy["body"].encode(), canonical(copy["openings"]), copy["hash"])) for copy in self.copies
        ]

    def folded(self) -> Folded:
        first, *others = self.events()
        return fold(opened(NIGHT_MARKET, PACK, first), others)

    def _read(self, what: str, **query: Any) -> Any:
        answer = self.caller.get(f"{self.path}{what}", **query)
        self._hides(answer.get_data(as_text=True))
        return ok(answer)

    def _openings(self, event: Stored) -> list[dict[str, Any]]:
        return [opening for opening in json.loads(event.openings) if self._may_have(opening)]

    def _may_have(self, opening: dict[str, Any]) -> bool:
        names = {PUBLIC, self.viewer, self.viewer.partition(":")[0] if self.viewer.startswith("judge") else PUBLIC}
        return not names.isdisjoint(opening["for"])

    def _hides(self, text: str) -> None:
        """A salt is said to whoever may see what it seals, in one event or another, and to nobody else."""
        openings = [opening for event in self.stream for opening in json.loads(event.openings)]
        shown = {opening["salt"] for opening in openings if self._may_have(opening)}
        assert not [opening for opening in openings if opening["salt"] not in shown and opening["salt"] in text]


def _as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))
