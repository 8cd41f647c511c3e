"""Dealing anew: what could lie in hidden places, as far as somebody knows."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable

from domain.kernel.bag import Bag, Pile, draw, top
from domain.kernel.chance import Chance
from domain.kernel.secret import Hidden, Secret, reveal

ANEW = "anew"
"""The label of every draw that deals anew."""


class Unseen:
    """Cards that could lie in any of some hidden places, in random order; they are handed out once."""

    def __init__(self, chance: Chance, cards: Iterable[str]) -> None:
        self._cards = list(chance.shuffle(ANEW, tuple(cards)))

    def take(self, cards: int) -> tuple[str, ...]:
        """So many of them, in random order."""
        taken, self._cards = self._cards[:cards], self._cards[cards:]
        return tuple(taken)

    def fill(self, bag: Bag) -> tuple[str, ...]:
        """What lies in the bag for certain and as many others as it holds, sorted."""
        return tuple(sorted((*bag.known, *self.take(bag.size - len(bag.known)))))

    def lay(self, pile: Pile) -> tuple[str, ...]:
        """The cards of a pile, top first: where one is known it stays, everywhere else lies one of these."""
        return tuple(card for bag in pile for card in (bag.known if _is_fixed(bag) else self.take(bag.size)))


def fixed(pile: Pile) -> tuple[str, ...]:
    """The cards of a pile whose place in it is known."""
    return tuple(card for bag in pile if _is_fixed(bag) for card in bag.known)


def _is_fixed(bag: Bag) -> bool:
    return bag.size == 1 and bag.whole


def without(cards: Iterable[str], *others: Iterable[str]) -> tuple[str, ...]:
    """The cards that are left when the others are taken away, sorted; what was not there is not missed."""
    left = Counter(cards)
    for taken in others:
        left -= Counter(taken)
    return tuple(sorted(left.elements()))


class Hindsight:
    """What facts on a line that was left tell of the hidden places where that line set out: places by any name."""

    def __init__(self) -> None:
        self._held: defaultdict[Hashable, Counter[str]] = defaultdict(Counter)
        self._came: defaultdict[Hashable, Counter[str]] = defaultdict(Counter)
        self._unseen: Counter[Hashable] = Counter()
        self._order: defaultdict[Hashable, list[str | Hidden]] = defaultdict(list)

    def enters(self, place: Hashable, card: Secret[str]) -> None:
        face: str | Hidden = reveal(card)
        if isinstance(face, Hidden):
            self._unseen[place] += 1
        else:
            self._came[place][face] += 1

    def leaves(self, place: Hashable, card: Secret[str]) -> None:
        """Unless it may have come there since, a card that leaves a place was in it."""
        face: str | Hidden = reveal(card)
        if isinstance(face, Hidden):
            return
        if self._came[place][face]:
            self._came[place][face] -= 1
        elif not self._unseen[place]:
            self._held[place][face] += 1

    def drawn(self, pile: Hashable, card: Secret[str]) -> None:
        """The next card from the top."""
        face: str | Hidden = reveal(card)
        self._order[pile].append(face)

    def last_drawn_was(self, pile: Hashable, card: str) -> None:
        """What was drawn unseen has been shown since."""
        self._order[pile][-1] = card

    def has_drawn(self, pile: Hashable) -> bool:
        return bool(self._order[pile])

    def bag(self, place: Hashable, bag: Bag) -> Bag:
        """The bag as it is known now."""
        return Bag(bag.size, tuple(sorted((Counter(bag.known) | self._held[place]).elements())))

    def pile(self, name: Hashable, pile: Pile) -> Pile:
        """The pile as it is known now."""
        tops: list[Bag] = []
        for card in self._order[name] if pile else ():
            face = top(pile) if isinstance(card, Hidden) else card
            tops.append(Bag(1) if face is None or isinstance(face, Hidden) else Bag.of(face))
            pile = draw(pile, card)
        return (*tops, *pile)
