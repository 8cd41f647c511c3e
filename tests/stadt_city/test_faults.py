"""What no play could lead to is told, each fault once."""

from dataclasses import replace

import pytest

from domain.kernel.bag import Bag, ordered
from domain.kernel.game import Opening
from domain.stadt_city.faults import faults
from domain.stadt_city.rulebook import A3, L1, R38, S5
from domain.stadt_city.setup import initial
from domain.stadt_city.state import Piece, State
from tests.stadt_city.scenes import PACK, A, B, card, started

TABLE = started(3).state


@pytest.mark.parametrize("state", [initial(Opening("1.1", PACK, {}, (None,) * 2)), initial(Opening("1.0", PACK, {}, (None,) * 2)), TABLE])
def test_a_table_is_sound_before_its_start_and_after_it(state: State) -> None:
    assert faults(state) == ()


@pytest.mark.rule(S5)
def test_a_prize_card_that_is_lost_or_made_is_told() -> None:
    assert [fault.split(":")[0] for fault in faults(replace(TABLE, prizes=TABLE.prizes[1:]))] == ["prize cards"]
    assert [fault.split(":")[0] for fault in faults(TABLE.with_player(A, hand=Bag.of(card("fly"))))] == ["prize cards"]
    moved = replace(TABLE, prizes=TABLE.prizes[1:]).with_player(A, hand=TABLE.prizes[0])
    assert faults(moved) == ()


@pytest.mark.rule(L1)
def test_a_character_is_on_the_board_in_a_deck_with_its_player_or_discarded() -> None:
    (face,) = TABLE.characters[0].known
    without = replace(TABLE, characters=TABLE.characters[1:])
    assert [fault.split(":")[0] for fault in faults(without)] == ["characters"]
    assert faults(replace(without, character_discards=(face,))) == ()
    assert faults(without.with_player(A, kept=(face,))) == ()
    twice = TABLE.with_player(A, kept=(face,))
    assert [fault.split(":")[0] for fault in faults(twice)] == ["characters"]


def test_a_fallen_is_drawn_from_its_deck() -> None:
    (hero,) = TABLE.heroes[0].known
    drawn = TABLE.with_player(A, piece=Piece("fallen", hero, "A1"))
    assert "fallen" in [fault.split(":")[0] for fault in faults(drawn)]
    assert "fallen" not in [fault.split(":")[0] for fault in faults(replace(drawn, heroes=TABLE.heroes[1:]))]


@pytest.mark.rule(R38)
def test_a_pile_of_challenges_keeps_its_cards() -> None:
    first, *others = TABLE.piles
    short = replace(TABLE, piles=(replace(first, cards=first.cards[1:]), *others))
    assert [fault.split(":")[0] for fault in faults(short)] == ["challenges for 2"]
    turned = replace(TABLE, piles=(replace(first, cards=ordered(tuple(bag.known[0] for bag in reversed(first.cards)))), *others))
    assert faults(turned) == ()


@pytest.mark.rule(A3)
def test_an_alliance_holds_on_both_sides_and_with_nobody_who_was_refused() -> None:
    assert len(faults(TABLE.with_player(A, ally=B))) == 1
    both = TABLE.with_player(A, ally=B).with_player(B, ally=A)
    assert faults(both) == ()
    assert len(faults(both.with_player(A, refused=frozenset({B})))) == 1


def test_a_piece_off_the_board_and_a_count_below_nothing_are_told() -> None:
    placed = TABLE.with_player(A, piece=None)
    assert len(faults(TABLE.with_player(A, losses=-1))) == 1
    piece = next(player.piece for player in TABLE.players if player.piece)
    seat = next(player.seat for player in TABLE.players if player.piece)
    assert faults(TABLE.with_player(seat, piece=replace(piece, square="J10"))) == ()
    assert len(faults(TABLE.with_player(seat, piece=replace(piece, square="K1")))) == 1
    assert placed.players[A].piece is None
