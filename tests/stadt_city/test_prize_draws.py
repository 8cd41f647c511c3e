"""Drawing prize cards: what is due, an empty deck, cards that play themselves, and hands that are too large."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.kernel.names import seat_viewer
from domain.kernel.question import Choice
from domain.kernel.secret import Sealed, sealed_for
from domain.stadt_city.commands import DiscardPrizes, PlayPrize
from domain.stadt_city.facts import DeckShuffled, PrizeDrawn, PrizePlayed, PrizesDiscarded, PrizesLacking, SquaresRestored, StageBegun
from domain.stadt_city.questions import choices
from domain.stadt_city.rulebook import C5, P_FULLY_ANOMALY_CLEAR, R25, R27, S5
from domain.stadt_city.state import Due
from tests.stadt_city.scenes import A, B, C, Table, at, card, given, never_ally, position

CLEAR = card("fully-anomaly-clear")
EIGHT = ("fly",) * 8


def drawing(*due: tuple[int, int], a: Sequence[str] = (), b: Sequence[str] = (), prizes: Sequence[str], **changes: Any) -> Table:
    """The challenges are settled; these seats are to draw so many cards, in this order."""
    players = never_ally(at(A, "E5", *a), at(B, None, *b), at(C, "J9"))
    dues = tuple(Due(seat, cards) for seat, cards in due)  # type: ignore[arg-type]
    return given(position(*players, stage="prizes", due=dues, prizes=prizes, **changes), {}).goes_on()


def drawn(seat: int, key: str) -> Any:
    return PrizeDrawn(seat, sealed_for(card(key), seat)).by(C5)  # type: ignore[arg-type]


@pytest.mark.rule(C5, R25)
def test_cards_are_drawn_from_the_top_in_the_order_they_are_due_and_seen_by_their_holder_alone() -> None:
    table = drawing((A, 3), (B, 1), prizes=("fly", "push", "pull", "switch", "diagonal"))
    assert table.last[:4] == (drawn(A, "fly"), drawn(A, "push"), drawn(A, "pull"), drawn(B, "switch"))
    sealed = table.last[0].fact.card  # type: ignore[attr-defined]
    assert isinstance(sealed, Sealed)
    assert sealed.audience == {seat_viewer(A), "judge"}
    table.has(A, hand=["fly", "pull", "push"]).has(B, hand=["switch"])


@pytest.mark.rule(P_FULLY_ANOMALY_CLEAR, R27, S5)
def test_fully_anomaly_clear_plays_itself_in_the_middle_of_a_draw_and_counts_in_no_hand() -> None:
    prizes = ("fly", "fully-anomaly-clear", "push", "slow-dice")
    table = drawing((A, 3), (B, 1), a=EIGHT, b=("fly",) * 9, prizes=prizes, destroyed=("J10", "A1", "B6"))
    assert table.last == (
        drawn(A, "fly"),
        drawn(A, "fully-anomaly-clear"),
        PrizePlayed(A, CLEAR).by(P_FULLY_ANOMALY_CLEAR),
        SquaresRestored(("A1", "B6", "J10")).by(P_FULLY_ANOMALY_CLEAR),
        drawn(A, "push"),
    )
    table.has(A, prizes=10).asks((A, "discard")).when(DiscardPrizes(A, (card("push"),)))
    table.has(A, prizes=9).has(B, prizes=10).asks((B, "discard"))
    table.when(DiscardPrizes(B, (card("slow-dice"),))).has(B, prizes=9)
    assert table.state.prize_discards == (CLEAR, card("push"), card("slow-dice"))


@pytest.mark.rule(P_FULLY_ANOMALY_CLEAR)
def test_on_a_whole_map_it_only_goes_to_the_discards_whoever_draws_it() -> None:
    table = drawing((B, 1), prizes=("fully-anomaly-clear",))
    assert table.last[:2] == (drawn(B, "fully-anomaly-clear"), PrizePlayed(B, CLEAR).by(P_FULLY_ANOMALY_CLEAR))
    assert table.happened(SquaresRestored) == []


@pytest.mark.rule(S5, R27)
def test_nine_cards_are_held_and_ten_are_too_many() -> None:
    assert drawing((A, 1), a=EIGHT, prizes=("push",)).has(A, prizes=9).happened(StageBegun)[0] == StageBegun("last-placing")
    table = drawing((A, 2), a=EIGHT, prizes=("push", "pull", "switch")).has(A, prizes=10).asks((A, "discard"))
    assert table.happened(StageBegun) == []


@pytest.mark.rule(R27)
def test_the_seat_discards_exactly_what_is_too_much_of_its_own_choice() -> None:
    table = drawing((A, 3), a=EIGHT, prizes=("push", "pull", "switch")).asks((A, "discard"))
    fly, push, pull, switch = map(card, ("fly", "push", "pull", "switch"))
    for wrong in ((), (fly,), (fly, fly, fly)):
        table.refuses(DiscardPrizes(A, wrong), R27)
    table.refuses(DiscardPrizes(A, (fly, card("diagonal"))), S5).refuses(DiscardPrizes(A, (push, push)), S5)
    table.refuses(DiscardPrizes(B, (fly, fly)), R27)
    pairs = ((fly, fly), (fly, pull), (fly, push), (fly, switch), (pull, push), (pull, switch), (push, switch))
    assert choices(table.state, A) == tuple(Choice(DiscardPrizes(A, pair), (("prize cards", 2),)) for pair in pairs)
    table.when(DiscardPrizes(A, (switch, fly)))
    assert table.happened(PrizesDiscarded) == [PrizesDiscarded(A, (fly, switch))]


@pytest.mark.rule(R27)
def test_an_empty_deck_is_made_of_the_discards_in_the_middle_of_a_draw() -> None:
    discards = (card("pull"), card("push"))
    table = drawing((A, 3), prizes=("fly",), prize_discards=discards)
    assert table.last[:4] == (
        drawn(A, "fly"),
        DeckShuffled("prizes", sealed_for(discards)).by(R27),
        drawn(A, "pull"),
        drawn(A, "push"),
    )
    assert (table.state.prizes, table.state.prize_discards) == ((), ())


@pytest.mark.rule(R27)
def test_with_nothing_left_the_draw_ends_short() -> None:
    table = drawing((A, 3), (B, 1), prizes=("fly",))
    assert table.last[:3] == (drawn(A, "fly"), PrizesLacking(A, 2).by(R27), PrizesLacking(B, 1).by(R27))
    assert table.state.due == ()


@pytest.mark.rule(R27)
def test_cards_played_are_discarded() -> None:
    table = given(position(*never_ally(at(A, "E5", "switch"), at(B, "C5")), stage="round-start")).when(PlayPrize(A, card("switch"), B))
    assert table.state.prize_discards == (card("switch"),)
