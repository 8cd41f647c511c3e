"""How the seats of a table behaved: undos, pauses, resignations, time. What was refused is no event and not in here."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from domain.kernel.event import Event
from domain.kernel.names import seat_of
from domain.table.facts import ConsentGiven, HeadMoved
from projections.projection import Projection, Told


def conduct(told: Told) -> dict[str, Any]:
    """``{version, seats: [{seat, player?, undos, pauses, resigned, spent}]}``.

    ``undos`` and ``pauses`` are counted over the whole stream, branches that were left too: how often the seat took
    back, and how often it asked for a pause or agreed to one. ``spent`` is the time (ms) it was waited for (TB-T1).
    """
    folded = told.folded
    undos, pauses = _counted(told.since)
    for seat in told.before["seats"] if told.before else ():
        undos[seat["seat"]] += seat["undos"]
        pauses[seat["seat"]] += seat["pauses"]
    return {
        "version": folded.table.tip,
        "seats": [
            {
                "seat": number,
                **({} if seat.player is None else {"player": seat.player}),
                "undos": undos[number],
                "pauses": pauses[number],
                "resigned": number in folded.position.resigned,
                "spent": folded.spent[number],
            }
            for number, seat in enumerate(folded.table.seats)
        ],
    }


def _counted(events: Iterable[Event]) -> tuple[Counter[int], Counter[int]]:
    undos: Counter[int] = Counter()
    pauses: Counter[int] = Counter()
    for event in events:
        for ruled in event.facts:
            match ruled.fact:
                case HeadMoved() if (seat := seat_of(event.actor)) is not None:
                    undos[seat] += 1
                case ConsentGiven(seat=seat, to="pause"):
                    pauses[seat] += 1
    return undos, pauses


CONDUCT = Projection("conduct", conduct, counts=True)
