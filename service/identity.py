"""Who asks: tokens and one-time invitations, kept by their hash and never as themselves (TB-O2)."""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from domain.kernel.canonical import canonical
from domain.kernel.names import ORGANISER, PUBLIC, Actor, Seat, is_judge, seat_of
from service.parts import Parts, now
from service.store import Shelf

SECRET_BYTES = 32
FIRST = "first-organiser"
TOKENS_EACH = 5
"""Tokens that one holder may have by renewal."""
DAY = 24 * 60 * 60 * 1000
TOKEN = "token"  # noqa: S105 -- a kind, no secret
INVITATION = "invitation"
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Holder:
    """What a token or an invitation is for: a role (``organiser``, ``seat:0``, ``judge:0``, ``spectator:0``) and its table."""

    role: str
    table: str | None = None

    @property
    def actor(self) -> Actor:
        return Actor(PUBLIC) if self.is_spectator else Actor(self.role)

    @property
    def seat(self) -> Seat | None:
        return seat_of(self.role)

    @property
    def is_organiser(self) -> bool:
        return self.role == ORGANISER

    @property
    def is_judge(self) -> bool:
        return is_judge(self.role)

    @property
    def is_spectator(self) -> bool:
        return self.role.startswith("spectator:")

    @property
    def place(self) -> str:
        """The place at its table, the same for every token of it; all organisers share theirs."""
        return f"{self.table}/{self.role}"


@dataclass(frozen=True, slots=True)
class Kept:
    """A token as it is known here: its id (the hash of the token), whose it is, and since and until when (ms UTC)."""

    id: str
    holder: Holder
    name: str | None
    created: int | None
    expires: int | None

    def valid(self, at: int) -> bool:
        return self.expires is None or at < self.expires


class Identity:
    """Makes tokens and invitations and knows them again. ``random`` gives an unguessable text."""

    def __init__(
        self,
        shelf: Shelf,
        random: Callable[[], str] = lambda: token_urlsafe(SECRET_BYTES),
        days: int = 0,
        clock: Callable[[], int] = now,
    ) -> None:
        """``days`` until a token that is made here expires, 0 for never."""
        self._shelf = shelf
        self._random = random
        self._days = days
        self._clock = clock

    def issue(self, holder: Holder, name: str | None = None) -> str:
        """A new token for this holder; earlier ones stay valid."""
        created = self._clock()
        expires = created + self._days * DAY if self._days else None
        return self._keep(TOKEN, holder, {"created": created, "expires": expires, "name": name})

    def renew(self, kept: Kept) -> str:
        """A further token for whoever asks with ``kept``, which stays; beyond ``TOKENS_EACH`` the oldest of the others go."""
        alike = [one for one in self.tokens() if (one.holder, one.name) == (kept.holder, kept.name) and one.id != kept.id]
        newest = sorted(alike, key=lambda one: one.created or 0, reverse=True)
        for one in newest[TOKENS_EACH - 2 :]:
            self._shelf.drop(one.id)
        return self.issue(kept.holder, kept.name)

    def issue_again(self, holder: Holder) -> str:
        """A further token for a holder who may never have got the one before; beyond ``TOKENS_EACH`` the oldest go."""
        alike = [one for one in self.tokens() if one.holder == holder]
        for one in sorted(alike, key=lambda one: one.created or 0, reverse=True)[TOKENS_EACH - 1 :]:
            self._shelf.drop(one.id)
        return self.issue(holder)

    def holder_of(self, token: str) -> Holder | None:
        """Whose token this is; None when it is unknown, revoked or expired."""
        kept = self.token(secret_hash(token))
        return kept.holder if kept is not None and kept.valid(self._clock()) else None

    def token(self, id: str) -> Kept | None:
        """A token by its id."""
        data = self._read(TOKEN, id)
        return None if data is None else _kept(id, data)

    def tokens(self) -> tuple[Kept, ...]:
        """Every token that is good, in the order of their ids; those that have expired are dropped."""
        read = ((id, json.loads(data)) for id, data in sorted(self._shelf.all().items()) if _HASH.fullmatch(id))
        kept = [_kept(id, data) for id, data in read if data["kind"] == TOKEN]
        at = self._clock()
        for one in kept:
            if not one.valid(at):
                self._shelf.drop(one.id)
        return tuple(one for one in kept if one.valid(at))

    def revoke(self, id: str) -> bool:
        """Whether there was a token of this id; from now on it is not known."""
        if self.token(id) is None:
            return False
        self._shelf.drop(id)
        return True

    def invite(self, holder: Holder) -> str:
        """A new code for this place; that only one of its codes works is the table's rule (TB-O2)."""
        return self._keep(INVITATION, holder, {"round": self._round(holder)})

    def invite_again(self, holder: Holder) -> str:
        """A new code for this place; those given before are revoked."""
        self._shelf.put(_place(holder), self._random().encode())
        return self.invite(holder)

    def invited(self, code: str) -> Holder | None:
        """The place that a code is for; None when it is unknown or revoked."""
        data = self._read(INVITATION, secret_hash(code))
        if data is None or data.get("round") != self._round(holder := _holder(data)):
            return None
        return holder

    def _round(self, holder: Holder) -> str | None:
        """What every code of a place must name to be good: it changes when they are all revoked."""
        data = self._shelf.get(_place(holder))
        return None if data is None else data.decode()

    def _keep(self, kind: str, holder: Holder, more: dict[str, Any]) -> str:
        secret = self._random()
        self._shelf.put_new(secret_hash(secret), _as_bytes(kind, holder, more))
        return secret

    def _read(self, kind: str, id: str) -> dict[str, Any] | None:
        data = self._shelf.get(id) if _HASH.fullmatch(id) else None
        found: dict[str, Any] | None = None if data is None else json.loads(data)
        return found if found is not None and found.get("kind") == kind else None


def first_organiser_token(parts: Parts) -> str | None:
    """The token of the first organiser: once for each store, to be shown by whoever starts it; None ever after."""
    if parts.tokens.get(FIRST) is not None:
        return None
    # The token goes first: a crash in between leaves one that nobody knows, never a store without an organiser.
    id, token = issue_organiser(parts, "first")
    if parts.tokens.put_new(FIRST, id.encode()):
        return token
    revoke(parts, id)
    return None


def issue_organiser(parts: Parts, name: str) -> tuple[str, str]:
    """A new organiser's id and token, under the name of whoever is to hold it; the token is told this once."""
    token = Identity(parts.tokens, days=parts.settings.token_days).issue(Holder(ORGANISER), name)
    return secret_hash(token), token


def organisers(parts: Parts) -> tuple[Kept, ...]:
    """The tokens of all organisers."""
    return tuple(kept for kept in Identity(parts.tokens).tokens() if kept.holder.is_organiser)


def revoke(parts: Parts, id: str) -> bool:
    """Whether there was a token of this id; from now on it is not known."""
    return Identity(parts.tokens).revoke(id)


def secret_hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _place(holder: Holder) -> str:
    return f"place/{holder.place}"


def _holder(data: dict[str, Any]) -> Holder:
    return Holder(data["role"], data.get("table"))


def _kept(id: str, data: dict[str, Any]) -> Kept:
    return Kept(id, _holder(data), data.get("name"), data.get("created"), data.get("expires"))


def _as_bytes(kind: str, holder: Holder, more: dict[str, Any]) -> bytes:
    kept = {"kind": kind, "role": holder.role, "table": holder.table, **more}
    return canonical({key: value for key, value in kept.items() if value is not None})
