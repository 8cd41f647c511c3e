"""The order of ages: made from what the seats say of their own, for the calendar day on which the table starts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.kernel.fact import Facts
from domain.kernel.game import Ages, AnyGame
from domain.kernel.names import SYSTEM, Seat
from domain.kernel.refusal import Refused, require
from domain.kernel.rule import Rule, cites
from domain.table.asking import Ask
from domain.table.commands import OrderAges
from domain.table.facts import AgesOrdered
from domain.table.fold import Folded
from domain.table.lifecycle import may_start
from domain.table.rulebook import READINESS


@dataclass(frozen=True, slots=True, order=True)
class Date:
    """A calendar day, in whatever time zone it was told for."""

    year: int
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class Born:
    """The date of birth: personal data, never stored with a table and never in a refusal."""

    on: Date


@dataclass(frozen=True, slots=True)
class Placed:
    """The place in the order of ages alone: so many seats are older, and one more; those born on one day share a place.

    ``birthday`` is the day on which the seat told that it had one.
    """

    place: int
    birthday: Date | None = None


Told: TypeAlias = Born | Placed
Group: TypeAlias = tuple[Seat, ...]


@cites(READINESS)
def asks_age(game: AnyGame) -> Rule:
    """The rule by which the game asks how old its seats are; Refused when it does not ask."""
    if game.age_rule is None:
        raise Refused(READINESS, f"{game.title} does not ask how old anybody is")
    return game.age_rule


def ordering(folded: Folded, ask: Ask, told: Sequence[Told | None], today: Date) -> OrderAges:
    """What ``system`` asks for right before the start that is asked for: what each seat has told, in order on that day.

    Refused where the table may not start, and by the game's rule for whatever is missing or contradicts another.
    """
    may_start(folded, ask.actor)
    ages = in_order(told, today, asks_age(folded.game))
    return OrderAges(ages.oldest_first, ages.birthdays)


class AgesDisagree(Refused):
    """What dates say and what places say cannot both be. It tells nothing but that, and what was told is to be told anew.

    Whether a place goes with dates hangs on how the dates compare. So what is kept must be forgotten before anybody is answered
    this: else whoever tries one date after another finds out the date of somebody who never told it again.
    """


def in_order(told: Sequence[Told | None], today: Date, rule: Rule) -> Ages:
    """The seats by age, and whose birthday it is; Refused by the rule with every fault, each by its seat and none by a date.

    Faults that are named hang on no date but a seat's own. Dates that contradict places raise AgesDisagree instead.
    """
    seats = tuple(map(Seat, range(len(told))))
    if missing := [f"seat {seat}: it has told neither its date of birth nor its place" for seat in seats if told[seat] is None]:
        raise Refused(rule, "; ".join(missing))
    said = {seat: one for seat, one in zip(seats, told, strict=True) if one is not None}
    if faults := tuple(_faults(said, today)):
        raise Refused(rule, "; ".join(faults))
    groups = _line(said)
    if sum(map(len, groups)) < len(seats):
        raise AgesDisagree(rule, "the ages told contradict each other; every seat tells its own anew")
    return Ages(groups, tuple(seat for seat in seats if _has_birthday(said[seat], today)))


def _line(said: Mapping[Seat, Told]) -> tuple[Group, ...]:
    """Groups of one age, the oldest first: those who told a place stand there, dates fill what lies between.

    A place that nobody comes to stand on, because those born on one day leave it no room, is left out.
    """
    placed, born = _places(said), _dates(said)
    line: list[Group] = []
    while (place := 1 + sum(map(len, line))) in placed or born:
        line.append(placed[place] if place in placed else born.pop(0))
    return tuple(line)


def _places(said: Mapping[Seat, Told]) -> dict[int, Group]:
    found: dict[int, Group] = {}
    for seat, told in said.items():
        if isinstance(told, Placed):
            found[told.place] = (*found.get(told.place, ()), seat)
    return found


def _dates(said: Mapping[Seat, Told]) -> list[Group]:
    found: dict[Date, Group] = {}
    for seat, told in said.items():
        if isinstance(told, Born):
            found[told.on] = (*found.get(told.on, ()), seat)
    return [found[date] for date in sorted(found)]


def _faults(said: Mapping[Seat, Told], today: Date) -> Iterator[str]:
    """A date to come, places that clash among themselves, and birthdays told otherwise by those who share a place."""
    clashing, places = _clashing(said), _places(said)
    for seat, told in said.items():
        if isinstance(told, Born):
            if told.on > today:
                yield f"seat {seat}: a date of birth that has not come yet"
        elif seat in clashing:
            yield f"seat {seat}: its place does not go with the places that others told"
        elif _has_birthday(told, today) != any(_has_birthday(said[other], today) for other in places[told.place]):
            yield f"seat {seat}: it shares its place, and says otherwise of its birthday"


def _clashing(said: Mapping[Seat, Told]) -> frozenset[Seat]:
    """Who told a place that those before it take up, or that leaves too few behind or too many before, whatever dates there are."""
    clashing, taken, dated = set[Seat](), 0, sum(isinstance(told, Born) for told in said.values())
    for place, group in sorted(_places(said).items()):
        before = place - 1 - taken
        if not 0 <= before <= dated:
            clashing.update(group)
            continue
        dated, taken = dated - before, taken + before + len(group)
    return frozenset(clashing)


def _has_birthday(told: Told, today: Date) -> bool:
    if isinstance(told, Placed):
        return told.birthday == today
    month, day = told.on.month, told.on.day
    if (month, day) == (2, 29) and not _is_leap(today.year):
        day = 28
    return (month, day) == (today.month, today.day)


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


@cites(READINESS)
def order_ages(folded: Folded, ask: Ask, command: OrderAges) -> Facts:
    """The order as the record keeps it, right before the start; refused by the game's rule when it is no order of these seats."""
    rule = asks_age(folded.game)
    require(ask.actor == SYSTEM, rule, "only the service orders the ages")
    may_start(folded, ask.actor)
    require(folded.table.ages is None, rule, "the ages are in order already")
    groups, birthdays = command.oldest_first, command.birthdays
    seats = list(range(len(folded.table.seats)))
    require(sorted(seat for group in groups for seat in group) == seats, rule, "every seat has one place in the order")
    require(all(group and list(group) == sorted(group) for group in groups), rule, "seats of one age stand in seat order")
    whole = sorted(seat for group in groups for seat in group if group[0] in birthdays)
    require(list(birthdays) == whole, rule, "those born on one day share the birthday")
    return (AgesOrdered(groups, birthdays).by(rule),)
