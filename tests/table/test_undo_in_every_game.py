"""Undo in every game: the prefix and nothing else, and nothing that was learned is taken back without consent."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import starmap
from random import Random

import pytest

from domain.catalogue import CATALOGUE
from domain.high_moon import HIGH_MOON
from domain.high_moon.facts import CardSetAside
from domain.high_moon.rulebook import R7
from domain.kernel.event import Event
from domain.kernel.game import AnyGame, OptionValue
from domain.kernel.ledger import is_news
from domain.kernel.names import ORGANISER, Seat, seat_of
from domain.kernel.secret import sealed_for
from domain.stadt_city import STADT_CITY
from domain.stadt_city.facts import PrizeDrawn, StageBegun
from domain.stadt_city.rulebook import R25, S5
from domain.table.commands import Claim, Inspect, Pause, Undo
from domain.table.facts import UndoAsked
from domain.table.rulebook import FREE_UNDO, OTHER_UNDO, UNDO_RULING
from tests.invariants import now_and_then, play_out, viewers
from tests.kernel.night_market import NIGHT_MARKET
from tests.match import Match, actor, apart
from tests.undoing import (
    done_and_undone_twice,
    every_version_is_its_prefix,
    every_view_is_its_prefix,
    folds_alike,
    nothing_learned_is_taken_back_freely,
    restless,
    unfinished,
    what_the_table_did_stands,
)

pytestmark = pytest.mark.whole_games
GAMES = (NIGHT_MARKET, *CATALOGUE)
IN_CI = 5
OTHERWISE: Mapping[str, Mapping[str, OptionValue]] = {
    "action-shown": {"open_work": True},
    "report-opened": {"reports": "sealed"},
    "card-turned": {"digital": True},
    "dice-thrown": {"digital": True},
}
"""Options under which a kind of fact is to be seen."""
RULESETS = {"direction-rolled": "1.0", "titan-drawn": "1.0"}
"""The rulesets of those that the default one does not know."""
SEEDS = 12
OWN = {
    ("night-market", "card-sold"),
    ("high-moon", "card-placed"),
    ("high-moon", "card-set-aside"),
    ("moon-colony-bloodbath", "action-picked"),
    ("moon-colony-bloodbath", "card-laid"),
    ("moon-colony-bloodbath", "building-built"),
    ("moon-colony-bloodbath", "card-discarded"),
    ("moon-colony-bloodbath", "action-shown"),
    ("stadt-city", "prize-played"),
    ("stadt-city", "prizes-discarded"),
}
"""The kinds by which a seat lays open what was its own secret, and nobody else's with it."""
ALONE = {("night-market", "card-sold"), ("high-moon", "card-set-aside"), ("stadt-city", "prizes-discarded")}
"""Those of them with which nothing else becomes known."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_seed = pytest.mark.parametrize("seed", range(IN_CI))


def seats_for(game: AnyGame, seed: int) -> int:
    return game.fewest + seed % (game.most - game.fewest + 1)


@cache
def whole(name: str, seed: int, *options: tuple[str, OptionValue], ruleset: str | None = None) -> Match:
    """A random game with undos, resignations and deadlines, played once for all these tests."""
    game = game_of(name)
    return play_out(game, seats_for(game, seed), seed, options=dict(options), ruleset=ruleset, unrest=0.03)


def game_of(name: str) -> AnyGame:
    return next(game for game in GAMES if game.name == name)


@each_game
@each_seed
@pytest.mark.rule(OTHER_UNDO)
def test_undo_to_every_version_is_replaying_its_prefix(game: AnyGame, seed: int) -> None:
    match = unfinished(whole(game.name, seed))
    assert every_version_is_its_prefix(match) == len(match.folded.nodes) - 2
    every_view_is_its_prefix(match, Random(seed))


@each_game
@pytest.mark.rule(UNDO_RULING)
def test_a_pause_a_claim_and_a_look_survive_every_head_move(game: AnyGame) -> None:
    match = unfinished(whole(game.name, 1))
    match.does("judge:1", Claim("judge:1"))
    match.does("judge:1", Inspect())
    match.does(ORGANISER, Pause())
    assert what_the_table_did_stands(match) == len(match.folded.nodes) - 2
    assert match.folded.table.paused_at == match.folded.table.at


@each_game
@each_seed
@pytest.mark.rule(FREE_UNDO, OTHER_UNDO)
def test_whatever_is_taken_back_and_done_again_has_the_same_outcome(game: AnyGame, seed: int) -> None:
    looks = [now_and_then(12, done_and_undone_twice), now_and_then(8, nothing_learned_is_taken_back_freely)]
    play_out(game, seats_for(game, seed), f"twice {seed}", looks=looks, unrest=0.02)


@each_game
@each_seed
@pytest.mark.rule(OTHER_UNDO)
def test_a_game_full_of_requests_and_rulings_comes_to_its_end_alike_for_every_viewer(game: AnyGame, seed: int) -> None:
    match = restless(game, seats_for(game, seed), seed)
    assert match.folded.table.head_moves
    for viewer in viewers(match):
        folds_alike(match, viewer)


REVELATIONS = tuple((game.name, kind.NAME) for game in GAMES for kind in game.facts if kind.NEWS)
"""Every kind of fact that tells somebody something."""


def seen(name: str, fact: str) -> Iterator[tuple[Match, Event]]:
    """Events with such a fact, and the games they are of."""
    for seed in range(SEEDS):
        match = whole(name, seed, *OTHERWISE.get(fact, {}).items(), ruleset=RULESETS.get(fact))
        yield from ((match, event) for event in match.events if any(fact == ruled.fact.NAME for ruled in event.facts))
    if (name, fact) == ("high-moon", "card-set-aside"):
        yield set_aside()
    if (name, fact) == ("stadt-city", "prizes-discarded"):
        yield discarded()


def set_aside() -> tuple[Match, Event]:
    """What hardly any game comes to: a card that fits nowhere."""
    match = Match.started(HIGH_MOON, 2)
    (asked,) = match.folded.position.asked
    (card,) = match.state.players[asked.seat].hand.known
    return match, match.happens(CardSetAside(asked.seat, card).by(R7), who=actor(asked.seat))


def discarded() -> tuple[Match, Event]:
    """A hand that grows too large takes longer than a random game of few cards."""
    match, seat = Match.started(STADT_CITY, 2), Seat(0)
    cards = [bag.known[0] for bag in match.state.prizes[:10]]
    draws = (PrizeDrawn(seat, sealed_for(card, seat)).by(S5) for card in cards)
    match.happens(StageBegun("prizes").by(R25), *draws)
    return match, match.answer(seat, STADT_CITY.choices(match.state, seat)[0].command)


def by_others_too(event: Event) -> bool:
    """Whether an event told more than what its own seat laid open."""
    return is_news(event.facts, seat_of(event.actor))


def right_after(match: Match, event: Event) -> Match:
    return Match(match.game, match.pack, match.events[: event.version], apart(match.at(event.version)), match.asks[: event.version - 1])


def free_for(match: Match) -> list[int]:
    """The seats that may take their latest action back alone."""
    return [seat for seat in range(match.folded.position.seats) if match.undoes(seat)]


def could_be_asked_back(match: Match) -> bool:
    """Whether the latest action is a seat's, at a table that is open."""
    head = match.folded.nodes[match.folded.table.head]
    return not match.folded.table.closed and head.seat is not None and head.parent != 0


@pytest.mark.parametrize(("name", "fact"), [kind for kind in REVELATIONS if kind not in ALONE], ids=str)
@pytest.mark.rule(FREE_UNDO, OTHER_UNDO)
def test_nothing_is_taken_back_without_consent_once_this_has_become_known(name: str, fact: str) -> None:
    told = [(match, event) for match, event in seen(name, fact) if by_others_too(event)]
    match = next((match for match in starmap(right_after, told) if could_be_asked_back(match)), None)
    if match is None:
        # The start alone tells these: it is nobody's to take back.
        assert {event.command.name for _, event in told} == {"start"}
        assert all(free_for(right_after(*one)) == [] for one in told)
        return
    assert free_for(match) == []
    head = match.folded.nodes[match.folded.table.head]
    assert head.seat is not None
    ask = match.ask(actor(head.seat), Undo())
    if match.folded.position.seats == 1:
        assert match.refusal(ask) == OTHER_UNDO.id
    else:
        assert [type(ruled.fact) for ruled in match.take(ask).facts] == [UndoAsked]
        assert match.folded.table.head == match.tip - 1


@pytest.mark.parametrize(("name", "fact"), sorted(OWN), ids=str)
@pytest.mark.rule(FREE_UNDO)
def test_what_a_seat_laid_open_by_its_own_move_is_taken_back_freely(name: str, fact: str) -> None:
    match = right_after(*next((match, event) for match, event in seen(name, fact) if not by_others_too(event)))
    seat = seat_of(match.events[-1].actor)
    assert seat is not None
    assert free_for(match) == [seat]
    before = match.at(match.folded.nodes[match.folded.table.head].parent).position
    match.does(actor(seat), Undo())
    assert match.folded.position == before
