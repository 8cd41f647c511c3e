"""Forks of every game: nothing unseen in them, nothing but the truth in them, and play goes on."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from random import Random

import pytest

from domain.catalogue import CATALOGUE
from domain.kernel.facts import AnswerDropped, DealtAnew
from domain.kernel.game import AnyGame
from domain.kernel.names import PUBLIC, Viewer
from domain.kernel.secret import Hidden, Sealed, reveal
from domain.table.commands import Undo
from domain.table.forking import recalled
from domain.table.rulebook import FORK
from tests.forking import forked, other_world, play_on
from tests.invariants import ViewsAgree, agrees, facts_belong, offered_is_accepted, play_out, somebody_is_asked, sound
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match, copy_of

GAMES = (NIGHT_MARKET, *CATALOGUE)
HIDDEN_SHUFFLES = {
    "night-market": (("deck",), 1),
    "high-moon": (("deck", "tiles"), 3),
    "moon-colony-bloodbath": (("buildings", "robots", "twist-deck"), 3),
    "stadt-city": (("characters", "heroes", "villains", "prizes", "challenges"), 13),
}
"""The shuffles of each game's start whose order is hidden from everybody, and how many those are."""
NEVER_HELD = {"stadt:fully-anomaly-clear"}
"""Cards that nobody has in hand: they play themselves when they are drawn."""
IN_CI = 5
FORKS = 600

pytestmark = pytest.mark.whole_games


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> AnyGame:
    found: AnyGame = request.param
    return found


def some_forks(game: AnyGame, seed: int, forks: int) -> Iterator[tuple[Match, str, int]]:
    """A game with undos, and moments of it at which somebody makes a fork."""
    match, random = play_out(game, max(game.fewest, 2) + seed % 2, seed, unrest=0.15), Random(f"{game.name} {seed}")
    over = next(event.version for event in match.events if match.at(event.version).position.finished)
    started = next(event.version for event in match.events if match.at(event.version).table.started)
    for version in random.choices(range(started, over), k=forks):
        yield match, random.choice(("seat:0", "seat:1", "public")), version


@pytest.mark.rule(FORK)
@pytest.mark.parametrize("seed", range(IN_CI))
def test_the_view_that_a_fork_begins_with_is_the_view_that_its_maker_had(game: AnyGame, seed: int) -> None:
    for match, viewer, version in some_forks(game, seed, 6):
        fork = forked(match, viewer, version, seed)
        before, after = (world.view(Viewer(viewer), up_to) for world, up_to in ((match, version), (fork, None)))
        if any(isinstance(ruled.fact, AnswerDropped) for ruled in fork.events[-1].facts):
            assert game.waiting(after.position.state) == game.waiting(before.position.state)
        else:
            assert after.position.state == before.position.state
            assert after.position.asked == before.position.asked
        assert after.position.closed == before.position.closed
        agrees(after.position.state, fork.state)


@pytest.mark.rule(FORK)
@pytest.mark.parametrize("seed", range(IN_CI))
def test_a_fork_plays_on_as_any_table_does(game: AnyGame, seed: int) -> None:
    for number, (match, viewer, version) in enumerate(some_forks(game, seed, 2)):
        looks = (somebody_is_asked, facts_belong, sound, ViewsAgree(), offered_is_accepted(2))
        fork = play_on(forked(match, viewer, version, seed), number, most=15, looks=looks)
        assert fork.tip > version


@pytest.mark.rule(FORK)
@pytest.mark.parametrize("seed", range(IN_CI))
def test_what_is_recalled_of_lines_that_were_left_is_true(game: AnyGame, seed: int) -> None:
    match, random = Match.started(game, max(game.fewest, 2) + seed % 2, seed), Random(f"{game.name} recalls {seed}")
    more = 0
    for number in range(12):
        play_on(match, f"{seed} {number}", most=random.randint(1, 6))
        if match.folded.table.closed:
            break
        nodes = [node for node in match.folded.nodes if node and node != match.folded.table.head]
        if nodes:
            match.does("judge:0", Undo(random.choice(nodes[-8:]), Sealed("what if", frozenset({PUBLIC}))))
        for viewer in ("seat:0", "seat:1", "public"):
            copies = [copy_of(event, Viewer(viewer)) for event in match.events]
            view = match.view(Viewer(viewer))
            state = recalled(view, copies)
            agrees(state, match.state)
            more += state != view.position.state
            agrees(state, forked(match, viewer, seed=number).state)
    assert more


@pytest.mark.rule(FORK)
def test_a_fork_comes_to_an_end(game: AnyGame) -> None:
    for match, viewer, version in some_forks(game, IN_CI, 1):
        fork = play_on(forked(match, viewer, version), 1)
        assert fork.folded.position.finished
        assert fork.folded.table.closed


@pytest.mark.rule(FORK)
@pytest.mark.parametrize("seed", range(IN_CI))
def test_marked_cards_that_a_seat_has_not_seen_make_no_difference_to_its_fork_or_to_what_comes_of_it(game: AnyGame, seed: int) -> None:
    differed = 0
    for match, viewer, _ in some_forks(game, seed, 6):
        other, version = other_world(match, viewer, Random(f"{seed} {viewer}"), *HIDDEN_SHUFFLES[game.name])
        if not match.at(version).table.started:
            continue
        mine, theirs = (play_on(forked(world, viewer, version, seed), seed, most=8) for world in (match, other))
        differed += match.at(version).position.state != other.at(version).position.state
        assert mine.events == theirs.events
    assert differed


@pytest.mark.rule(FORK)
@pytest.mark.parametrize("seed", range(IN_CI))
def test_what_a_fork_holds_of_the_table_is_what_its_maker_may_see(game: AnyGame, seed: int) -> None:
    for match, viewer, version in some_forks(game, seed, 4):
        fork = forked(match, viewer, version)
        facts = [ruled.fact for event in fork.events[:version] for ruled in event.facts]
        values = [getattr(fact, part.name) for fact in facts for part in fields(fact)]  # type: ignore[arg-type]
        sealed = [value for value in values if isinstance(value, Sealed)]
        assert all(viewer in value.audience or "public" in value.audience for value in sealed)
        assert [value for value in values if isinstance(value, Hidden)]


@pytest.mark.rule(FORK)
def test_deals_show_no_lean_to_the_truth(game: AnyGame) -> None:
    """Chi-square, and how often the true cards come: what lies in another seat's hand over many forks, four deviations allowed."""
    match, version = _dealt_a_hand(game)
    forks = [forked(match, "seat:0", version, seed) for seed in range(FORKS)]
    unseen = Counter(card for card in _unseen(forks[0]) if card not in NEVER_HELD)
    found = Counter(card for fork in forks for card in _hand(fork))
    drawn, cards = sum(found.values()), sum(unseen.values())
    expected = {card: drawn * number / cards for card, number in unseen.items()}
    degrees = len(expected) - 1
    assert found.keys() <= expected.keys()
    assert sum((found[card] - wanted) ** 2 / wanted for card, wanted in expected.items()) < degrees + 4 * (2 * degrees) ** 0.5
    true = set(match.at(version).position.state.players[1].hand.known)
    hits, chance = sum(found[card] for card in true), sum(unseen[card] for card in true) / cards
    assert abs(hits - drawn * chance) < 4 * (drawn * chance * (1 - chance)) ** 0.5


def _dealt_a_hand(game: AnyGame) -> tuple[Match, int]:
    """A game, and the first version of it at which seat 1 holds cards and something may be played."""
    for seed in range(20):
        match = play_out(game, 2, f"lean {seed}")
        for version in range(1, match.tip):
            position = match.at(version).position
            if position.asked and position.state.players[1].hand.size:
                return match, version
    raise AssertionError("nobody was dealt a hand")


def _hand(match: Match) -> tuple[str, ...]:
    hand: tuple[str, ...] = match.state.players[1].hand.known
    return hand


def _unseen(fork: Match) -> tuple[str, ...]:
    """Every card that could lie in seat 1's hand: those that were dealt anew together with it."""
    facts = [ruled.fact for ruled in fork.events[-1].facts if isinstance(ruled.fact, DealtAnew)]
    others = [fact for fact in facts if (fact.place, fact.seat) not in (("hand", 0), ("deck", 0))]
    together = [fact for fact in others if fact.place in ("hand", "deck", "lane", "prizes")]
    return tuple(card for fact in together if isinstance(cards := reveal(fact.cards), tuple) for card in cards)
