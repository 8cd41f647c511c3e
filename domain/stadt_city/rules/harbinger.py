"""The Harbinger: the title, the dice that destroy the map, and who dies of it."""

from dataclasses import dataclass
from itertools import product

from domain.kernel.names import Seat
from domain.kernel.refusal import require
from domain.kernel.rule import Rule, cites
from domain.stadt_city.board import Square, named, place
from domain.stadt_city.commands import RollForTitle, RollPairs
from domain.stadt_city.facts import HarbingerNamed, PairRolled, SquareDestroyed, TitleRolled
from domain.stadt_city.rulebook import H1, H2, H3, H4, H5, H6, R11, R22, R30, S2, S3
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rules.losing import lose_characters
from domain.stadt_city.rules.pairs import pairs_of
from domain.stadt_city.state import State

TITLE_DIE = 6


@dataclass(frozen=True, slots=True)
class Throw:
    """The faces of the dice to throw; None for one that keeps what it shows."""

    letter: int | None
    number: int | None


@cites(S2)
def to_roll(state: State) -> tuple[Seat, ...]:
    """The seats that have still to roll for the Harbinger in this try."""
    rolled = {seat for seat, _ in state.totals}
    return tuple(seat for seat in state.tied if seat not in rolled)


@cites(S2, R11)
def roll_for_title(doing: Doing, command: RollForTitle) -> None:
    """A seat's two dice, rolled here or entered."""
    if command.dice is None:
        roll_title(doing, command.seat)
        return
    require(doing.state.options.dice == "entered", R11, "dice are rolled by the service at this table")
    require(len(command.dice) == 2, S2, f"dice: two of them, not {len(command.dice)}")
    require(all(1 <= pips <= TITLE_DIE for pips in command.dice), R11, f"dice: each shows 1 to {TITLE_DIE}")
    doing.happens(TitleRolled(command.seat, command.dice, True), S2)


@cites(S2)
def roll_title(doing: Doing, seat: Seat) -> None:
    doing.happens(TitleRolled(seat, doing.roll(f"title:{seat}", TITLE_DIE, 2), False), S2)


@cites(S2, S3)
def name_harbinger(doing: Doing) -> None:
    """One is left."""
    doing.happens(HarbingerNamed(doing.state.tied[0]), S2)


@cites(H4, H6, R11)
def throws(state: State) -> tuple[Throw, ...]:
    """What the Harbinger may throw now. With one possible throw, and dice rolled here, nobody is asked."""
    letters, numbers = (pairs_of(state).dice(state, axis) for axis in (0, 1))
    again = state.falling.again if state.falling else None
    if again is None:
        return tuple(Throw(letter, number) for letter, number in product(letters, numbers))
    column, row = place(again)
    standing = [place(square) for square in state.board.all_standing]
    number_alone = numbers if any(other == column for other, _ in standing) else ()
    letter_alone = letters if any(other == row for _, other in standing) else ()
    return (
        *(Throw(None, number) for number in number_alone),
        *(Throw(letter, None) for letter in letter_alone),
        *(Throw(letter, number) for letter, number in product(letters, numbers)),
    )


@cites(R11, H4)
def harbinger_asked(state: State) -> Seat | None:
    """The Harbinger where there is something to choose or to enter; without a player the service chooses."""
    pairs = pairs_of(state)
    if state.harbinger is None or state.players[state.harbinger].resigned or not pairs.go_on(state) or pairs.all_fall(state):
        return None
    return state.harbinger if state.options.dice == "entered" or len(throws(state)) > 1 else None


@cites(H1, H2, H3, R30)
def fall(doing: Doing) -> bool:
    """Roll as far as nobody need be asked, then let die who stands on what fell. Whether the step is over."""
    pairs = pairs_of(doing.state)
    while pairs.go_on(doing.state):
        if harbinger_asked(doing.state) is not None:
            return False
        if pairs.all_fall(doing.state):
            for square in doing.state.board.all_standing:
                doing.happens(SquareDestroyed(square), H1)
        else:
            _throw(doing, Throw(doing.state.ruleset.size, doing.state.ruleset.size))
    fallen = doing.state.falling.fallen if doing.state.falling else ()
    lose_characters(doing, (player.seat for player in doing.state.standing() if player.square in fallen), "harbinger", H3)
    return True


def _throw(doing: Doing, throw: Throw) -> None:
    """Roll these dice; one that is kept shows what it did."""
    column, row = place(_again(doing.state) or "A1")
    if throw.letter is not None:
        column = doing.roll("harbinger", throw.letter)[0] - 1
    if throw.number is not None:
        row = doing.roll("harbinger", throw.number)[0] - 1
    _pair(doing, named(column, row), throw, entered=False)


def _again(state: State) -> Square | None:
    return state.falling.again if state.falling else None


@cites(H2, H5, R22)
def _pair(doing: Doing, square: Square, throw: Throw, entered: bool) -> None:
    """A pair names a square, which falls unless it has fallen already or is protected."""
    state = doing.state
    falls = state.board.standing(square) and square not in state.protected
    doing.happens(PairRolled(square, throw.letter or 0, throw.number or 0, entered), _pair_rule(state, square, falls))
    if falls:
        doing.happens(SquareDestroyed(square), H2)


@cites(H4, R22)
def _pair_rule(state: State, square: Square, falls: bool) -> Rule:
    if _again(state) is not None:
        return H4
    return R22 if square in state.protected else pairs_of(state).rule(state, falls)


@cites(R11, H4, H6)
def roll_pairs(doing: Doing, command: RollPairs) -> None:
    """The Harbinger's throw, rolled here or entered: several pairs at once only while so many are left to roll."""
    throw = _throw_of(doing.state, command)
    if command.pairs is None:
        _throw(doing, throw)
        return
    require(doing.state.options.dice == "entered", R11, "dice are rolled by the service at this table")
    most = max(1, pairs_of(doing.state).left(doing.state))
    wanted = "one" if most == 1 else f"one to {most} of them"
    require(1 <= len(command.pairs) <= most, R11, f"pairs: {wanted}, not {len(command.pairs)}")
    for number, square in enumerate(command.pairs):
        require(square in named_by(doing.state, throw), R11, f"pairs[{number}]: {square} cannot be rolled with these dice")
        _pair(doing, square, throw, entered=True)


@cites(H4, H6)
def _throw_of(state: State, command: RollPairs) -> Throw:
    """The dice that the command names; the full dice where it names none and none can be kept."""
    size, again = state.ruleset.size, _again(state)
    letter, number = command.letter_die, command.number_die
    throw = Throw(size, size) if letter is None and number is None and again is None else Throw(letter, number)
    known = throw in throws(state)
    require(
        known or again is None, H4, f"{again} has fallen: roll its letter, its number or both again, so that a standing square can be named"
    )
    require(known, H6, "these dice cannot name every standing square, or are none of this game")
    return throw


@cites(R11)
def named_by(state: State, throw: Throw) -> tuple[Square, ...]:
    """The squares that a throw can name, by letter, then number."""
    column, row = place(_again(state) or "A1")
    columns = range(throw.letter) if throw.letter else (column,)
    rows = range(throw.number) if throw.number else (row,)
    return tuple(named(*at) for at in product(columns, rows))
