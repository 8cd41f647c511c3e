"""How old the seats are: confided to the service until the start, and put in order on its day."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime
from zoneinfo import ZoneInfo

import msgspec

from domain.kernel.names import Seat
from domain.table.ages import AgesDisagree, Born, Date, Placed, Told, ordering
from domain.table.asking import Ask
from domain.table.commands import OrderAges
from domain.table.fold import Folded
from domain.table.state import Phase
from service.store import Private


class AgeBook:
    """What each seat has told of its age. Nothing of it is logged, shown or exported, and nothing stays after the start."""

    def __init__(self, private: Private) -> None:
        self._private = private

    def take_down(self, table: str, seat: Seat, told: Told) -> None:
        """In place of what the seat told before."""
        self._private.put(table, seat, msgspec.json.encode(asdict(told)))

    def order(self, table: str, folded: Folded, ask: Ask) -> OrderAges | None:
        """What ``system`` asks for right before a start; None where no ages are asked. Refused for what is missing or wrong.

        Nobody is told of a contradiction before what it was seen in is forgotten, so that each try needs every seat's word anew.
        """
        if folded.game.age_rule is None or folded.table.phase is not Phase.SEATING:
            return None
        seats, today = len(folded.table.seats), day_of(ask.at, folded.table.time_zone)
        while True:
            kept = self._private.of(table)
            try:
                return ordering(folded, ask, _told(kept, seats), today)
            except AgesDisagree:
                if self._private.drop_this(table, kept):
                    raise

    def forget(self, table: str) -> None:
        self._private.drop(table)

    def tables(self) -> tuple[str, ...]:
        """The tables of which something is known still."""
        return self._private.tables()


def is_over(folded: Folded) -> bool:
    """Whether nothing that was told of ages is needed any more: the table has started, or never will."""
    return folded.table.phase is not Phase.SEATING


def day_of(at: int, time_zone: str) -> Date:
    """The calendar day of a moment (ms UTC) in a time zone of the database."""
    return date_of(datetime.fromtimestamp(at // 1000, ZoneInfo(time_zone)))


def date_of(day: date) -> Date:
    return Date(day.year, day.month, day.day)


def _read(data: bytes) -> Told:
    kept = msgspec.json.decode(data)
    return msgspec.convert(kept, Born) if "on" in kept else msgspec.convert(kept, Placed)


def _told(kept: Mapping[int, bytes], seats: int) -> Sequence[Told | None]:
    return [_read(kept[seat]) if seat in kept else None for seat in range(seats)]
