"""The start: maps, decks, colours and the order of ages."""

import pytest

from domain.kernel.bag import certain, size
from domain.kernel.game import Ages, Opening
from domain.kernel.secret import Sealed
from domain.stadt_city import STADT_CITY
from domain.stadt_city.facts import AgesSettled, ColourTaken, DeckShuffled
from domain.stadt_city.parts import Kind
from domain.stadt_city.rulebook import C7, D1, L3, L4, R1, R2, R5, R26, R38, S1, S4, S5
from domain.stadt_city.setup import initial
from domain.stadt_city.state import Options
from tests.stadt_city.scenes import PACK, A, B, C, Scripted, start_with, started


@pytest.mark.rule(S1, R26)
@pytest.mark.parametrize(("ruleset", "last", "squares", "die"), [("1.1", "J10", 100, 10), ("1.0", "F6", 36, 4)])
def test_each_ruleset_has_its_map_and_its_die(ruleset: str, last: str, squares: int, die: int) -> None:
    state = initial(Opening(ruleset, PACK, {}, (None,) * 2))
    assert (state.board.squares[0], state.board.squares[-1], len(state.board.squares)) == ("A1", last, squares)
    assert (state.ruleset.die, state.board.destroyed) == (die, frozenset())


@pytest.mark.rule(R1)
def test_2_to_10_play_and_the_game_asks_for_their_ages() -> None:
    assert (STADT_CITY.fewest, STADT_CITY.most, STADT_CITY.age_rule) == (2, 10, R1)
    assert list(STADT_CITY.rulesets) == ["1.1", "1.0"]


@pytest.mark.rule(S5, L3, L4)
@pytest.mark.parametrize("ruleset", ["1.1", "1.0"])
def test_each_ruleset_has_the_decks_it_needs(ruleset: str) -> None:
    state = initial(Opening(ruleset, PACK, {}, (None,) * 2))
    newer = ruleset == "1.1"
    assert certain(state.characters) == PACK.character_deck()
    assert certain(state.prizes) == (PACK.prize_deck() if newer else ())
    assert certain(state.heroes) == (PACK.of_kind(Kind.FALLEN_HERO) if newer else ())
    assert certain(state.villains) == (PACK.of_kind(Kind.FALLEN_VILLAIN) if newer else ())
    assert certain(state.titans) == (() if newer else PACK.of_kind(Kind.TITAN))


@pytest.mark.rule(C7, R38)
def test_a_pile_holds_the_challenges_for_its_number_of_players() -> None:
    state = started(2).state
    assert {pile.players: size(pile.cards) for pile in state.piles} == {
        players: len(PACK.challenge_pile(players)) for players in range(2, 11) if PACK.challenge_pile(players)
    }
    assert state.piles[0].players == 2


@pytest.mark.rule(D1)
def test_without_drinks_challenges_go_by_names_without_them() -> None:
    wet, dry = (initial(Opening("1.1", PACK, {"drinks": drinks}, (None,) * 2)).piles for drinks in (True, False))
    assert [size(pile.cards) for pile in wet] == [size(pile.cards) for pile in dry]
    assert [certain(pile.cards) for pile in wet] != [certain(pile.cards) for pile in dry]


@pytest.mark.rule(S1)
def test_a_seat_has_the_colour_it_named_and_the_others_the_first_free_ones() -> None:
    first, second = PACK.colours[:2]
    state = initial(Opening("1.1", PACK, {}, (None, first, None)))
    assert [player.colour for player in state.players] == [second, first, PACK.colours[2]]
    assert started(2).happened(ColourTaken) == [ColourTaken(A, first), ColourTaken(B, second)]


@pytest.mark.rule(S4, R2)
def test_where_nobody_was_asked_for_ages_all_count_as_born_on_one_day() -> None:
    table = started(3)
    assert table.happened(AgesSettled) == [AgesSettled((A, B, C), (C, B, A))]
    assert table.chance.draws["ages:0"] == 1


@pytest.mark.rule(R2)
def test_a_draw_turns_those_of_one_day_round_for_every_order() -> None:
    table = start_with(3, Ages(((A, B), (C,)), ()), Scripted({"title:0": (6, 6)}, {"ages:0": ("1", "0")}))
    assert table.happened(AgesSettled) == [AgesSettled((B, A, C), (C, A, B))]
    assert (table.state.order, table.state.drawing) == ((B, A, C), (C, A, B))


@pytest.mark.rule(S5)
def test_the_order_of_decks_is_for_the_judges_alone() -> None:
    for fact in started(2).happened(DeckShuffled):
        assert isinstance(fact.cards, Sealed)
        assert fact.cards.audience == {"judge"}


@pytest.mark.rule(R5)
def test_options_have_the_documents_defaults_and_crossing_is_chosen_in_1_1_alone() -> None:
    defaults = {option.name: option.default for option in STADT_CITY.options}
    state = initial(Opening("1.1", PACK, defaults, (None,) * 2))
    assert state.options == Options() == Options(True, False, True, "rolled", "confirmed", 120)
    crossing = STADT_CITY.option("crossing_kills")
    assert crossing is not None
    assert (crossing.holds("1.1"), crossing.holds("1.0")) == (True, False)
