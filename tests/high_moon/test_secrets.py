"""What each viewer knows, and what it cannot decide without."""

import pytest

from domain.high_moon.commands import EndTurn, Pass, PlaceCard, PlaceToken
from domain.high_moon.decide import decide
from domain.high_moon.evolve import fold
from domain.high_moon.facts import CardDrawn, CardPlaced, TileLaid
from domain.high_moon.rulebook import C9, E2, R22
from domain.high_moon.setup import initial, start
from domain.high_moon.show import show
from domain.high_moon.state import State
from domain.kernel.bag import Bag
from domain.kernel.canonical import canonical
from domain.kernel.chance import UnknownChance
from domain.kernel.fact import News
from domain.kernel.names import JUDGE, PUBLIC, Seat, Viewer, seat_viewer
from domain.kernel.refusal import Refused
from domain.kernel.secret import Sealed, Unknown
from tests.high_moon.harness import FIRST, SECOND, Scripted, opening, view
from tests.high_moon.packs import pack

CHOSEN = pack({0: ("..../..../....", "..../.d../....")})


def seen(viewer: Viewer, *commands: object) -> State:
    """A viewer's view after the start and these commands."""
    state = mine = initial(opening(CHOSEN))
    facts = start(state, Scripted())
    state, mine = fold(state, facts), view(viewer, mine, facts)
    for command in commands:
        facts = decide(state, command, UnknownChance())  # type: ignore[arg-type]
        state, mine = fold(state, facts), view(viewer, mine, facts)
    return mine


TURN = (PlaceCard(FIRST, (-2, -3), 0), Pass(FIRST))


@pytest.mark.rule(R22, E2)
def test_a_drawn_card_is_sealed_for_its_seat_and_the_judges() -> None:
    state = fold(initial(opening(CHOSEN)), start(initial(opening(CHOSEN)), Scripted()))
    state = fold(state, decide(state, TURN[0], UnknownChance()))
    drawn = next(ruled.fact for ruled in decide(state, TURN[1], UnknownChance()) if isinstance(ruled.fact, CardDrawn))
    assert isinstance(drawn.card, Sealed)
    assert drawn.card.audience == {JUDGE, seat_viewer(FIRST)}


@pytest.mark.rule(R22)
@pytest.mark.parametrize(("viewer", "known"), [(seat_viewer(FIRST), ("test:red-2",)), (seat_viewer(SECOND), ()), (PUBLIC, ())])
def test_the_card_in_hand_is_known_to_its_seat_alone(viewer: Viewer, known: tuple[str, ...]) -> None:
    player = seen(viewer, *TURN).players[FIRST]
    assert player.hand == Bag(1, known)


@pytest.mark.rule(R22)
def test_nobody_at_the_table_knows_the_next_card_of_any_deck_or_the_next_tile() -> None:
    for viewer in (seat_viewer(FIRST), seat_viewer(SECOND), PUBLIC):
        state = seen(viewer, *TURN)
        assert [len(player.deck) for player in state.players] == [1, 1]
        assert len(state.tiles) == 1


@pytest.mark.rule(R22)
def test_what_is_shown_to_a_viewer_names_no_card_that_it_does_not_know() -> None:
    shown = canonical(show(seen(seat_viewer(SECOND), *TURN))["seats"]).decode()
    assert "red-" not in shown
    assert "green-1" in shown


@pytest.mark.rule(R22)
def test_a_view_decides_what_it_knows_enough_for() -> None:
    state = seen(seat_viewer(FIRST))
    assert decide(state, TURN[0], UnknownChance())[0].fact == CardPlaced(FIRST, "test:red-1", (-2, -3), 0)


@pytest.mark.rule(R22)
def test_a_view_cannot_tell_what_another_places() -> None:
    with pytest.raises(Unknown):
        decide(seen(seat_viewer(SECOND)), TURN[0], UnknownChance())


@pytest.mark.rule(R22, E2)
def test_a_view_cannot_tell_what_will_be_drawn() -> None:
    with pytest.raises(Unknown):
        decide(seen(seat_viewer(FIRST), TURN[0]), TURN[1], UnknownChance())


@pytest.mark.rule(R22, C9)
def test_a_view_cannot_tell_which_tile_comes_next() -> None:
    after = seen(seat_viewer(FIRST), *TURN, PlaceCard(SECOND, (-3, -3), 0), Pass(SECOND))
    with pytest.raises(Unknown):
        decide(after, PlaceCard(FIRST, (3, 5), 0), UnknownChance())


@pytest.mark.rule(R22)
def test_what_is_learned_is_marked() -> None:
    assert (News("card"),) == CardDrawn.NEWS
    assert (News("card", knew="seat"),) == CardPlaced.NEWS
    assert (News("liquor"),) == TileLaid.NEWS


@pytest.mark.rule(R22)
def test_a_view_refuses_what_the_rules_refuse() -> None:
    for command in (PlaceToken(FIRST, "cow", (0, 0)), EndTurn(FIRST), Pass(Seat(1))):
        with pytest.raises(Refused):
            decide(seen(seat_viewer(SECOND)), command, UnknownChance())
