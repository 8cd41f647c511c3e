"""The moments at which prize cards are played: who is asked, and passing."""

from functools import partial

from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.stadt_city.commands import Pass, SpeakUp, StandBy
from domain.stadt_city.facts import StandingPassSet, WindowPassed
from domain.stadt_city.rulebook import R12, R21, R35, S5
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.state import MOMENTS, State


@cites(R35, R12)
def asked(state: State) -> Seat | None:
    """Who is asked to play a card or to pass, in turn order from the active seat on; nobody while something else comes first.

    Asked is whoever holds any prize card, whether or not one fits, and has no standing pass. Where nobody else is asked, the active
    seat's own questions before its roll and its steps offer its cards. When its steps are over it is asked in any case, for its
    movement phase ends by its word.
    """
    if state.stage not in MOMENTS or state.burst is not None or state.meeting is not None:
        return None
    return next((seat for seat in state.turn_order if _to_be_asked(state, seat) and not plays_in_own_question(state, seat)), None)


@cites(R35)
def plays_in_own_question(state: State, seat: Seat) -> bool:
    """Whether the seat plays its cards when asked for its roll or its steps, for nobody else is asked at this moment.

    Where others are, it is asked in its turn like them: once it has passed, they have the last word.
    """
    return seat == state.active and state.stage != "after-steps" and not any(map(partial(_called, state), set(state.turn_order) - {seat}))


def _called(state: State, seat: Seat) -> bool:
    """Whether the seat was to be asked as the moment began; a standing pass given or taken back since changes nothing for others."""
    player = state.players[seat]
    return player.hand.size > 0 and player.stands_by is (seat in state.turned)


def _to_be_asked(state: State, seat: Seat) -> bool:
    player = state.players[seat]
    by_its_word = seat == state.active and state.stage == "after-steps"
    return player.hand.size > 0 and seat not in state.passed and (by_its_word or not player.stands_by)


@cites(R12, R21)
def check_nothing_first(state: State) -> None:
    """Refuse what has to wait: two players who met answer first, and a burst is carried out."""
    require(state.meeting is None, R12, "two players who met are asked first")
    require(state.burst is None, R21, "a burst is under way")


@cites(R35)
def pass_on(doing: Doing, command: Pass) -> None:
    """The seat plays no card at this moment, or from now on."""
    check_nothing_first(doing.state)
    require(asked(doing.state) == command.seat, R35, "the seat is not asked for a card now")
    require(not (command.stands_by and doing.state.players[command.seat].stands_by), R35, "the seat stands by already")
    doing.happens(WindowPassed(command.seat), R35)
    if command.stands_by:
        doing.happens(StandingPassSet(command.seat, stands_by=True), R35)


@cites(R35, S5)
def stand_by(doing: Doing, command: StandBy) -> None:
    """A standing pass, open to every seat at any time where there are prize cards."""
    require(doing.state.ruleset.has_prizes, S5, "this ruleset has no prize cards")
    require(not doing.state.players[command.seat].stands_by, R35, "the seat stands by already")
    doing.happens(StandingPassSet(command.seat, stands_by=True), R35)


@cites(R35)
def speak_up(doing: Doing, command: SpeakUp) -> None:
    """The standing pass is taken back; the moment at hand is over for the seat."""
    require(doing.state.players[command.seat].stands_by, R35, "the seat does not stand by")
    doing.happens(StandingPassSet(command.seat, stands_by=False), R35)
