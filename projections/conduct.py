"""How the seats of a table behaved: undos, pauses, disputes, penalties, time. What a rule refused is no event and not in here."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.event import Event
from domain.kernel.names import seat_of
from domain.table.disputes.parts import Kind
from domain.table.facts import ConsentGiven, HeadMoved, UndoAnswered, UndoAsked, UndoRefused
from domain.table.state import Table
from projections.projection import Projection, Told

COUNTED = ("undos", "undos_asked", "undos_granted", "undos_refused", "answers_granted", "answers_refused", "pauses")

SUMMED = (*COUNTED, "resigned", "spent", "disputes", "appeals")


def conduct(told: Told) -> dict[str, Any]:
    """``{version, asking?, seats: [{seat, player?, <COUNTED>, disputes, appeals, penalties, resigned, spent}]}``.

    Counted over the whole stream, branches that were left too, and of a fork from its beginning on. ``undos``: how often the
    seat's word moved the head, freely or with consent; ``undos_asked``, ``_granted``, ``_refused``: its requests and what came
    of them; ``answers_…``: how it answered others' requests; ``pauses``: how often it asked for a pause or agreed to one; then
    what came before a judge (``judged``).
    ``spent`` is the time (ms) it was waited for (TB-T1), ``asking`` the seat whose request is open.
    """
    folded = told.folded
    before: Mapping[str, Any] = told.before or {"seats": []}
    begun = 0 if folded.table.forked is None else folded.table.forked.version
    counts = Counter(_counted((event for event in told.since if event.version > begun), before.get("asking")))
    for seat in before["seats"]:
        # What was counted before a name came in was none.
        counts.update({(seat["seat"], name): seat.get(name, 0) for name in COUNTED})
    request = folded.table.request
    return {
        "version": folded.table.tip,
        **({} if request is None else {"asking": request.seat}),
        "seats": [
            {
                "seat": number,
                **({} if seat.player is None else {"player": seat.player}),
                **{name: counts[number, name] for name in COUNTED},
                **judged(folded.table, number),
                "resigned": number in folded.position.resigned,
                "spent": folded.spent[number],
            }
            for number, seat in enumerate(folded.table.seats)
        ],
    }


def judged(table: Table, seat: int) -> dict[str, Any]:
    """``{disputes, appeals, penalties: {kind: how often}}``: what the seat filed, took further, and was given."""
    begun = 0 if table.forked is None else table.forked.version
    own = [dispute for dispute in table.disputes if dispute.filed > begun]
    given = Counter(penalty.kind for penalty in table.penalties if penalty.seat == seat)
    return {
        "disputes": sum(dispute.seat == seat for dispute in own),
        "appeals": sum(dispute.appellant == seat for dispute in own),
        "penalties": {str(kind): given[kind] for kind in Kind if given[kind]},
    }


def _counted(events: Iterable[Event], asking: int | None) -> Iterator[tuple[int, str]]:
    """Seat and name of each thing to count; ``asking``: whose request was open before the first event."""
    for event in events:
        answered = any(isinstance(ruled.fact, UndoAnswered) for ruled in event.facts)
        for ruled in event.facts:
            match ruled.fact:
                case HeadMoved() if (seat := asking if answered else seat_of(event.actor)) is not None:
                    yield seat, "undos"
                    if answered:
                        yield seat, "undos_granted"
                case UndoAsked(seat=seat):
                    asking = seat
                    yield seat, "undos_asked"
                case UndoAnswered(seat=seat, granted=granted):
                    yield seat, "answers_granted" if granted else "answers_refused"
                case UndoRefused() if asking is not None:
                    yield asking, "undos_refused"
                case ConsentGiven(seat=seat, to="pause"):
                    yield seat, "pauses"


def tally(seats: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What one player's seats at several tables come to: ``{tables, <COUNTED>, resigned, spent, disputes, appeals, penalties}``."""
    sums: Counter[str] = Counter(dict.fromkeys(("tables", *SUMMED), 0))
    penalties: Counter[str] = Counter()
    for seat in seats:
        sums.update({"tables": 1, **{name: seat.get(name, 0) for name in SUMMED}})
        penalties.update(seat.get("penalties", {}))
    return {**sums, "penalties": dict(sorted(penalties.items()))}


CONDUCT = Projection("conduct", conduct, counts=True)
