"""Hidden places: how much lies there, and what is certainly among it."""

from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TypeAlias

from domain.kernel.secret import Hidden


@dataclass(frozen=True, slots=True)
class Bag:
    """``size`` cards, among which the faces in ``known`` (sorted, repeated as often as certain) surely are."""

    size: int
    known: tuple[str, ...] = ()

    @classmethod
    def of(cls, *faces: str) -> "Bag":
        return cls(len(faces), tuple(sorted(faces)))

    @property
    def whole(self) -> bool:
        """Whether every face in the bag is known."""
        return len(self.known) == self.size

    def take(self, face: str | Hidden) -> "Bag":
        """The bag with one card fewer; taking an unseen card lowers the certainty of every face by one."""
        if not isinstance(face, Hidden):
            known = list(self.known)
            if face in known:
                known.remove(face)
            return Bag(self.size - 1, tuple(known[: self.size - 1]))
        certain = tuple(later for earlier, later in pairwise(self.known) if earlier == later)
        return Bag(self.size - 1, certain)

    def put(self, face: str | Hidden) -> "Bag":
        """The bag with one card more."""
        if isinstance(face, Hidden):
            return Bag(self.size + 1, self.known)
        return Bag(self.size + 1, tuple(sorted((*self.known, face))))


Pile: TypeAlias = tuple[Bag, ...]
"""A deck as bags, the top one first: bags of one card where the order is known, one bag where it is not."""


def ordered(faces: tuple[str, ...]) -> Pile:
    """A pile whose order is known, top first."""
    return tuple(Bag.of(face) for face in faces)


def size(pile: Pile) -> int:
    return sum(bag.size for bag in pile)


def top(pile: Pile) -> str | Hidden | None:
    """The top card as far as it is known; None when the pile is empty."""
    if not pile:
        return None
    bag = pile[0]
    return bag.known[0] if bag.whole and len(set(bag.known)) == 1 else Hidden()


def draw(pile: Pile, face: str | Hidden) -> Pile:
    """The pile without its top card, which showed this face."""
    rest = pile[0].take(face)
    return (rest, *pile[1:]) if rest.size else pile[1:]


def certain(pile: Pile) -> tuple[str, ...]:
    """Every face that is certainly in the pile, sorted: what may be shown where the order may not."""
    return tuple(sorted(chain.from_iterable(bag.known for bag in pile)))
