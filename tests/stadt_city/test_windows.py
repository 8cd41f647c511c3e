"""The moments of a round at which prize cards are played: who is asked, passing, and which card fits where."""

from itertools import product
from typing import Any

import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import DeadlineSet, Expire
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused
from domain.stadt_city.cards.uses import uses
from domain.stadt_city.commands import Pass, PlayPrize, RollMovement, SpeakUp, StandBy, Walk
from domain.stadt_city.decide import decide
from domain.stadt_city.facts import MovementEnded, PrizePlayed, StageBegun, StandingPassSet, WindowPassed
from domain.stadt_city.parts import Effect
from domain.stadt_city.questions import waiting
from domain.stadt_city.rulebook import P_FULLY_ANOMALY_CLEAR, R12, R20, R29, R34, R35, S5
from domain.stadt_city.state import MOMENTS, Meeting, Movement, State
from tests.stadt_city.scenes import PACK, A, B, C, D, Table, at, card, never_ally, position

STAGES = {moment: stage for stage, moment in MOMENTS.items()}
IN_MOVEMENT = (2, 3, 4)
EVERY = frozenset(range(1, 8))
OWN, OTHERS = "own", "others"

ANYBODYS: dict[Effect, frozenset[int]] = {
    Effect.COLUMN_ANOMALY_CLEAR: frozenset({2, 3, 4}),
    Effect.ROW_ANOMALY_CLEAR: frozenset({2, 3, 4}),
    Effect.ANOMALY_PROTECTION: frozenset({1, 2, 3, 4, 5}),
    Effect.SWITCH: EVERY,
    Effect.TELEPORTATION: EVERY,
    Effect.PULL_BURST_5: frozenset({1}),
    Effect.PUSH_BURST_2: frozenset({1}),
}
"""The moments at which the card may be played in any movement phase, or outside one."""
ONES_OWN: dict[Effect, frozenset[int]] = {
    Effect.TWICE_DICE: frozenset({2}),
    Effect.THRICE_DICE: frozenset({2}),
    Effect.SLOW_DICE: frozenset({2}),
    Effect.FLY: frozenset({3}),
    Effect.PUSH: frozenset({2, 3, 4}),
    Effect.PULL: frozenset({2, 3, 4}),
}
"""The moments of the player's own movement phase alone."""

WINDOWS = [(moment, whose) for moment in range(1, 8) for whose in ((OWN, OTHERS) if moment in IN_MOVEMENT else (OTHERS,))]


def moment_of(moment: int, whose: str, *hand: str) -> State:
    """Seat 0 holds the cards and is asked at this moment; whatever its card is, there is something for it to do."""
    players = never_ally(at(A, "E5", *hand), at(B, "E7"), at(C, "G5"), at(D, "J9"))
    moving: dict[str, Any] = {}
    if moment in IN_MOVEMENT:
        active = A if whose == OWN else B
        rolled = {} if moment == 2 else {"rolled": 3, "dice": (3,)}
        moving = {"active": active, "movement": Movement(active, sides=10, **rolled)}  # type: ignore[arg-type]
    return position(*players, stage=STAGES[moment], destroyed=("E1", "A5"), **moving)


def chance() -> SeededChance:
    return SeededChance(bytes(32), (), {})


def given(state: State) -> Table:
    """What follows is drawn, for a die that always shows the same would never let two squares fall."""
    return Table(state, chance())  # type: ignore[arg-type]


def fits(effect: Effect, moment: int, whose: str) -> bool:
    return moment in ANYBODYS.get(effect, frozenset()) or (whose == OWN and moment in ONES_OWN.get(effect, frozenset()))


def ways(state: State, seat: Seat, effect: Effect) -> list[PlayPrize]:
    """The card named in every way that has a use, or without anything where it has none."""
    named = [PlayPrize(seat, card(effect), use.piece, use.to) for use in uses(state, seat, effect)]
    return named or [PlayPrize(seat, card(effect))]


@pytest.mark.rule(R35, R20, R34, P_FULLY_ANOMALY_CLEAR)
@pytest.mark.parametrize("effect, window", list(product(Effect, WINDOWS)))
def test_every_card_is_played_at_its_moments_and_at_no_other(effect: Effect, window: tuple[int, str]) -> None:
    moment, whose = window
    state = moment_of(moment, whose, effect)
    offered = [command for command in given(state).offers(A) if isinstance(command, PlayPrize)]
    commands = ways(state, A, effect)
    if fits(effect, moment, whose):
        assert offered == commands
        for command in commands:
            assert decide(state, command, chance())[0].fact == PrizePlayed(A, card(effect))
    else:
        assert offered == []
        expected = rule_against(effect, moment).id
        for command in commands:
            with pytest.raises(Refused) as refused:
                decide(state, command, chance())
            assert refused.value.refusal.rule.id == expected


def rule_against(effect: Effect, moment: int) -> Any:
    """By which rule a card is refused that does not fit."""
    if effect is Effect.FULLY_ANOMALY_CLEAR:
        return P_FULLY_ANOMALY_CLEAR
    if effect in (Effect.DIAGONAL, Effect.DIAGONAL_PLUS_1):
        return R34
    return R20 if effect in (Effect.PUSH, Effect.PULL) else R35


@pytest.mark.rule(R35)
@pytest.mark.parametrize("moment, whose", [window for window in WINDOWS if window != (2, OWN) and window != (3, OWN)])
def test_whoever_holds_a_card_is_asked_whether_it_fits_or_not(moment: int, whose: str) -> None:
    given(moment_of(moment, whose, "fly")).asks((A, "window"))
    nobody = given(moment_of(moment, whose)).goes_on()
    assert "window" not in {question.kind for question in waiting(nobody.state)}


@pytest.mark.rule(R35)
def test_seats_are_asked_one_after_another_in_turn_order_and_the_round_goes_on_when_all_have_passed() -> None:
    players = never_ally(at(A, "A1", "switch"), at(B, "C1"), at(C, "E1", "fly"), at(D, "J9"))
    table = given(position(*players, order=(B, C, A, D), stage="before-harbinger"))
    table.asks((C, "window")).refuses(Pass(A), R35).refuses(PlayPrize(A, card("switch"), B), R35)
    table.when(Pass(C)).then(WindowPassed(C).by(R35)).asks((A, "window")).refuses(Pass(C), R35)
    table.when(Pass(A))
    assert StageBegun("harbinger") in [ruled.fact for ruled in table.last]


@pytest.mark.rule(R35)
def test_asking_begins_with_the_active_seat() -> None:
    players = never_ally(at(A, "A1", "fly"), at(B, "C1", "fly"), at(C, "E1", "fly"))
    table = given(position(*players, active=B))
    table.asks((B, "window")).when(Pass(B)).asks((C, "window")).when(Pass(C)).asks((A, "window")).when(Pass(A)).asks((B, "roll"))


@pytest.mark.rule(R35)
def test_the_active_seat_is_asked_for_its_roll_at_once_where_nobody_else_holds_a_card() -> None:
    table = given(position(*never_ally(at(A, "A1", "twice-dice"), at(B, "C1")), active=A)).asks((A, "roll"))
    assert PlayPrize(A, card("twice-dice")) in table.offers(A)


@pytest.mark.rule(R35)
def test_a_card_played_asks_everybody_again() -> None:
    players = never_ally(at(A, "A1", "fly"), at(B, "C1", "switch", "fly"), at(C, "E1", "fly"))
    table = given(position(*players, stage="before-challenges", passed=frozenset({A})))
    table.asks((B, "window")).when(PlayPrize(B, card("switch"), C)).asks((A, "window")).has(B, square="E1").has(C, square="C1")


@pytest.mark.rule(R35)
def test_a_seat_that_stands_by_is_not_asked_until_it_speaks_up_at_the_next_moment() -> None:
    players = never_ally(at(A, "A1", "fly"), at(B, "C1", "fly"))
    table = given(position(*players, stage="before-harbinger")).when(StandBy(B)).then(StandingPassSet(B, stands_by=True).by(R35))
    table.refuses(StandBy(B), R35).asks((A, "window"))
    table.when(SpeakUp(B)).then(StandingPassSet(B, stands_by=False).by(R35)).refuses(SpeakUp(B), R35)
    table.when(Pass(A))
    assert StageBegun("harbinger") in [ruled.fact for ruled in table.last]
    assert not table.state.players[B].stands_by


@pytest.mark.rule(R35)
def test_a_seat_without_any_card_may_stand_by_and_its_own_window_closes_by_it() -> None:
    players = never_ally(at(A, "A1", "fly"), at(B, "C1"))
    given(position(*players, stage="before-harbinger")).when(StandBy(B)).has(B, stands_by=True).asks((A, "window"))
    table = given(position(*players, stage="before-harbinger")).when(StandBy(A))
    assert StageBegun("harbinger") in [ruled.fact for ruled in table.last]


@pytest.mark.rule(R35)
def test_the_active_seat_ends_its_movement_phase_itself_even_while_it_stands_by() -> None:
    players = never_ally(at(A, "A1", "fly", stands_by=True), at(B, "C1"))
    table = given(position(*players, active=A, stage="after-steps")).asks((A, "window")).when(Pass(A))
    assert table.happened(MovementEnded) == [MovementEnded(A)]


@pytest.mark.rule(R35)
def test_time_that_runs_out_passes() -> None:
    table = given(position(*never_ally(at(A, "A1", "fly"), at(B, "C1")), stage="before-harbinger")).goes_on()
    assert DeadlineSet("window:0", 120_000) in [ruled.fact for ruled in table.last]
    table.when(Expire("window:0"))
    assert table.happened(WindowPassed) == [WindowPassed(A)]


@pytest.mark.rule(R35)
def test_between_steps_nobody_plays_a_card() -> None:
    players = never_ally(at(A, "A2", "switch"), at(B, "C1", "switch"))
    moving = Movement(A, sides=10, rolled=3, dice=(3,), origin="A1")
    table = given(position(*players, active=A, stage="steps", movement=moving)).asks((A, "walk"))
    table.refuses(PlayPrize(A, card("switch"), B), R35).refuses(PlayPrize(B, card("switch"), A), R35)
    assert not any(isinstance(command, PlayPrize) for command in table.offers(A))


@pytest.mark.rule(R12)
def test_two_who_met_answer_before_any_card_is_played() -> None:
    players = (at(A, "A1"), at(B, "A1"), at(C, "E1", "switch"))
    table = given(position(*players, stage="before-harbinger", meeting=Meeting(A, B)))
    table.refuses(PlayPrize(C, card("switch"), A), R12).refuses(Pass(C), R12)


@pytest.mark.rule(R29)
def test_a_seat_without_a_piece_is_asked_and_can_play_nothing() -> None:
    players = never_ally(at(A, None, "switch", "anomaly-protection"), at(B, "C1"), at(C, "E1"))
    table = given(position(*players, stage="before-harbinger")).asks((A, "window"))
    table.refuses(PlayPrize(A, card("switch"), B), R29).refuses(PlayPrize(A, card("anomaly-protection")), R29)
    assert table.offers(A) == [Pass(A), Pass(A, stands_by=True)]


@pytest.mark.rule(S5)
def test_only_a_card_in_hand_is_played() -> None:
    table = given(position(*never_ally(at(A, "A1", "fly"), at(B, "C1")), stage="before-harbinger"))
    table.refuses(PlayPrize(A, card("switch"), B), S5).refuses(PlayPrize(A, card("checkers")), S5)


@pytest.mark.rule(R35)
def test_an_out_player_goes_on_playing_cards() -> None:
    players = never_ally(at(A, "A1", "switch", kind="fallen"), at(B, "C1"), at(C, "E1"))
    given(position(*players, stage="round-end")).asks((A, "window")).when(PlayPrize(A, card("switch"), C)).has(A, square="E1")


def test_the_built_in_pack_has_every_effect_in_a_card_of_its_own() -> None:
    assert {prize.effect for prize in PACK.prizes.values()} == set(Effect)


@pytest.mark.rule(R35)
def test_a_roll_waits_until_others_have_passed() -> None:
    table = given(position(*never_ally(at(A, "A1", "fly"), at(B, "C1", "fly")), active=A))
    table.asks((A, "window")).refuses(RollMovement(A), R35).refuses(Walk(A, ()), table.state.ruleset.mover.stepping)


@pytest.mark.rule(R35)
@pytest.mark.parametrize(("stage", "kind"), [("before-roll", "roll"), ("before-steps", "walk")])
def test_once_all_have_passed_the_active_seat_plays_no_card_either(stage: Any, kind: str) -> None:
    moving = {"movement": Movement(A, sides=10, rolled=3, dice=(3,))} if stage == "before-steps" else {}
    players = never_ally(at(A, "A1", "push"), at(B, "E5", "push"), at(C, "J10"))
    table = given(position(*players, active=A, stage=stage, **moving)).asks((A, "window")).when(Pass(A), Pass(B)).asks((A, kind))
    assert not any(isinstance(command, PlayPrize) for command in table.offers(A))
    table.refuses(PlayPrize(A, card("push"), B, "F5"), R35)


@pytest.mark.rule(R35)
def test_another_seats_card_asks_the_active_seat_again() -> None:
    players = never_ally(at(A, "A1", "push"), at(B, "E5", "switch"), at(C, "J10"))
    table = given(position(*players, active=A)).when(Pass(A), PlayPrize(B, card("switch"), C)).asks((A, "roll"))
    assert any(isinstance(command, PlayPrize) for command in table.offers(A))


@pytest.mark.rule(R35)
def test_a_standing_pass_of_the_active_seat_is_a_pass_where_others_are_asked() -> None:
    players = never_ally(at(A, "A1", "push", stands_by=True), at(B, "E5", "push"), at(C, "J10"))
    table = given(position(*players, active=A)).asks((B, "window")).when(Pass(B)).asks((A, "roll"))
    table.refuses(PlayPrize(A, card("push"), B, "F5"), R35)
    alone = never_ally(at(A, "A1", "push", stands_by=True), at(B, "E5", "push", stands_by=True), at(C, "J10"))
    given(position(*alone, active=A)).asks((A, "roll")).when(PlayPrize(A, card("push"), B, "F5"))


@pytest.mark.rule(R35)
def test_a_standing_pass_given_or_taken_back_leaves_the_active_seats_question_as_it_is() -> None:
    players = never_ally(at(A, "A1", "push"), at(B, "E5", "push"), at(C, "J10"))
    table = given(position(*players, active=A)).goes_on().asks((A, "window")).when(StandBy(B)).asks((A, "window"))
    assert table.last == (StandingPassSet(B, stands_by=True).by(R35),)
    table.when(Pass(A)).asks((A, "roll"))
    alone = never_ally(at(A, "A1", "push"), at(B, "E5", "push", stands_by=True), at(C, "J10"))
    alone_table = given(position(*alone, active=A)).goes_on().asks((A, "roll")).when(SpeakUp(B)).asks((A, "roll"))
    assert alone_table.last == (StandingPassSet(B, stands_by=False).by(R35),)
    assert any(isinstance(command, PlayPrize) for command in alone_table.offers(A))


@pytest.mark.rule(S5)
def test_without_prize_cards_nobody_stands_by() -> None:
    table = given(position(*never_ally(at(A, "A1"), at(B, "C1"), at(C, "F6")), active=A, ruleset="1.0"))
    table.refuses(StandBy(B), S5).refuses(SpeakUp(B), R35)
