"""Writing an event once more from a decision, and comparing: whatever differs was not written by the rules."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from domain.kernel.canonical import canonical
from domain.kernel.fact import Command
from domain.kernel.names import JUDGE, Seat, Viewer, is_judge, may_see, seat_of, seat_viewer
from domain.kernel.secret import Hidden, Sealed
from domain.kernel.stored import MARK, SealOpening, is_seal
from service.record.shape import digests_in
from service.writer import EVERYBODY, Draft, answers_here, body_of, plain_value


class Differs(ValueError):
    """The stored event is not what the rules write; the message names the first place."""


class Rewritten:
    """The seals of a decision, each beside the digest that stands in its place in the stored body."""

    def __init__(self, draft: Draft, body: Mapping[str, Any]) -> None:
        """Raises Differs unless the draft, written, is this body but for its fresh salts."""
        self._draft = draft
        self._fresh: list[Sealed[Any]] = []
        self._given = set(digests_in(body["command"]))
        self.seals: dict[str, Sealed[Any]] = {}
        self._match(body_of(draft, self._mark), body, "")
        if len({id(sealed) for sealed in self.seals.values()}) != len(self.seals):
            raise Differs("seals: one value is sealed twice")

    def _mark(self, sealed: Sealed[Any]) -> dict[str, str]:
        """An argument keeps its digest; every other seal is made anew in each event, and gets a number here."""
        if sealed.digest in self._given:
            return {MARK: sealed.digest}
        self._fresh.append(sealed)
        return {MARK: f"#{len(self._fresh) - 1}"}

    def _match(self, written: Any, stored: Any, place: str) -> None:
        if is_seal(written) and is_seal(stored):
            self._match_seal(written[MARK], stored[MARK], place)
        elif isinstance(written, dict) and isinstance(stored, dict):
            for key in sorted(written.keys() | stored.keys()):
                self._match(written.get(key), stored.get(key), f"{place}.{key}" if place else key)
        elif isinstance(written, list) and isinstance(stored, list) and len(written) == len(stored):
            for number, (one, other) in enumerate(zip(written, stored, strict=True)):
                self._match(one, other, f"{place}[{number}]")
        elif type(written) is not type(stored) or written != stored:
            raise Differs(f"{place}: {_short(stored)} in the record, {_short(written)} by the rules")

    def _match_seal(self, mark: str, digest: str, place: str) -> None:
        if mark in self._given:
            if mark != digest:
                raise Differs(f"{place}: another seal than the argument's")
        elif digest in self._given:
            raise Differs(f"{place}: an argument's seal where a new one belongs")
        elif mark.startswith("#"):
            sealed = self._fresh[int(mark[1:])]
            if self.seals.setdefault(digest, sealed) is not sealed:
                raise Differs(f"{place}: one seal for two values")

    def check_values(self, known: Mapping[str, SealOpening]) -> None:
        """Raises Differs where a seal, opened, holds another value than the rules sealed."""
        for digest, sealed in self.seals.items():
            if digest in known and canonical(known[digest].value) != canonical(plain_value(sealed)):
                raise Differs(f"openings: {digest} holds {_short(known[digest].value)}, by the rules {_short(plain_value(sealed))}")

    def audiences(self) -> dict[str, frozenset[Viewer]]:
        """For whom each seal of the event is: the rules say it of their own, the writer of the arguments (service/docs/record.md)."""
        return {digest: sealed.audience for digest, sealed in self.seals.items()} | dict(_arguments(self._draft))


def check_audiences(audiences: Mapping[str, frozenset[Viewer]], here: Mapping[str, SealOpening], viewer: Viewer) -> None:
    """Raises Differs where an opening of this event is for others than it should be, or the viewer's own is left out."""
    for digest, audience in audiences.items():
        if digest in here and here[digest].audience != audience:
            raise Differs(f"openings: {digest} is for {_names(here[digest].audience)}, by the rules for {_names(audience)}")
        # A judge who reads as a seat has nothing that is for the seat alone.
        if digest not in here and may_see(viewer, audience) and not (seat_of(viewer) is not None and audience == {viewer}):
            raise Differs(f"openings: {digest} is left out, and {viewer} may have it")


def _arguments(draft: Draft) -> Iterator[tuple[str, frozenset[Viewer]]]:
    """A secret argument is for the judges and the seat that gives it; for all what a person wrote, and what is opened at once."""
    opened_now = {sealed.digest for sealed in answers_here(draft.facts)}
    for name, value in _named(draft.command):
        # What a person wrote may have been erased: then nothing is left out.
        written = name in draft.command.FREE_TEXT
        if isinstance(value, Sealed) or (isinstance(value, Hidden) and not written):
            in_the_open = value.digest in opened_now or (written and name not in draft.command.UNSEEN)
            yield value.digest, EVERYBODY if in_the_open else audience_of(draft, name)


def audience_of(draft: Draft, name: str) -> frozenset[Viewer]:
    """Whom an argument that nobody has opened yet is sealed for."""
    giver = Viewer(draft.actor) if draft.on_behalf is None else seat_viewer(draft.on_behalf)
    if name in draft.command.UNSEEN:
        return frozenset({giver})
    return frozenset({JUDGE}) if is_judge(giver) else frozenset({JUDGE, giver})


def _named(command: Command) -> Iterator[tuple[str, Any]]:
    kind: Any = command
    return ((field.name, getattr(command, field.name)) for field in fields(kind))


def _names(audience: frozenset[Viewer]) -> str:
    return ", ".join(sorted(audience)) or "nobody"


def _short(value: Any) -> str:
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 80 else f"{text[:77]}…"


def as_seat(actor: str, seats: int) -> Seat | None:
    """The actor's seat, None for others; Differs for a seat that the table does not have."""
    seat = seat_of(actor)
    if seat is not None and seat >= seats:
        raise Differs(f"actor: there is no {actor} at this table")
    return seat
