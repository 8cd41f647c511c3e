"""The sandbox: what each remedy would do, told side by side, and nothing of it done."""

from collections.abc import Iterable

import pytest

from domain.kernel.names import Seat
from domain.kernel.stored import Stored
from domain.table.disputes.parts import Remedy
from domain.table.rulebook import REMEDIES
from service.codec import Codec
from service.judging import Read
from service.sandbox import Alternative, Case, before, sandbox
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match
from tests.record.writing import TABLE, stored
from tests.table.scenes import a_sale, end_turn, first_turn
from tests.table.test_disputes import disputed, filing
from tests.table.test_rulings import three_turns


def case_of(match: Match) -> Case:
    events = stored(match)

    def read(after: int, up_to: int) -> Iterable[Stored]:
        return events[after:up_to]

    reading: Read = read
    return Case(TABLE, Codec(NIGHT_MARKET), match.folded, events[-1].hash, reading, 1)


def by_remedy(match: Match, to: int | None = None) -> dict[Remedy, Alternative]:
    return {one.remedy: one for one in sandbox(case_of(match), to)}


def sold() -> Match:
    """Seat 0 has sold a card, ended its turn; seat 1 has sold one; the sale of seat 0 is disputed."""
    match = first_turn()
    match.answer(0, a_sale(match, 0))
    sale = match.folded.table.head
    match.answer(0, end_turn(0))
    match.answer(1, a_sale(match, 1))
    match.does("seat:2", filing(match, sale))
    return match


def test_the_remedies_stand_side_by_side_and_the_table_is_left_alone() -> None:
    match = sold()
    position, table = match.folded.position, match.folded.table
    found = sandbox(case_of(match))
    assert [one.remedy for one in found] == [Remedy.LEAVE, Remedy.UNDO, Remedy.REWIND, Remedy.REPLAY]
    assert (match.folded.position, match.folded.table) == (position, table)
    assert set(match.folded.nodes) == {0, *match.folded.line()}


def test_to_leave_a_game_changes_nothing_in_it() -> None:
    leave = by_remedy(sold())[Remedy.LEAVE]
    assert (leave.state, leave.questions, leave.known, leave.helped, leave.refused) == ((), (), (), (), None)
    assert all(now == then for now, then in (*leave.points.values(), *leave.ranks.values()))


def test_what_an_undo_takes_back_is_told_in_state_points_and_questions() -> None:
    match = sold()
    undo = by_remedy(match)[Remedy.UNDO]
    card = match.state.players[1].stall[-1]
    worth = match.pack.worth(card)
    now, then = undo.points[Seat(1)]
    assert now - then == worth
    assert any(place.startswith("players[1].stall") for place, _, _ in undo.state)
    assert Seat(1) not in undo.helped


def test_a_rewind_goes_by_default_to_right_before_the_disputed_event() -> None:
    match = sold()
    case = case_of(match)
    line = match.folded.line()
    assert before(case) == line[line.index(case.disputed.event) - 1]
    rewind = by_remedy(match)[Remedy.REWIND]
    assert rewind.to == before(case)
    then = match.at(rewind.to or 0).position
    kinds = {asked.seat: asked.kind for asked in then.asked}
    assert rewind.questions == ((Seat(0), "", kinds[Seat(0)]), (Seat(1), kinds[Seat(0)], ""))


def test_what_was_learned_on_what_is_taken_back_stays_known() -> None:
    match = sold()
    rewind = by_remedy(match)[Remedy.REWIND]
    gone = set(match.folded.line()) - set(match.at(before(case_of(match))).line())
    assert {line["version"] for line in rewind.known} <= gone
    assert any(line["fact"] == "card-drawn" for line in rewind.known)


def test_what_is_played_again_leaves_the_disputed_event_out_and_tells_what_is_no_longer_legal() -> None:
    match = sold()
    again = by_remedy(match)[Remedy.REPLAY]
    disputed_event = case_of(match).disputed.event
    assert again.replays is not None
    assert disputed_event not in again.replays
    later = [node for node in match.folded.line() if node > disputed_event]
    assert sorted([*again.replays, *(version for version, _ in again.illegal)]) == later
    assert again.refused is None


def test_a_move_that_hangs_on_the_disputed_one_is_told_with_why() -> None:
    match = first_turn()
    line_before = match.folded.table.head
    match.answer(0, end_turn(0))
    turn = match.folded.table.head
    match.answer(1, a_sale(match, 1))
    sale = match.folded.table.head
    match.does("seat:2", filing(match, turn))
    again = by_remedy(match)[Remedy.REPLAY]
    assert (again.to, again.replays) == (line_before, ())
    assert [version for version, _ in again.illegal] == [sale]
    assert all(why for _, why in again.illegal)


def test_who_is_helped_is_who_gains_on_the_others() -> None:
    match = sold()
    undo = by_remedy(match)[Remedy.UNDO]
    assert undo.helped == (Seat(0), Seat(2))


def test_a_remedy_that_cannot_be_given_says_why() -> None:
    match = disputed(first_turn())
    found = by_remedy(match, to=9999)
    for remedy in (Remedy.REWIND, Remedy.REPLAY):
        refused = found[remedy].refused
        assert refused is not None
        assert refused.rule == REMEDIES


def test_it_is_told_as_json() -> None:
    for one in sandbox(case_of(three_turns())):
        told = one.as_json()
        assert told["remedy"] == str(one.remedy)
        assert ("refused" in told) == (one.refused is not None)
        assert ("illegal" in told) == (one.remedy is Remedy.REPLAY)


@pytest.mark.parametrize("seats", [2, 3])
def test_every_remedy_told_is_one_that_can_be_given(seats: int) -> None:
    match = first_turn(seats)
    match.answer(0, a_sale(match, 0))
    match.does("seat:1", filing(match))
    assert all(one.refused is None for one in sandbox(case_of(match)))
