"""Movement in 1.1: as many squares as were rolled, any way but diagonally and none of them twice.

A move is a chain of paces. A pace is refused only when it is sure that no allowed end follows from it, by the step cards that are
held or without them; a path that is given whole proves by itself that it can be ended. What the search could not settle
(``paths.PATIENCE``, ``LOOKS``) is neither offered nor refused.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from domain.kernel.refusal import Refused, require
from domain.kernel.replace import replace
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import Unknown
from domain.stadt_city.parts import Effect
from domain.stadt_city.paths import UTMOST, Path, deadly, exact, longest
from domain.stadt_city.rulebook import M2, M3, M4, M6, P_DIAGONAL, P_DIAGONAL_PLUS_1, P_FLY, R5, R6, R28, R34
from domain.stadt_city.walker import Pace, Walker

STEP_CARDS: Mapping[Effect, Rule] = {Effect.DIAGONAL: P_DIAGONAL, Effect.DIAGONAL_PLUS_1: P_DIAGONAL_PLUS_1}
"""The cards that are named with a step, and their rules."""
LOOKS = 40
"""Steps looked at to find out whether a move could end by cards that are held, each with ``LOOK`` positions."""
LOOK = 500


@cites(R6, R34)
def owed(walker: Walker) -> int:
    """How many rolled squares must still be moved before the move may end alive: the rest of a longest path, at most of those rolled.

    Cards not played count for nothing; one that was played may have opened a longer way.
    """
    gone = replace(walker, trail=())
    rest = _best(gone)
    for pace in walker.trail:
        gone = gone.paced(pace)
        rest -= pace.counts
        if pace.by is not None:
            rest = max(rest, _best(gone))
    return max(rest, 0)


def _best(walker: Walker) -> int:
    return longest(walker.living(), walker.at, walker.left).steps


@cites(M2, M3, M4, R6, R28, R34, P_DIAGONAL, P_DIAGONAL_PLUS_1)
def check_pace(walker: Walker, pace: Pace) -> None:
    """Refuse a step for what it is, whatever may come after it."""
    board, to, at = walker.board, pace.square, walker.at
    require(board.has(to), R6, f"{to} is no square of the map")
    require(not pace.counts or walker.left, M2, f"{to} is one square too many: {walker.rolled} were rolled")
    if pace.by is None:
        require(to not in board.corners(at), M3, f"the step from {at} to {to} is diagonal")
        require(to in board.beside(at), M2, f"{to} is not beside {at}")
    else:
        require(pace.by in STEP_CARDS, R34, f"{pace.by} is not played with a step")
        require(to in board.corners(at), STEP_CARDS[pace.by], f"the step from {at} to {to} is not diagonal")
    require(to != walker.origin, R28, f"{to} is the square set out from")
    require(to not in walker.entered, M4, f"{to} has been entered before")


@cites(R5)
def dead(walker: Walker) -> bool:
    """Whether the last step entered an anomaly that kills at once."""
    return walker.dies_entering and not walker.board.standing(walker.at)


@cites(R6, M2)
def stepped(walker: Walker, pace: Pace, held: tuple[Effect, ...] = (), whole: bool = True) -> Walker:
    """The walker after one step, of which an allowed end may follow; ``held`` are the step cards left in hand, if that is ``whole``.

    Raises Unknown where it could follow by cards alone that are not seen.
    """
    check_pace(walker, pace)
    after = walker.paced(pace)
    if not dead(after) and may_end(after, owed(walker) - pace.counts, held) is False:
        if not whole:
            raise Unknown("the hand is sealed from this copy")
        raise Refused(_why_stuck(after), f"from {pace.square} no move can end")
    return after


@cites(R6, R34)
def may_end(after: Walker, need: int, held: tuple[Effect, ...]) -> bool | None:
    """Whether the move can end, after so many rolled squares at least where it ends alive; None where that was not found out."""
    found = _either(_may_live(after, need), _may_die(after))
    if found or not held:
        return found
    looks = deque(_onward(after, need, held))
    for _ in range(LOOKS):
        if not looks:
            return found
        then, rest, cards = looks.popleft()
        ends = True if dead(then) else _either(_may_live(then, rest, LOOK), _may_die(then))
        if ends:
            return True
        found = None if ends is None else found
        looks.extend(_onward(then, rest, cards) if cards else ())
    return None if looks else found


def _either(one: bool | None, other: bool | None) -> bool | None:
    return True if one or other else None if None in (one, other) else False


def _onward(walker: Walker, need: int, held: tuple[Effect, ...]) -> Iterator[tuple[Walker, int, tuple[Effect, ...]]]:
    """The walker after every next step, those by cards first, with what is needed then and the cards that are left."""
    for pace in sorted(_next(walker, held), key=lambda pace: pace.by is None):
        yield walker.paced(pace), need - pace.counts, without(held, pace.by)


def without(held: tuple[Effect, ...], card: Effect | None) -> tuple[Effect, ...]:
    """The cards that are left once one of this kind is played."""
    if card is None:
        return held
    place = held.index(card)
    return held[:place] + held[place + 1 :]


@cites(R6, M6, P_FLY)
def _may_live(after: Walker, need: int, patience: int = UTMOST) -> bool | None:
    """Whether the move can end alive after so many rolled squares at least; None where the search was given up."""
    if need <= 0 and not after.killed:
        return True
    far = longest(after.living(), after.at, after.left, patience)
    return True if far.steps >= max(need, 1) else False if far.sure else None


@cites(R6, M6)
def _may_die(after: Walker) -> bool | None:
    """Whether the move can end in death; None where the search was given up."""
    if not after.mortal or after.flying:
        return False
    if after.dies_entering:
        return any(True for _ in _deadly_ends(after))
    if not after.left:
        return after.killed
    reach = exact(after.dying(), after.at, after.left)
    return True if reach.paths else None if reach.unsure else False


def _why_stuck(after: Walker) -> Rule:
    return P_FLY if after.flying and after.killed and not after.left else R6


def _deadly_ends(walker: Walker) -> Iterator[Path]:
    """The shortest ways into every anomaly in reach, where entering one kills."""
    return deadly(walker.living(), walker.board, walker.at, walker.left)


@cites(R34)
def paces(walker: Walker, squares: Path, cards: tuple[Effect, ...]) -> tuple[Walker, int]:
    """The walker after a chain of steps up to where it dies, the first bad one named; each diagonal step takes the next card.

    With it, how many of the cards were used. Steps behind a death are not made, and must be such as could be all the same.
    """
    used, fallen = 0, None
    for number, square in enumerate(squares, start=1):
        diagonal = used < len(cards) and square in walker.board.corners(walker.at)
        pace = Pace(square, cards[used] if diagonal else None)
        used += diagonal
        try:
            check_pace(walker, pace)
        except Refused as refused:
            raise Refused(_rule(refused), f"step {number}: {refused.refusal.reason}") from refused
        walker = walker.paced(pace)
        if fallen is None and dead(walker):
            fallen = walker, used
    return fallen or (walker, used)


def _rule(refused: Refused) -> Rule:
    return refused.refusal.rule


@cites(M2, M6, R6, P_FLY)
def walked(walker: Walker, squares: Path, cards: tuple[Effect, ...] = ()) -> Walker:
    """The walker at the end of the whole rest of its move. Cards are named for steps that are made, and for no others."""
    end, used = paces(walker, squares, cards)
    if used < len(cards):
        raise Refused(STEP_CARDS.get(cards[used], R34), f"no step of this path needs {cards[used]}")
    if end.left and not dead(end):
        rest = owed(end)
        require(not rest, _why_short(end, rest), f"squares still to be moved: {rest}")
        require(not end.killed, R6, f"the move would end short of its squares on the anomaly {end.at}")
    require(not (end.flying and end.killed), P_FLY, f"the flight would end on the anomaly {end.at}")
    return end


def _why_short(end: Walker, rest: int) -> Rule:
    """Where the whole roll can be moved, M2; where a longest path is wanted instead, R6."""
    return M2 if rest == end.left else R6


def steps_offered(walker: Walker, held: tuple[Effect, ...]) -> Iterator[Walker]:
    """The walker after every step, by one of these cards or by none, that surely leads to an allowed end, if need be by the others."""
    need = owed(walker)
    for pace in _next(walker, held):
        after = walker.paced(pace)
        if dead(after) or may_end(after, need - pace.counts, without(held, pace.by)):
            yield after


def _next(walker: Walker, held: tuple[Effect, ...]) -> Iterator[Pace]:
    board, at = walker.board, walker.at
    if walker.left:
        yield from (Pace(square) for square in board.beside(at) if square not in walker.entered)
    for card in dict.fromkeys(held):
        if walker.left or card is Effect.DIAGONAL_PLUS_1:
            yield from (Pace(square, card) for square in board.corners(at) if square not in walker.entered)


@cites(R6)
def ends_offered(walker: Walker) -> Iterator[Walker]:
    """The walker at the end of its move: one path to every square that can be reached exactly, deadly ones after those it survives."""
    need = owed(walker)
    if need:
        yield from _after(walker, exact(walker.living(), walker.at, need).paths.values())
    elif not walker.killed or not (walker.left or walker.flying):
        yield walker
    yield from _after(walker, _deaths(walker))


@cites(R5, M6)
def _deaths(walker: Walker) -> Iterator[Path]:
    if walker.dies_entering:
        yield from _deadly_ends(walker)
    elif walker.mortal and not walker.flying:
        yield from exact(walker.dying(), walker.at, walker.left).paths.values()


def _after(walker: Walker, paths: Iterable[Path]) -> Iterator[Walker]:
    for path in paths:
        end = walker
        for square in path:
            end = end.paced(Pace(square))
        yield end


@cites(R34, P_DIAGONAL_PLUS_1)
def last_steps(walker: Walker) -> Iterator[Walker]:
    """The walker after a last step that does not count, made when every other has been made."""
    for square in walker.board.corners(walker.at):
        try:
            yield walked(walker, (square,), (Effect.DIAGONAL_PLUS_1,))
        except Refused:
            continue
