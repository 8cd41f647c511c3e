"""Who asks: tokens and one-time invitations, kept by their hash and never as themselves (design 9; TB-O2)."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_urlsafe

from domain.kernel.canonical import canonical
from domain.kernel.names import ORGANISER, PUBLIC, Actor, Seat, is_judge, seat_of
from service.parts import Parts
from service.store import Shelf

SECRET_BYTES = 32
FIRST = "first-organiser"


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


class Identity:
    """Makes tokens and invitations and knows them again. ``random`` gives an unguessable text."""

    def __init__(self, shelf: Shelf, random: Callable[[], str] = lambda: token_urlsafe(SECRET_BYTES)) -> None:
        self._shelf = shelf
        self._random = random

    def issue(self, holder: Holder) -> str:
        """A new token for this holder; earlier ones stay valid."""
        return self._keep("token", holder)

    def invite(self, holder: Holder) -> str:
        """A new code for this place; that only one of its codes works is the table's rule (TB-O2)."""
        return self._keep("invitation", holder)

    def holder_of(self, token: str) -> Holder | None:
        return self._find("token", token)

    def invited(self, code: str) -> Holder | None:
        return self._find("invitation", code)

    def _keep(self, kind: str, holder: Holder) -> str:
        secret = self._random()
        self._shelf.put_new(secret_hash(secret), _as_bytes(kind, holder))
        return secret

    def _find(self, kind: str, secret: str) -> Holder | None:
        data = self._shelf.get(secret_hash(secret))
        if data is None or (kept := json.loads(data)).get("kind") != kind:
            return None
        return Holder(kept["role"], kept.get("table"))


def first_organiser_token(parts: Parts) -> str | None:
    """The token of the first organiser: once for each store, to be shown by whoever starts it; None ever after."""
    token = token_urlsafe(SECRET_BYTES)
    digest = secret_hash(token)
    if parts.tokens.get(FIRST) is not None:
        return None
    # The token goes first: a crash in between leaves one that nobody knows, never a store without an organiser.
    parts.tokens.put_new(digest, _as_bytes("token", Holder(ORGANISER)))
    if parts.tokens.put_new(FIRST, digest.encode()):
        return token
    parts.tokens.drop(digest)
    return None


def secret_hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _as_bytes(kind: str, holder: Holder) -> bytes:
    kept = {"kind": kind, "role": holder.role}
    return canonical(kept if holder.table is None else {**kept, "table": holder.table})
