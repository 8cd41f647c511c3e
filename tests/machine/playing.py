"""People at tables of one installation: who asks what, until it is answered."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any

from domain.kernel.names import PUBLIC, Viewer
from domain.kernel.stored import Stored
from service.identity import Holder, Identity
from tests.api.clients import Answer, Caller, ok
from tests.machine.book import Acknowledged, Book, Request
from tests.machine.installation import Installation
from tests.machine.looking import Reader

ORGANISER = "organiser"
UNANSWERED = (503, 504)
REFUSED = {403: ("refused-role",), 409: ("conflict",), 422: ("refused", "key-reused")}
TRIES = 5


@dataclass
class Table:
    """A table, the invitations given for it and the tokens had for them, by role."""

    id: str
    seats: int
    invitations: Mapping[str, str]
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/tables/{self.id}"

    @property
    def everybody(self) -> tuple[str, ...]:
        return (ORGANISER, *self.tokens)


@dataclass
class People:
    """Everybody who asks, at one service or another; what is acknowledged goes into the book."""

    installation: Installation
    book: Book = field(default_factory=Book)
    tables: list[Table] = field(default_factory=list)
    _keys: Iterator[int] = field(default_factory=lambda: count(1))

    @cached_property
    def organiser(self) -> str:
        return Identity(self.installation.parts.tokens).issue(Holder(ORGANISER))

    def fresh_key(self) -> str:
        return f"asked-{next(self._keys)}"

    def caller(self, service: int, who: str, table: Table | None) -> Caller:
        tokens = {} if table is None else table.tokens
        return Caller(self.installation.apps[service], self.organiser if who == ORGANISER else tokens.get(who))

    def stream(self, table: Table) -> Sequence[Stored]:
        return tuple(self.installation.parts.events.read(table.id))

    def read(self, service: int, who: str, table: Table, what: str = "") -> Any:
        return ok(self.caller(service, who, table).get(f"{table.path}{what}"))

    def reader(self, service: int, who: str, table: Table) -> Reader:
        return Reader(self.caller(service, who, table), table.path, self.stream(table))

    def open(self, service: int, seats: int) -> Table:
        body = {"game": "night-market", "seats": [{} for _ in range(seats)], "spectators": 1}
        opened = ok(self.send(service, Request(ORGANISER, "", "/tables", body, self.fresh_key())), 201)
        self.tables.append(Table(opened["table"], seats, opened["invitations"]))
        return self.tables[-1]

    def claim(self, service: int, table: Table, role: str) -> None:
        path = f"/invitations/{table.invitations[role]}"
        actor = PUBLIC if role.startswith("spectator") else Viewer(role)
        claimed = self.send(service, Request(actor, table.id, path, {}, self.fresh_key()))
        assert claimed.status_code in (200, 201), claimed.get_data(as_text=True)
        table.tokens[role] = json.loads(claimed.data)["token"]

    def do(self, service: int, table: Table, who: str, what: str, body: Mapping[str, Any] | None = None) -> Answer:
        return self.send(service, Request(who, table.id, f"{table.path}/{what}", body or {}, self.fresh_key()))

    def send(self, service: int, request: Request) -> Answer:
        """Ask until there is an answer, starting the store where it has ended: one key, so one event or none."""
        table = next((table for table in self.tables if table.id == request.table), None)
        caller = self.caller(service, request.who, table)
        for _ in range(TRIES):
            answer = caller.post(request.path, request.body, request.key)
            if answer.status_code not in UNANSWERED:
                break
            self.installation.store.start()
        self._hear(request, answer)
        return answer

    def repeat(self, service: int, known: Acknowledged) -> None:
        """The same request under the same key is answered with the same event."""
        again = ok(self.send(service, known.request), 200)
        if "token" in known.told or "invitations" in known.told:
            assert (again["version"], again["table"]) == (known.version, known.table)
            return
        same = ("version", "body", "hash")
        assert {name: again[name] for name in same} == {name: known.told[name] for name in same}
        assert again["repeated"]

    def _hear(self, request: Request, answer: Answer) -> None:
        told = json.loads(answer.data)
        if answer.status_code in (200, 201):
            self.book.write(request, told)
        else:
            kinds = REFUSED.get(answer.status_code, ())
            assert told["type"].rpartition(":")[2] in kinds, (request, told)
