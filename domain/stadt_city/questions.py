"""Who is asked what, from public facts, and every answer that the rules allow a seat, from its own view."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from domain.kernel.names import Seat
from domain.kernel.question import Asked, Choice
from domain.kernel.rule import cites
from domain.stadt_city.commands import AnswerAlliance, Pass, Place, RollForTitle, RollPairs
from domain.stadt_city.rulebook import A1, H4, H6, R3, R11, R12, R14, R15, R21, R27, R29, R31, R35, S2
from domain.stadt_city.rules import digital, reporting
from domain.stadt_city.rules.alliances import unanswered
from domain.stadt_city.rules.harbinger import TITLE_DIE, harbinger_asked, named_by, throws, to_roll
from domain.stadt_city.rules.placing import next_to_place, squares_for
from domain.stadt_city.rules.prize_draws import discard_choices, overfull
from domain.stadt_city.rules.prizes import burst_choices, playable
from domain.stadt_city.rules.ways import last_step_choices, roll_choices, walk_choices
from domain.stadt_city.rules.windows import asked as asked_for_cards
from domain.stadt_city.state import PLACING, State


@cites(R12, R14, R15, R21, R35)
def waiting(state: State) -> tuple[Asked, ...]:
    """Every seat's question: a burst first, then two who met, then what the stage of the round is about."""
    if state.stage == "over":
        return ()
    if state.burst:
        return (Asked(state.burst.seat, "burst", detail=f"{len(state.burst.left)} pieces"),)
    if state.meeting:
        both = f"{state.meeting.first} and {state.meeting.second}"
        return tuple(Asked(seat, "alliance", alone=False, detail=both) for seat in unanswered(state))
    if state.stage == "start":
        tied = ",".join(map(str, state.tied))
        return tuple(Asked(seat, "roll-title", alone=False, detail=tied) for seat in to_roll(state))
    if state.stage == "challenges":
        return _challenged(state)
    one = _one_asked(state)
    return () if one is None else (Asked(*one, detail=f"round {state.round}, step {state.step}"),)


@cites(R14, R15)
def _challenged(state: State) -> tuple[Asked, ...]:
    """Challenges go side by side; a seat with a move of its own is asked for that, and may report all the same."""
    moves = digital.waiting(state)
    playing = {asked.seat for asked in moves}
    return (*moves, *(asked for asked in reporting.waiting(state) if asked.seat not in playing))


@cites(R29, R35, R27, R11)
def _one_asked(state: State) -> tuple[Seat, str] | None:
    """The one seat that is asked, and for what."""
    if state.stage in PLACING:
        return _named(next_to_place(state), "place")
    if (seat := asked_for_cards(state)) is not None:
        return seat, "window"
    match state.stage:
        case "before-roll":
            return _named(state.active, "roll")
        case "before-steps" | "steps":
            return _named(state.active, "walk")
        case "harbinger":
            return _named(harbinger_asked(state), "pairs")
        case "prizes":
            return _named(overfull(state), "discard")
        case _:
            return None


def _named(seat: Seat | None, kind: str) -> tuple[Seat, str] | None:
    return None if seat is None else (seat, kind)


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every legal answer to the seat's question, but for paths and bursts, which are offered step by step."""
    kind = next((asked.kind for asked in waiting(state) if asked.seat == seat), None)
    if kind is None:
        return ()
    return tuple(_OFFERED[kind](state, seat) if kind in _OFFERED else chain(digital.choices(state, seat), reporting.choices(state, seat)))


@cites(S2, R11)
def _titles(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(RollForTitle(seat))
    for one in range(1, TITLE_DIE + 1):
        for other in range(1, TITLE_DIE + 1):
            yield Choice(RollForTitle(seat, (one, other)))


@cites(R3, R31)
def _places(state: State, seat: Seat) -> Iterator[Choice]:
    return (Choice(Place(seat, square)) for square in squares_for(state, seat))


@cites(A1)
def _alliance(state: State, seat: Seat) -> Iterator[Choice]:
    meeting = state.meeting
    if meeting:
        partner = meeting.second if seat == meeting.first else meeting.first
        yield from (Choice(AnswerAlliance(seat, partner, yes)) for yes in (True, False))


@cites(R35)
def _window(state: State, seat: Seat) -> Iterator[Choice]:
    """Cards that fit, or to pass now or from now on; who has made its steps may have one left that does not count."""
    yield Choice(Pass(seat))
    if not state.players[seat].stands_by:
        yield Choice(Pass(seat, stands_by=True))
    yield from playable(state, seat)
    if seat == state.active:
        yield from last_step_choices(state, seat)


@cites(H4, H6, R11)
def _pairs(state: State, seat: Seat) -> Iterator[Choice]:
    for throw in throws(state):
        yield Choice(RollPairs(seat, None, throw.letter, throw.number))
        if state.options.dice == "entered":
            yield from (Choice(RollPairs(seat, (square,), throw.letter, throw.number)) for square in named_by(state, throw))


_OFFERED: Mapping[str, Callable[[State, Seat], Iterator[Choice]]] = {
    "roll-title": _titles,
    "place": _places,
    "alliance": _alliance,
    "window": _window,
    "roll": lambda state, seat: chain(roll_choices(state, seat), playable(state, seat)),
    "walk": lambda state, seat: chain(walk_choices(state, seat), playable(state, seat)),
    "burst": burst_choices,
    "pairs": _pairs,
    "discard": discard_choices,
}
