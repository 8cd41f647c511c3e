"""What a seat may send without being asked is told with its arguments, and whether it would be accepted."""

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.names import ORGANISER, Seat, seat_viewer
from domain.table.commands import Pause
from domain.table.rulebook import OUT_OF_TURN, PAUSE
from domain.table.unasked import unasked
from tests.invariants import play_out
from tests.match import Match, actor

FREE = {
    "high-moon": {},
    "moon-colony-bloodbath": {"stand": ("goes_on",)},
    "stadt-city": {"stand-by": (), "speak-up": (), "choose-drink": ("debtor", "drink")},
}
each_game = pytest.mark.parametrize("game", CATALOGUE, ids=lambda game: game.name)


@each_game
@pytest.mark.rule(OUT_OF_TURN)
def test_every_command_that_answers_no_question_is_named_with_its_arguments(game: AnyGame) -> None:
    match = Match.started(game, max(game.fewest, 2))
    found = unasked(match.folded, Seat(0))
    assert {one.kind.NAME: one.arguments for one in found} == FREE[game.name]


@each_game
@pytest.mark.rule(OUT_OF_TURN)
def test_what_is_said_to_be_accepted_is_accepted_from_the_seats_own_view_as_well(game: AnyGame) -> None:
    match = play_out(game, max(game.fewest, 3), "unasked")
    tried = 0
    for version in range(2, match.tip, max(1, match.tip // 12)):
        part = match.at(version)
        for seat in map(Seat, range(part.position.seats)):
            mine = unasked(match.view(seat_viewer(seat), version), seat)
            assert mine == unasked(part, seat)
            tried += sum(len(one.accepted) for one in mine)
    assert bool(tried) == bool(FREE[game.name])


@pytest.mark.rule(PAUSE)
def test_nothing_is_accepted_before_the_start_and_during_a_pause() -> None:
    game = next(game for game in CATALOGUE if game.name == "stadt-city")
    seated = Match.seated(game, 2)
    assert not any(one.accepted for one in unasked(seated.folded, Seat(0)))
    match = Match.started(game, 2)
    assert [one.kind.NAME for one in unasked(match.folded, Seat(0)) if one.accepted] == ["stand-by"]
    match.does(actor(0), Pause())
    match.does(ORGANISER, Pause())
    assert not any(one.accepted for one in unasked(match.folded, Seat(0)))
