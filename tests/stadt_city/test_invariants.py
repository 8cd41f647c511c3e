"""Whole random games of Stadt City at a table, with every invariant of the kernel and of the game."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from domain.kernel.bag import Bag, certain
from domain.kernel.game import Ages, OptionValue
from domain.kernel.names import Seat, Viewer
from domain.kernel.question import Asked, Choice
from domain.kernel.refusal import Refused
from domain.stadt_city import STADT_CITY
from domain.stadt_city.commands import RuleOutcome, SpeakUp, StandBy
from domain.stadt_city.facts import GameEnded, OutcomeSettled, PieceSentAway, PointGained, PrizePlayed, SquaresRestored
from domain.stadt_city.parts import Effect
from domain.stadt_city.rulebook import A3, C4, L5, P_FULLY_ANOMALY_CLEAR, R8, R14, R18, R22, R35, S5
from domain.stadt_city.state import State
from tests.invariants import (
    Look,
    NotOfferedIsRefused,
    ParallelSeats,
    ViewsAgree,
    any_choice,
    copies_decide_alike,
    facts_belong,
    greedy_choice,
    now_and_then,
    offered_is_accepted,
    play_out,
    prefix_and_rest,
    somebody_is_asked,
    sound,
    undo_is_the_prefix,
    unseen_makes_no_difference,
    viewers,
)
from tests.match import Match, actor

pytestmark = pytest.mark.whole_games
IN_CI, LONG = 20, 500
CLEARS = {Effect.FULLY_ANOMALY_CLEAR, Effect.COLUMN_ANOMALY_CLEAR, Effect.ROW_ANOMALY_CLEAR}


def before(match: Match) -> State:
    """The state that the latest node was decided on."""
    folded = match.folded
    state: State = folded.nodes[folded.nodes[folded.table.head].parent].position.state
    return state


def squares_return_by_cards_alone(match: Match, random: Random) -> None:
    facts = [ruled.fact for ruled in match.events[match.folded.table.head - 1].facts]
    returned = before(match).board.destroyed - match.state.board.destroyed
    assert returned <= {square for fact in facts if isinstance(fact, SquaresRestored) for square in fact.squares}
    played = {STADT_CITY_EFFECTS[fact.card] for fact in facts if isinstance(fact, PrizePlayed)}
    assert not returned or played & CLEARS


def points_are_challenges_won(match: Match, random: Random) -> None:
    """Points change when a round's challenges take effect, by one for each member of a side that has won."""
    old, new = before(match), match.state
    facts = [ruled.fact for ruled in match.events[match.folded.table.head - 1].facts]
    gained = Counter(fact.seat for fact in facts if isinstance(fact, PointGained))
    for player, earlier in zip(new.players, old.players, strict=True):
        assert player.points == len(player.won) == earlier.points + gained[player.seat]
    won = {challenge.square: challenge.winners for challenge in old.challenges}
    won |= {fact.square: fact.side for fact in facts if isinstance(fact, OutcomeSettled)}
    winners = (challenge.sides[side] for challenge in old.challenges if (side := won[challenge.square]) is not None)
    staying = Counter(seat for side in winners for seat in side if not new.players[seat].resigned)
    assert not gained or gained == staying


def alliances_only_grow(match: Match, random: Random) -> None:
    for player, earlier in zip(match.state.players, before(match).players, strict=True):
        assert earlier.ally is None or player.ally == earlier.ally
        assert earlier.refused <= player.refused
        assert player.ally is None or match.state.players[player.ally].ally == player.seat
        assert player.ally not in player.refused


def characters_stand(match: Match, random: Random) -> None:
    """No character is on an anomaly while the table waits, but for one in flight, pieces of a burst and the Harbinger's dice."""
    state: State = match.state
    if state.burst or state.stage in ("harbinger", "steps", "over"):
        return
    for player in state.standing():
        assert state.board.has(player.square or "")
        assert not player.is_character or state.board.standing(player.square or "")
        assert player.is_character or player.out


def hands_and_losses_are_within_bounds(match: Match, random: Random) -> None:
    state: State = match.state
    for player in state.players:
        assert player.hand.size <= 9 or state.stage == "prizes"
        assert player.out or player.losses < 3
        assert state.options.drinks or not state.debts


def standing_passes_and_rulings_are_open(match: Match, random: Random) -> None:
    """Whoever plays may stand by or speak up at any time, asked or not, where there are cards; a judge may settle what is not settled."""
    if match.folded.position.finished is not None:
        return
    state: State = match.state
    player = random.choice([player for player in state.players if not player.resigned])
    command = SpeakUp(player.seat) if player.stands_by else StandBy(player.seat)
    assert match.refusal(match.ask(actor(player.seat), command)) == (None if state.ruleset.has_prizes else S5.id)
    for challenge in state.challenges if state.stage == "challenges" else ():
        assert _may_be_ruled(match, challenge.square) == (not challenge.settled)


def _may_be_ruled(match: Match, square: str) -> bool:
    try:
        return bool(STADT_CITY.decide(match.state, RuleOutcome(0, square, 0), match.folded.chance()))
    except Refused:
        return False


STADT_CITY_EFFECTS = {name: prize.effect for name, prize in Match.opened(STADT_CITY, 2).pack.prizes.items()}


def any_or_greedy(match: Match, asked: Asked, choices: Sequence[Choice], random: Random) -> Choice:
    """Now at random, now as the greedy bot: so that characters live long enough to meet, ally and fight."""
    return (greedy_choice if random.random() < 0.5 else any_choice)(match, asked, choices, random)


def ruleset(seed: int) -> str:
    return ("1.1", "1.0")[seed % 2]


def seats(seed: int) -> int:
    return 2 + seed % 9


def options(seed: int) -> dict[str, OptionValue]:
    """Options as one seed draws them; of those in CI every value comes up in every ruleset."""
    random = Random(f"options {seed}")
    held = (option for option in STADT_CITY.options if option.holds(ruleset(seed)))
    return {option.name: random.choice(option.allowed) for option in held}


def keeps_every_invariant(seed: int) -> None:
    everything: list[Look] = [
        somebody_is_asked,
        facts_belong,
        sound,
        squares_return_by_cards_alone,
        points_are_challenges_won,
        alliances_only_grow,
        characters_stand,
        hands_and_losses_are_within_bounds,
        standing_passes_and_rulings_are_open,
        now_and_then(5 * seats(seed), ViewsAgree()),
        now_and_then(20, offered_is_accepted(5)),
        now_and_then(30, NotOfferedIsRefused(most=3)),
        now_and_then(40, undo_is_the_prefix),
        now_and_then(10, ParallelSeats()),
    ]
    match = play_out(
        STADT_CITY,
        seats(seed),
        seed,
        ruleset=ruleset(seed),
        options=options(seed),
        looks=everything,
        choose=any_or_greedy,
        unrest=0.03 * (seed % 3 == 2),
    )
    assert match.folded.position.finished is not None
    prefix_and_rest(match, Random(seed))


@pytest.mark.rule(A3, C4, L5, R8, R14, R18, R22, R35, S5)
@pytest.mark.parametrize("seed", range(IN_CI))
def test_a_random_game_keeps_every_invariant(seed: int) -> None:
    keeps_every_invariant(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(IN_CI, LONG))
def test_five_hundred_random_games_keep_every_invariant(seed: int) -> None:
    keeps_every_invariant(seed)


def test_the_games_in_ci_have_every_number_of_seats_and_every_option_in_both_rulesets() -> None:
    assert {(ruleset(seed), seats(seed)) for seed in range(IN_CI)} == {(name, number) for name in ("1.0", "1.1") for number in range(2, 11)}
    chosen = {(ruleset(seed), *choice) for seed in range(IN_CI) for choice in options(seed).items()}
    everything = {
        (name, option.name, value)
        for name in STADT_CITY.rulesets
        for option in STADT_CITY.options
        if option.holds(name)
        for value in option.allowed
    }
    assert chosen == everything


def test_what_a_viewer_never_saw_makes_no_difference_to_its_copies() -> None:
    random = Random("worlds")
    labels = ("characters", "heroes", "villains", "titans", "prizes", "challenges")
    same = 0
    for seed in range(6):
        match = play_out(STADT_CITY, 2 + seed, seed, ruleset=ruleset(seed), choose=any_or_greedy)
        others = [viewer for viewer in viewers(match) if viewer != Viewer("judge:0")]
        same += unseen_makes_no_difference(match, random.choice(others), random, labels, shuffles=6)
    assert same > 50


def test_every_viewers_copies_decide_alike_where_they_can_be_told() -> None:
    match = play_out(STADT_CITY, 4, "alike", choose=any_or_greedy)
    told = {viewer: copies_decide_alike(match, viewer) for viewer in viewers(match)}
    assert min(told.values()) > 20


@pytest.mark.rule(R18)
@pytest.mark.parametrize("name", ["1.1", "1.0"])
def test_bots_play_to_an_end_with_challenges_on_the_way(name: str) -> None:
    match = play_out(STADT_CITY, 6, "bots", ruleset=name, choose=greedy_choice)
    facts = [ruled.fact for event in match.events for ruled in event.facts]
    (ended,) = (fact for fact in facts if isinstance(fact, GameEnded))
    assert match.folded.position.winners == ended.survivors
    assert any(player.points for player in match.state.players)
    assert match.folded.position.finished is not None


@pytest.mark.rule(P_FULLY_ANOMALY_CLEAR, L5)
def test_games_see_rare_things_happen() -> None:
    """Fallen sent away and boards restored come up in play, so the invariants above have met them."""
    kinds = Counter[str]()
    for seed in range(3):
        match = play_out(STADT_CITY, 8, f"rare {seed}", choose=greedy_choice)
        kinds.update(ruled.fact.NAME for event in match.events for ruled in event.facts)
    assert kinds[PieceSentAway.NAME]
    assert kinds[SquaresRestored.NAME]


@pytest.mark.rule(S5)
def test_a_view_knows_what_lies_in_the_deck_and_in_no_order() -> None:
    match = Match.started(STADT_CITY, 3, ages=Ages(((Seat(0), Seat(1), Seat(2)),), ()))
    state: State = match.view(Viewer("seat:1")).position.state
    assert state.prizes == (Bag.of(*match.pack.prize_deck()),)
    assert certain(match.state.prizes) == match.pack.prize_deck()
    assert len(match.state.prizes) == len(match.pack.prize_deck())
