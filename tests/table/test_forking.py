"""Forks: what their maker knew, and a table of their own from there on."""

from typing import Any

import pytest

from domain.kernel.bag import Bag
from domain.kernel.facts import AnswerDropped, DealtAnew, Expire
from domain.kernel.names import PUBLIC, SYSTEM, Seat, Viewer
from domain.kernel.rule import Rule
from domain.kernel.secret import HIDDEN, Hidden, Sealed, reveal, sealed_for
from domain.table.commands import Abandon, Claim, Fork, Inspect, Pause, Ready, Resume, Start, Undo
from domain.table.facts import Forked, HeadMoved, SeatOpened
from domain.table.forking import fork_table
from domain.table.rulebook import FORK, FORK_BEGINS, FORK_COUNTS, ROLES, UNDO_RULING
from domain.table.state import ForkedFrom, Phase
from projections.history import sentence
from projections.players import players
from projections.projection import Told
from tests.forking import HASH, PARENT, begun, fork_seed, forked, play_on
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.commands import Give, Roll
from tests.match import Match, actor, copy_of
from tests.table.scenes import (
    BELL,
    BELL_MS,
    JUDGE,
    ORGANISER,
    a_burial,
    a_sale,
    an_offer,
    card,
    end_turn,
    first_turn,
    offering,
    plain,
    rules,
)

SEALED = Sealed(fork_seed(0), frozenset())


def own_of(fork: Match) -> tuple[Any, ...]:
    """The facts that the fork began with."""
    forking = fork.folded.table.forked
    assert forking is not None
    return plain(fork.events[forking.version])


def dealt(fork: Match, place: str, seat: int | None = None) -> tuple[str, ...]:
    (fact,) = (fact for fact in own_of(fork) if isinstance(fact, DealtAnew) and (fact.place, fact.seat) == (place, seat))
    cards = reveal(fact.cards)
    assert not isinstance(cards, Hidden)
    return cards


def refusal(match: Match, who: str, **changes: Any) -> str | None:
    """The rule that refuses a fork of the whole match; None when it is allowed."""
    fork, ask = begun(match, changes.pop("eyes", who))
    asked: Any = ask.command
    command = Fork(**{"table": PARENT, "version": asked.version, "eyes": asked.eyes, "held": asked.held, **changes})
    other = Match(match.game, match.pack, fork.events, fork.folded)
    try:
        fork_table(other.folded, other.events, match.ask(who, command), command, HASH, fork_seed(0))
    except Exception as refused:
        return str(refused.refusal.rule.id)  # type: ignore[attr-defined]
    return None


@pytest.mark.rule(FORK)
def test_a_seats_fork_deals_anew_what_the_seat_has_not_seen() -> None:
    match = first_turn(2)
    fork = forked(match, "seat:1")
    assert own_of(fork) == (
        Forked(PARENT, match.tip, HASH, "seat:1", (Seat(0), Seat(1)), SEALED),
        DealtAnew("hand", sealed_for(dealt(fork, "hand", 0), Seat(0)), Seat(0)),
        DealtAnew("deck", sealed_for(dealt(fork, "deck"))),
    )
    assert set(rules(fork.events[-1])) == {FORK.id}
    assert fork.state.players[1].hand == match.state.players[1].hand
    assert fork.state.players[0].hand == Bag.of(*dealt(fork, "hand", 0))


@pytest.mark.rule(FORK)
def test_the_seats_view_of_its_fork_is_its_view_of_the_table() -> None:
    match = first_turn(3)
    match.answer(0, a_burial(match, 0))
    match.answer(0, Give(Seat(0), sealed_for(card(match, 0), Seat(0))))
    fork = forked(match, "seat:1")
    before, after = match.view(Viewer("seat:1")), fork.view(Viewer("seat:1"))
    assert after.position.state == before.position.state
    assert (after.position.asked, after.position.closed) == (before.position.asked, before.position.closed)


@pytest.mark.rule(FORK)
def test_everybody_in_a_fork_sees_the_own_places_and_no_others() -> None:
    match = first_turn(3)
    match.answer(0, a_burial(match, 0))
    fork = forked(match, "seat:1")
    for seat in range(3):
        view = fork.view(Viewer(f"seat:{seat}")).position.state
        assert view.players[seat] == fork.state.players[seat]
        assert not any(view.players[other].hand.whole for other in range(3) if other != seat)
    assert fork.view(PUBLIC).position.state == match.view(PUBLIC).position.state


@pytest.mark.rule(FORK)
def test_a_card_that_the_seat_knows_to_be_there_stays_there() -> None:
    match = first_turn(3)
    given = card(match, 0)
    match.answer(0, Give(Seat(0), sealed_for(given, Seat(0))))
    assert all(given in dealt(forked(match, "seat:0", seed=seed), "hand", 1) for seed in range(20))


@pytest.mark.rule(FORK)
def test_others_sealed_answers_are_asked_for_again_and_the_own_one_stays() -> None:
    match = offering(3)
    match.answer(0, offer := an_offer(match, 0))
    match.answer(1, an_offer(match, 1))
    fork = forked(match, "seat:0")
    assert AnswerDropped(Seat(1)) in own_of(fork)
    assert [(asked.seat, asked.required) for asked in fork.folded.position.asked] == [(0, False), (1, True), (2, True)]
    assert fork.question(1) == match.question(1)
    assert (fork.state.players[0].offer, fork.state.players[1].offer) == (reveal(offer.card), None)
    for seat in (1, 2):
        fork.answer(seat, an_offer(fork, seat))
    assert fork.state.players[0].stall == (reveal(offer.card),) or reveal(offer.card) in fork.state.thrown_away


@pytest.mark.rule(FORK)
def test_a_judges_fork_is_exact() -> None:
    match = offering(3)
    match.answer(0, an_offer(match, 0))
    fork = forked(match, "judge:0")
    assert own_of(fork) == (Forked(PARENT, match.tip, HASH, "judge:0", (Seat(0), Seat(1), Seat(2)), SEALED),)
    assert fork.state == match.state
    assert fork.folded.position == match.folded.position


@pytest.mark.rule(FORK)
def test_whoever_reads_as_the_public_does_has_everything_dealt_anew() -> None:
    match = offering(2)
    match.answer(0, an_offer(match, 0))
    fork = forked(match, "public")
    assert [fact.NAME for fact in own_of(fork)] == ["forked", "answer-dropped", "dealt-anew", "dealt-anew", "dealt-anew"]
    assert fork.state.players[0].offer is None


@pytest.mark.rule(FORK)
def test_a_fork_has_chance_of_its_own() -> None:
    match = first_turn(2)
    rolls = set()
    for seed in range(30):
        fork = forked(match, "judge:0", seed=seed)
        fork.answer(0, Roll(Seat(0)))
        rolls.add(fork.state.players[0].coins)
    assert rolls == {1, 2, 3, 4, 5, 6}
    assert reveal(fork.folded.table.seeds[0]) == HIDDEN
    assert reveal(fork.folded.table.seeds[1]) == fork_seed(29)


@pytest.mark.rule(FORK)
@pytest.mark.parametrize("viewer", ["judge:0", "seat:0", "public"])
def test_a_fork_is_played_to_its_end(viewer: str) -> None:
    match = first_turn(2)
    assert play_on(forked(match, viewer), 1).folded.table.phase is Phase.FINISHED


@pytest.mark.rule(FORK)
def test_a_table_can_be_forked_before_it_starts() -> None:
    match = Match.opened(NIGHT_MARKET, 2)
    match.does(actor(0), Claim("seat:0"))
    match.does(actor(0), Ready("00ff"))
    fork = forked(match, "seat:0", invited=[1])
    assert own_of(fork) == (Forked(PARENT, match.tip, HASH, "seat:0", (Seat(0),), SEALED),)
    fork.does(actor(1), Claim("seat:1"))
    fork.does(actor(1), Ready())
    fork.does(actor(0), Start())
    assert fork.state.players[0].hand.whole


@pytest.mark.rule(FORK)
def test_who_sat_at_the_table_does_not_sit_at_its_fork() -> None:
    match = Match.opened(NIGHT_MARKET, [SeatOpened(player="ana"), SeatOpened(player="bo")])
    match.does(actor(0), Claim("seat:0", Sealed("Ana", frozenset({PUBLIC}))))
    match.does(JUDGE, Claim("judge:0"))
    match.does(JUDGE, Inspect())
    fork = forked(match, "judge:0", invited=[1])
    table = fork.folded.table
    assert [(seat.claimed, seat.name, seat.player) for seat in table.seats] == [(True, None, None), (False, None, None)]
    assert not table.judges | table.viewed
    assert table.forked == ForkedFrom(PARENT, match.tip, HASH, Viewer("judge:0"), match.folded.table.head, table.at)


@pytest.mark.rule(FORK_COUNTS)
def test_a_fork_counts_for_nobody() -> None:
    match = Match.opened(NIGHT_MARKET, [SeatOpened(player="ana"), SeatOpened(player="bo")])
    for seat in (0, 1):
        match.does(actor(seat), Claim(f"seat:{seat}"))
        match.does(actor(seat), Ready())
    match.does(ORGANISER, Start())
    fork = play_on(forked(match, "seat:0"), 1)
    assert players(Told(PARENT, 0, match.folded))["players"]
    assert not players(Told(PARENT, 0, fork.folded))["players"]


@pytest.mark.rule(FORK)
def test_the_time_between_a_table_and_its_fork_counts_for_nobody() -> None:
    match = offering(2)
    fork, ask = begun(match, "seat:0")
    later = 1_000_000_000
    asked: Any = ask.command
    late = match.ask("seat:0", asked, at=later)
    fork._append(late, fork_table(fork.folded, fork.events, late, asked, HASH, fork_seed(0)))
    assert fork.folded.spent == match.folded.spent
    assert fork.folded.next_deadline() == later + BELL_MS
    early = fork.ask(SYSTEM, Expire(BELL), at=later + BELL_MS - 1)
    assert fork.refusal(early) is not None
    assert fork.does(SYSTEM, Expire(BELL), at=later + BELL_MS)


@pytest.mark.rule(FORK)
def test_a_pause_goes_on_in_a_fork() -> None:
    match = first_turn(2)
    match.does(ORGANISER, Pause())
    fork = forked(match, "seat:0")
    assert fork.folded.table.paused_at == match.folded.table.paused_at
    assert fork.folded.next_deadline() is None
    fork.does(ORGANISER, Resume())
    fork.answer(0, a_sale(fork, 0))


@pytest.mark.rule(FORK)
def test_an_undo_that_was_asked_for_at_the_table_is_not_asked_for_in_its_fork() -> None:
    match = first_turn(2)
    match.answer(0, end_turn(0))
    match.does(actor(0), Undo())
    assert match.folded.table.request is not None
    fork = forked(match, "seat:0")
    assert fork.folded.table.request is None
    assert fork.folded.deadlines == ()
    play_on(fork, 1)


@pytest.mark.rule(FORK, ROLES)
@pytest.mark.parametrize(
    ("who", "eyes", "rule"),
    [
        ("seat:0", "seat:0", None),
        ("seat:0", "public", None),
        ("seat:0", "seat:1", ROLES),
        ("seat:0", "judge:0", ROLES),
        ("public", "public", None),
        ("public", "seat:0", ROLES),
        ("judge:0", "judge:0", None),
        ("judge:0", "seat:1", None),
        ("organiser", "public", None),
        ("organiser", "judge:0", None),
    ],
)
def test_nobody_forks_more_than_it_knows(who: str, eyes: str, rule: Rule | None) -> None:
    assert refusal(first_turn(2), who, eyes=eyes) == (rule and rule.id)


@pytest.mark.rule(FORK)
@pytest.mark.parametrize(
    "changes", [{"version": 3}, {"version": 100}, {"held": (Seat(2),)}, {"held": (Seat(1), Seat(0))}, {"held": (Seat(0), Seat(0))}]
)
def test_a_fork_names_the_version_that_it_begins_at_and_seats_of_the_table(changes: dict[str, Any]) -> None:
    assert refusal(first_turn(2), "seat:0", **changes) == FORK.id


@pytest.mark.rule(FORK)
def test_what_is_over_is_not_forked_and_what_is_almost_over_is() -> None:
    match = play_on(first_turn(2), 1)
    assert refusal(match, "judge:0") == FORK.id
    ended = next(event.version for event in match.events if "finished" in [fact.NAME for fact in plain(event)])
    assert play_on(forked(match, "judge:0", ended - 1), 2).folded.position.finished
    abandoned = first_turn(2)
    abandoned.does(ORGANISER, Abandon())
    assert refusal(abandoned, "seat:0") == FORK.id


@pytest.mark.rule(FORK_BEGINS)
@pytest.mark.parametrize("viewer", ["seat:0", "judge:0"])
def test_nothing_before_a_fork_is_taken_back(viewer: str) -> None:
    match = first_turn(2)
    match.answer(0, a_sale(match, 0))
    fork = forked(match, viewer)
    assert match.undoes(0)
    assert fork.refusal(fork.ask(actor(0), Undo())) == FORK_BEGINS.id
    before = fork.folded.nodes[match.folded.table.head].parent
    reason = Sealed("what if", frozenset({PUBLIC}))
    assert fork.refusal(fork.ask(JUDGE, Undo(before, reason))) == FORK_BEGINS.id


@pytest.mark.rule(FORK_BEGINS)
@pytest.mark.parametrize("viewer", ["seat:0", "judge:0"])
def test_what_was_done_in_a_fork_is_taken_back_down_to_its_beginning(viewer: str) -> None:
    fork = forked(first_turn(2), viewer)
    node = fork.folded.table.head
    fork.answer(0, a_sale(fork, 0))
    assert plain(fork.does(actor(0), Undo())) == (HeadMoved(node),)
    assert fork.refusal(fork.ask(actor(0), Undo())) == FORK_BEGINS.id


@pytest.mark.rule(FORK, UNDO_RULING)
def test_a_card_that_was_shown_and_taken_back_is_still_known_to_be_there() -> None:
    match = first_turn(2)
    node = match.folded.table.head
    shown = card(match, 0)
    match.answer(0, a_sale(match, 0))
    match.does(JUDGE, Undo(node, Sealed("a slip", frozenset({PUBLIC}))))
    assert match.view(Viewer("seat:1")).position.state.players[0].hand == Bag(3)
    hands = [dealt(forked(match, "seat:1", seed=seed), "hand", 0) for seed in range(20)]
    assert all(shown in hand for hand in hands)
    assert len(set(hands)) > 1


@pytest.mark.rule(FORK, UNDO_RULING)
def test_a_card_that_was_drawn_and_put_back_is_still_known_to_be_on_top() -> None:
    match = first_turn(2)
    node = match.folded.table.head
    match.answer(0, end_turn(0))
    drawn = [reveal(fact.card) for fact in plain(match.events[-1]) if fact.NAME == "card-drawn"]  # type: ignore[attr-defined]
    match.does(JUDGE, Undo(node, Sealed("a slip", frozenset({PUBLIC}))))
    assert all(list(dealt(forked(match, "seat:0", seed=seed), "deck")[:2]) == drawn for seed in range(20))
    assert len({dealt(forked(match, "seat:1", seed=seed), "deck")[:2] for seed in range(20)}) > 1


@pytest.mark.rule(FORK)
def test_what_a_fork_begins_with_is_told_to_each_as_far_as_it_sees_it() -> None:
    match = offering(2)
    match.answer(1, an_offer(match, 1))
    fork = forked(match, "seat:0")
    told = {
        viewer: [sentence(NIGHT_MARKET, fact) for fact in plain(copy_of(fork.events[-1], Viewer(viewer)))]
        for viewer in ("seat:0", "seat:1", "judge:0")
    }
    begins = f"A table of its own from here on: a fork of {PARENT} at version {match.tip}, as seat 0 knew it."
    again = "Seat 1 is asked again; what it had answered unseen is not known here."
    hand = ", ".join(card.removeprefix("lanterns:") for card in dealt(fork, "hand", 1))
    assert told["seat:0"] == [begins, again, "Dealt anew, unseen: hand of seat 1.", "Dealt anew, unseen: deck."]
    assert told["seat:1"] == [begins, again, f"Dealt anew: hand of seat 1 holds {hand}.", "Dealt anew, unseen: deck."]
    assert told["judge:0"][:3] == told["seat:1"][:3]
    assert told["judge:0"][3].startswith("Dealt anew: deck holds ")
    assert "as a judge knew it" in sentence(NIGHT_MARKET, own_of(forked(match, "judge:0"))[0])


@pytest.mark.rule(FORK)
def test_a_fork_of_a_fork_holds_what_its_maker_knew_there() -> None:
    fork = forked(first_turn(2), "seat:0")
    fork.answer(0, a_sale(fork, 0))
    again = forked(fork, "seat:1", table="m5n6p7q2r3s4t5u6")
    assert again.state.players[1].hand == fork.state.players[1].hand
    assert again.view(Viewer("seat:1")).position.state == fork.view(Viewer("seat:1")).position.state
    assert len(again.folded.table.seeds) == 3
    assert play_on(again, 1).folded.table.closed
