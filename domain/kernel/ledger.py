"""The information ledger: who learned what at which event."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domain.kernel.event import Event
from domain.kernel.fact import Fact, Facts, News
from domain.kernel.names import PUBLIC, Seat, Viewer, may_see, seat_viewer
from domain.kernel.secret import Hidden, Sealed


@dataclass(frozen=True, slots=True)
class Lesson:
    """A value hidden before, and from now on known to an audience; ``knew`` is the seat whose secret it was."""

    version: int
    fact: Fact
    field: str
    audience: frozenset[Viewer]
    knew: Seat | None

    def taught(self, viewer: Viewer) -> bool:
        """Whether this viewer learned it then."""
        return may_see(viewer, self.audience) and (self.knew is None or viewer != seat_viewer(self.knew))


def lessons(event: Event) -> Iterator[Lesson]:
    """What an event told anybody, from a copy that holds its openings; a field hidden from this copy is left out."""
    for ruled in event.facts:
        for news in ruled.fact.NEWS:
            value: Any = getattr(ruled.fact, news.field)
            if isinstance(value, Hidden):
                continue
            audience = value.audience if isinstance(value, Sealed) else frozenset({PUBLIC})
            knew = getattr(ruled.fact, news.knew) if news.knew else None
            yield Lesson(event.version, ruled.fact, news.field, audience, knew)


def is_news(facts: Facts, to_all_but: Seat | None) -> bool:
    """Whether these facts told anybody anything, apart from a seat's own secrets that it laid open to all.

    What it passed on unseen is news: another seat has it, and alone knows it. Read from the facts' types and from which
    values are sealed, so that it is the same in every viewer's copy.
    """
    return any(not _laid_open(ruled.fact, news, to_all_but) for ruled in facts for news in ruled.fact.NEWS)


def _laid_open(fact: Fact, news: News, seat: Seat | None) -> bool:
    own = bool(news.knew) and getattr(fact, news.knew) == seat
    return own and not isinstance(getattr(fact, news.field), Sealed | Hidden)
