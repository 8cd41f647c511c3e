"""Moon Colony Bloodbath at a table: standing answers beside questions, question ids, interleavings of whole turns."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.kernel.bag import size
from domain.kernel.facts import AnswerSealed
from domain.kernel.game import OptionValue
from domain.kernel.names import Seat
from domain.kernel.pack import read_toml
from domain.kernel.refusal import Refused
from domain.kernel.secret import sealed_for
from domain.moon_colony_bloodbath import MOON_COLONY_BLOODBATH
from domain.moon_colony_bloodbath.commands import Answer, Stand, UseAbility
from domain.moon_colony_bloodbath.facts import CardPassed, LeftToDo
from domain.moon_colony_bloodbath.pack import read_pack
from domain.moon_colony_bloodbath.rulebook import N_DELIVERY_DRONE, ONE_ENDLESS, R3, R4, R20
from domain.moon_colony_bloodbath.state import InPlay, State
from domain.table.asking import QuestionGone
from domain.table.commands import Resign
from domain.table.rulebook import LAST_SEAT, OPENING, OUT_OF_TURN
from tests.match import Match, actor

TURNS = 6
STORAGE = "lunar:rd-storage"
PRINTED: dict[str, Any] = read_toml(MOON_COLONY_BLOODBATH.packs["lunar"])


def play_turn(match: Match, random: Random) -> None:
    """Answers until the next card is turned over, each seat's choice hanging on what that seat has answered before alone."""
    turn = match.state.turn.number
    own = {seat: Random(f"{seat} {turn}") for seat in match.state.seats}
    while match.state.turn.number == turn and match.folded.position.finished is None:
        asked = random.choice([each for each in match.folded.position.asked if each.required])
        choices = MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)
        match.answer(asked.seat, own[asked.seat].choice(choices).command)


@pytest.mark.rule(R3)
@pytest.mark.parametrize("seats, options", [(2, {}), (3, {"fail_at_once": True}), (4, {"open_work": True}), (5, {})])
def test_the_answers_of_a_turn_in_any_order_give_one_state(seats: int, options: dict[str, OptionValue]) -> None:
    """Draws from an empty lane and last copies hang on the order (MC-R3): the game is followed while neither is near."""
    match, compared = Match.started(MOON_COLONY_BLOODBATH, seats, 7, options), 0
    while match.folded.position.finished is None and all(size(lane) > 8 for lane in match.state.lanes):
        others = [match.copy() for _ in range(3)]
        for number, other in enumerate((match, *others)):
            play_turn(other, Random(f"order {number} {match.tip}"))
        for other in others:
            assert other.state == match.state
            assert other.folded.position.closed == match.folded.position.closed
            assert dict(other.folded.position.draws) == dict(match.folded.position.draws)
            compared += 1
    assert compared > 3 * TURNS


@pytest.mark.rule(R20)
def test_a_standing_answer_names_no_question_and_closes_none() -> None:
    match = Match.started(MOON_COLONY_BLOODBATH, 3, 1)
    before = match.folded.position
    event = match.does(actor(1), Stand(Seat(1), True))
    assert event.question is None
    assert match.state.players[1].goes_on
    assert (match.folded.position.asked, match.folded.position.closed) == (before.asked, before.closed)


@pytest.mark.rule(R20)
def test_a_standing_answer_stands_beside_the_game() -> None:
    match = Match.started(MOON_COLONY_BLOODBATH, 3, 1)
    before = match.folded.table
    match.does(actor(1), Stand(Seat(1), True))
    after = match.folded.table
    assert (after.head, after.moved, after.others_acted) == (match.tip, before.moved, before.others_acted)


@pytest.mark.rule(R20)
def test_every_other_command_still_names_its_question() -> None:
    match = Match.started(MOON_COLONY_BLOODBATH, 2, 1)
    asked = match.folded.position.asked[0]
    command = MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)[0].command
    assert match.refusal(match.ask(actor(asked.seat), command)) == OUT_OF_TURN.id
    match.answer(asked.seat, command)


def _until(match: Match, kind: str) -> Match:
    random = Random(kind)
    while not all(asked.kind == kind for asked in match.folded.position.asked):
        asked = random.choice([each for each in match.folded.position.asked if each.required])
        match.answer(asked.seat, random.choice(MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)).command)
    return match


@pytest.mark.rule(R4)
def test_a_pick_is_one_fact_and_its_question_stays_open_until_all_have_picked() -> None:
    match = _until(Match.started(MOON_COLONY_BLOODBATH, 2, 3), "pick")
    command: Any = MOON_COLONY_BLOODBATH.choices(match.state, Seat(0))[0].command
    question = match.question(0)
    event = match.answer(0, command)
    assert [ruled.fact for ruled in event.facts] == [AnswerSealed(Seat(0), command.answer)]
    assert match.question(0) == question
    asked = match.folded.position.question_of(Seat(0))
    assert asked is not None
    assert not asked.required
    opening = match.answer(1, MOON_COLONY_BLOODBATH.choices(match.state, Seat(1))[0].command)
    named = [ruled.fact.question for ruled in opening.facts if hasattr(ruled.fact, "question")]
    assert named[0] == question
    with pytest.raises((QuestionGone, Refused)):
        match.take(match.ask(actor(0), command, question))


@pytest.mark.rule(R4, R3)
@pytest.mark.parametrize("seed", range(3))
def test_a_hidden_pick_leaves_nothing_else_in_its_event(seed: int) -> None:
    """Whatever a seat picks, lays or passes unseen, its event has the same facts but for the seal."""
    match, random = Match.started(MOON_COLONY_BLOODBATH, 3, seed), Random(seed)
    looked = 0
    while match.folded.position.finished is None and match.tip < 150:
        asked = random.choice([each for each in match.folded.position.asked if each.required])
        choices = MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)
        sealed = [choice for choice in choices if choice.command.NAME == "answer"]
        others = [each for each in match.folded.position.asked if each.required and each.seat != asked.seat and each.kind == asked.kind]
        if sealed and others:
            shapes = {_shape(match, asked.seat, choice.command) for choice in sealed}
            assert len(shapes) == 1
            looked += len(sealed)
        match.answer(asked.seat, random.choice(choices).command)
    assert looked > 20


def _shape(match: Match, seat: Seat, command: Any) -> tuple[Any, ...]:
    facts = match.facts(match.ask(actor(seat), command, match.question(seat)))
    return tuple((ruled.fact.NAME, ruled.rule) for ruled in facts)


def _with(match: Match, state: State) -> Match:
    """The same table with this state at its head."""
    head = match.folded.table.head
    node = match.folded.nodes[head]
    match.folded.nodes[head] = replace(node, position=replace(node.position, state=state))
    return match


@pytest.mark.rule(R20, R4)
def test_a_pick_that_an_ability_takes_back_is_asked_for_again() -> None:
    match = _until(Match.started(MOON_COLONY_BLOODBATH, 2, 3), "pick")
    _with(match, match.state.with_player(Seat(0), buildings=(InPlay(1, STORAGE, 1),), built=1))
    question = match.question(0)
    match.answer(0, Answer(Seat(0), sealed_for("mine", Seat(0))))
    assert [asked.required for asked in match.folded.position.asked] == [False, True]
    match.answer(0, UseAbility(Seat(0), 1, 1))
    assert [asked.required for asked in match.folded.position.asked] == [True, True]
    assert (match.question(0), match.folded.position.answers) == (question, ())
    match.answer(1, Answer(Seat(1), sealed_for("mine", Seat(1))))
    match.answer(0, Answer(Seat(0), sealed_for("farm", Seat(0))))
    assert [player.picked or player.chits for player in match.state.players] == [1, 1]


PASS = "pass a card to the left"
PASSING = (([f"{PASS}; {PASS}"], 2), ([PASS, PASS], 2), ([f"{PASS}; choose [{PASS}; {PASS}] [{PASS}; {PASS}; draw a card]"], 3))


@pytest.mark.rule(N_DELIVERY_DRONE, R3)
@pytest.mark.parametrize("texts, passes", PASSING)
def test_a_second_pass_asks_every_seat_anew(texts: list[str], passes: int) -> None:
    game = _with_twists(texts)
    match, random = Match.started(game, 3, 2), Random(2)
    passed: dict[int, int] = {}
    while len(passed) < 3 and match.folded.position.finished is None:
        turn = match.state.turn.number
        asked = random.choice([each for each in match.folded.position.asked if each.required])
        event = match.answer(asked.seat, random.choice(game.choices(match.state, asked.seat)).command)
        number = sum(isinstance(ruled.fact, CardPassed) for ruled in event.facts)
        passed |= {turn: passed.get(turn, 0) + number} if number else {}
    assert [*passed.values()][:2] == [3 * passes] * 2


def _with_twists(texts: list[str]) -> Any:
    """The game with this text on every twist, and nothing else that is turned over at the start but Work and Trouble."""
    document = deepcopy(PRINTED)
    for twist in document["twists"]:
        twist["turned_over"] = texts
    pack = read_pack(document)
    return replace(MOON_COLONY_BLOODBATH, read_pack=lambda document: pack)


def test_when_one_seat_is_left_the_game_finishes_without_a_failure() -> None:
    match = Match.started(MOON_COLONY_BLOODBATH, 2, 1)
    match.does(actor(0), Resign())
    assert match.folded.position.finished == ((1,), (0,))
    assert not match.state.failed
    assert match.events[-2].facts[-1].rule == LAST_SEAT.id


def test_what_is_left_to_do_is_told_only_where_it_has_changed() -> None:
    match = Match.started(MOON_COLONY_BLOODBATH, 4, 2)
    random = Random(0)
    for _ in range(60):
        if match.folded.position.finished is not None:
            break
        before = match.state
        asked = random.choice([each for each in match.folded.position.asked if each.required])
        event = match.answer(asked.seat, random.choice(MOON_COLONY_BLOODBATH.choices(match.state, asked.seat)).command)
        for fact in _left(event.facts):
            assert fact.frames != before.players[fact.seat].stack


def _left(facts: Sequence[Any]) -> list[LeftToDo]:
    return [ruled.fact for ruled in facts if isinstance(ruled.fact, LeftToDo)]


@pytest.mark.rule(ONE_ENDLESS, OPENING)
def test_only_a_lone_colony_plays_on_without_an_end() -> None:
    assert Match.opened(MOON_COLONY_BLOODBATH, 1, options={"endless": True}).folded.table.options["endless"] is True
    assert Match.opened(MOON_COLONY_BLOODBATH, 2, options={"endless": False}).folded.table.options["endless"] is False
    with pytest.raises(Refused) as refused:
        Match.opened(MOON_COLONY_BLOODBATH, 2, options={"endless": True})
    assert refused.value.refusal.rule is OPENING
    assert refused.value.refusal.reason.partition(":")[0] == "options.endless"
