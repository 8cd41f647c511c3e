"""The greedy bot survives, seeks fights that pay, and says of a challenge what every other bot says."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.fact import Command
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.kernel.secret import sealed_for
from domain.stadt_city import challenges, commands
from domain.stadt_city.bot import agreed, value
from domain.stadt_city.challenges.commands import Bank, CallColour, RollDice, SetAside
from domain.stadt_city.challenges.facts import CardTurned, DiceSetAside, DiceThrown, PlayBegun
from domain.stadt_city.facts import OutcomeDoubted, OutcomeReported, OutcomeSettled, ReportsDiffered
from domain.stadt_city.questions import choices
from domain.stadt_city.scoring import places
from domain.stadt_city.state import Challenge, Falling, Meeting, Movement, Objection, State
from tests.stadt_city.playing import before_start, careless, greedy, played, seen_by
from tests.stadt_city.scenes import A, B, C, D, at, never_ally, pairs, position

RIVALS = ("stadt:iron-ivy", "stadt:the-echo", "stadt:kid-kite", "stadt:the-night-baker")


def preferred(state: State, *options: Command, seat: Seat = A) -> Command:
    """The only best one of these."""
    best = max(options, key=lambda command: value(state, seat, Choice(command)))
    assert sum(value(state, seat, Choice(command)) == value(state, seat, Choice(best)) for command in options) == 1
    return best


def walking(*others: Any, hand: tuple[str, ...] = (), destroyed: tuple[str, ...] = (), **changes: Any) -> State:
    """Seat 0 walks from E5 and moves last; the others stand where they are."""
    players = never_ally(at(A, "E5", *hand, **changes), *others)
    order = (*(player.seat for player in others), A)
    return position(*players, order=order, active=A, stage="before-steps", destroyed=destroyed, movement=Movement(A, sides=10, rolled=2))


def test_it_does_not_walk_to_its_death() -> None:
    state = walking(at(B, "J10"), destroyed=("E6", "E7"))
    assert preferred(state, commands.Walk(A, ("E6",)), commands.Walk(A, ("E4", "E3"))) == commands.Walk(A, ("E4", "E3"))


def test_it_keeps_away_from_ruin() -> None:
    state = walking(at(B, "J10"), destroyed=("A1", "A2", "B1", "C1", "C2"))
    assert preferred(state, commands.Walk(A, ("F5", "G5")), commands.Walk(A, ("B2",))) == commands.Walk(A, ("F5", "G5"))


def test_while_characters_are_plenty_it_seeks_an_even_fight() -> None:
    to, away = commands.Walk(A, ("F5", "F6")), commands.Walk(A, ("D5", "D6"))
    assert preferred(walking(at(B, "F6")), to, away) == to


def test_with_no_character_left_to_draw_it_fights_no_more_than_it_must() -> None:
    to, away = commands.Walk(A, ("F5", "F6")), commands.Walk(A, ("D5", "D6"))
    many = [at(B, "F6"), at(C, "J1"), at(D, "J9")]
    assert preferred(replace(walking(*many), characters=()), to, away) == away


def test_it_flees_a_fallen_to_whom_it_would_lose_its_last_life() -> None:
    to, away = commands.Walk(A, ("F5", "F6")), commands.Walk(A, ("D5", "D6"))
    fallen = at(B, "F6", kind="fallen")
    assert preferred(walking(fallen, at(C, "J1"), losses=2), to, away) == away


def test_a_fallen_goes_where_characters_are() -> None:
    state = position(
        *never_ally(at(A, "E5", kind="fallen"), at(B, "F6")), order=(B, A), active=A, stage="before-steps", movement=Movement(A, rolled=2)
    )
    to, away = commands.Walk(A, ("F5", "F6")), commands.Walk(A, ("D5", "D6"))
    assert preferred(state, to, away) == to


def test_it_does_not_fight_its_ally() -> None:
    state = replace(walking(at(B, "F6"), at(C, "J1")), players=pairs((at(A, "E5"), at(B, "F6"), at(C, "J1")), (A, B)))
    to, away = commands.Walk(A, ("F5", "F6")), commands.Walk(A, ("D5", "D6"))
    assert value(state, A, Choice(to)) == value(state, A, Choice(away))


def test_a_whole_move_is_preferred_to_its_first_step() -> None:
    state = walking(at(B, "J10"))
    assert preferred(state, commands.Walk(A, ("D5", "D6")), commands.Step(A, "F5")) == commands.Walk(A, ("D5", "D6"))


def test_it_stays_for_a_fight_that_pays_and_rolls_to_leave_one_that_does_not() -> None:
    roll, stay = commands.RollMovement(A), commands.Stay(A)
    even = replace(walking(at(B, "E5")), stage="before-roll")
    assert preferred(even, roll, stay) == stay
    hopeless = replace(walking(at(B, "E5", kind="fallen"), at(C, "J1"), losses=2), stage="before-roll")
    assert preferred(hopeless, roll, stay) == roll


def test_it_places_a_new_piece_where_it_fares_best() -> None:
    state = replace(walking(at(B, "F6", kind="fallen"), at(C, "J1"), losses=2), movement=None, stage="placing", to_move=())
    assert preferred(state, commands.Place(A, "F6"), commands.Place(A, "D6")) == commands.Place(A, "D6")
    assert preferred(state, commands.Place(A, "D6"), commands.Place(A, "A1")) == commands.Place(A, "D6")


def test_dice_are_never_made_up() -> None:
    state = walking(at(B, "J10"))
    assert preferred(state, commands.RollMovement(A), commands.RollMovement(A, (10,))) == commands.RollMovement(A)
    assert preferred(state, commands.RollForTitle(A), commands.RollForTitle(A, (6, 6))) == commands.RollForTitle(A)
    assert preferred(state, commands.RollPairs(A), commands.RollPairs(A, ("J10", "J10"))) == commands.RollPairs(A)


@pytest.mark.parametrize(
    ("hand", "stands_by"), [(("fly",), True), ((), True), (("fly", "switch"), False), (("anomaly-protection",), False)]
)
def test_it_passes_for_good_when_nothing_in_hand_is_of_use_at_others_moments(hand: tuple[str, ...], stands_by: bool) -> None:
    state = walking(at(B, "J10"), hand=hand)
    best = preferred(state, commands.Pass(A), commands.Pass(A, True), commands.StandBy(A), commands.SpeakUp(A))
    assert best == (commands.Pass(A, True) if stands_by else commands.Pass(A))


def test_a_rival_is_pushed_over_the_edge_and_an_ally_is_not() -> None:
    push = commands.PlayPrize(A, "stadt:push", piece=B, to="E8")
    state = replace(walking(at(B, "E7"), at(C, "J1"), hand=("push",), destroyed=("E8",)), stage="after-steps")
    assert preferred(state, push, commands.Pass(A)) == push
    allied = replace(state, players=pairs(state.players, (A, B)))
    assert preferred(allied, push, commands.Pass(A)) == commands.Pass(A)


def test_a_burst_is_played_for_those_it_ruins() -> None:
    burst = commands.PlayPrize(A, "stadt:push-burst-2")
    ruined = commands.PlayPrize(A, "stadt:push-burst-2", moves=(commands.Shove(B, "E8"),))
    spared = commands.PlayPrize(A, "stadt:push-burst-2", moves=(commands.Shove(B, "D7"),))
    state = replace(walking(at(B, "E7"), at(C, "J1"), hand=("push-burst-2",), destroyed=("E8",)), stage="round-start", movement=None)
    assert preferred(state, burst, commands.Pass(A)) == burst
    assert preferred(state, ruined, spared) == ruined
    assert preferred(state, commands.MoveInBurst(A, B, "E8"), commands.MoveInBurst(A, B, "D7")) == commands.MoveInBurst(A, B, "E8")


def test_it_leaves_a_hopeless_square_by_teleportation_or_switch_once_nobody_moves_any_more() -> None:
    there = walking(at(B, "E5", kind="fallen"), at(C, "J1"), hand=("teleportation", "switch"), losses=2)
    state = replace(there, stage="before-challenges", movement=None)
    to, switch = commands.PlayPrize(A, "stadt:teleportation", to="J1"), commands.PlayPrize(A, "stadt:switch", piece=C)
    assert preferred(state, to, commands.Pass(A)) == to
    assert preferred(state, switch, commands.Pass(A)) == switch
    before_its_move = replace(state, stage="round-start", to_move=(B, C, A))
    assert preferred(before_its_move, to, commands.Pass(A)) == commands.Pass(A)
    assert preferred(before_its_move, switch, commands.Pass(A)) == commands.Pass(A)


def test_it_protects_its_square_late_and_where_many_squares_fall() -> None:
    protect = commands.PlayPrize(A, "stadt:anomaly-protection")
    late = replace(walking(at(B, "J10"), hand=("anomaly-protection",), losses=2), stage="before-harbinger", movement=None, round=12)
    assert preferred(late, protect, commands.Pass(A)) == protect
    assert preferred(replace(late, round=1), protect, commands.Pass(A)) == commands.Pass(A)
    assert preferred(replace(late, stage="round-start"), protect, commands.Pass(A)) == commands.Pass(A)


def test_a_clear_is_played_where_it_restores_much() -> None:
    row = commands.PlayPrize(A, "stadt:row-anomaly-clear")
    ruined = ("A5", "B5", "C5", "F5", "G5", "H5", "I5", "J5")
    assert preferred(walking(at(B, "J10"), hand=("row-anomaly-clear",), destroyed=ruined), row, commands.Pass(A)) == row
    assert preferred(walking(at(B, "J10"), hand=("row-anomaly-clear",), destroyed=ruined[:1]), row, commands.Pass(A)) == commands.Pass(A)


def test_too_many_cards_are_thinned_by_the_least_useful() -> None:
    state = walking(at(B, "J10"), hand=("fly", "teleportation", "diagonal"))
    kept = [commands.DiscardPrizes(A, (f"stadt:{key}",)) for key in ("fly", "teleportation", "diagonal")]
    assert preferred(state, *kept) == kept[2]


def test_an_ally_in_greater_danger_is_refused() -> None:
    yes, no = commands.AnswerAlliance(A, B, True), commands.AnswerAlliance(A, B, False)
    met = replace(walking(at(B, "E5"), at(C, "J1")), meeting=Meeting(A, B))
    assert preferred(met, yes, no) == yes
    assert preferred(met.with_player(B, losses=2), yes, no) == no
    assert preferred(met.with_player(B, losses=2).with_player(A, losses=1), yes, no) == yes


def test_in_the_older_rules_it_turns_where_straight_on_is_death() -> None:
    state = position(
        *never_ally(at(A, "C3"), at(B, "F6")), ruleset="1.0", order=(B, A), active=A, stage="before-steps", destroyed=("C1",),
        movement=Movement(A, sides=4, rolled=2),
    )  # fmt: skip
    assert preferred(state, commands.Head(A, "north"), commands.Head(A, "south")) == commands.Head(A, "south")
    assert preferred(state, commands.Head(A, "north"), commands.Head(A, "north", 1)) == commands.Head(A, "north", 1)
    assert preferred(state, commands.Head(A, "south", 1), commands.Head(A, "south", 1, "east")) == commands.Head(A, "south", 1)


def test_the_harbinger_keeps_the_die_whose_line_spares_it() -> None:
    state = position(
        *never_ally(at(A, "B4"), at(B, "D2")), ruleset="1.0", stage="harbinger", destroyed=("B2",), falling=Falling(1, (), again="B2")
    )
    letter, number = commands.RollPairs(A, None, 6, None), commands.RollPairs(A, None, None, 6)
    assert preferred(state, letter, number, commands.RollPairs(A, None, 6, 6)) == letter
    assert preferred(state, letter, number, commands.RollPairs(A, None, 6, 6), seat=B) == number


CONTEST = Challenge("E5", ((A,), (B,)), "stadt:checkers")


def contested(**changes: Any) -> State:
    state = walking(at(B, "E5"), at(C, "J1"))
    return replace(state, stage="challenges", movement=None, challenges=(replace(CONTEST, **changes),))


def test_all_report_one_side_and_confirm_no_other() -> None:
    state = contested()
    side = agreed(state, CONTEST)
    other = 1 - side
    for seat in (A, B):
        right, wrong = (commands.Report(seat, "E5", number) for number in (side, other))
        assert preferred(state, right, wrong, seat=seat) == right
        sealed = [commands.SealReport(seat, sealed_for(number, seat)) for number in (side, other)]
        assert preferred(state, *sealed, seat=seat) == sealed[0]
        confirm, doubt, correct = commands.Confirm(seat, "E5"), commands.Doubt(seat, "E5"), commands.Report(seat, "E5", side)
        agreeing = contested(reported=side)
        assert preferred(agreeing, confirm, doubt, seat=seat) == confirm
        assert preferred(agreeing, confirm, correct, seat=seat) == confirm
        assert preferred(contested(reported=other), confirm, doubt, correct, seat=seat) == correct


def test_it_gives_in_where_only_a_judge_could_end_it() -> None:
    state = contested()
    wrong = contested(reported=1 - agreed(state, CONTEST))
    assert preferred(wrong, commands.Confirm(A, "E5"), commands.Doubt(A, "E5")) == commands.Confirm(A, "E5")
    objected = contested(reported=agreed(state, CONTEST), objections=(Objection(A, agreed(state, CONTEST)),))
    other = commands.Report(A, "E5", 1 - agreed(state, CONTEST))
    assert preferred(objected, commands.Withdraw(A, "E5"), other) == commands.Withdraw(A, "E5")


def test_who_has_an_advantage_wins_more_often_by_the_bots_word() -> None:
    won: Counter[int] = Counter()
    for number in range(300):
        state = replace(contested(card="stadt:quarters"), round=number)
        state = replace(state, players=(at(A, "E5", persona="stadt:the-night-baker"), at(B, "E5", persona="stadt:iron-ivy"), at(C, "J1")))
        won[agreed(state, state.challenges[0])] += 1
    assert 170 < won[0] < 230


def playing(decider: str, *happened: Any) -> State:
    play = challenges.evolve(None, PlayBegun("E5", decider, ((A,), (B,)), (0, 0), (0, 0)))
    for fact in happened:
        play = challenges.evolve(play, fact)
    return contested(card=f"stadt:{decider}", play=play)


def test_it_calls_the_colour_of_which_more_cards_are_left() -> None:
    state = playing("black-or-red", CardTurned("E5", A, "red", "ace-of-spades", False, False))
    assert preferred(state, CallColour(A, "black"), CallColour(A, "red")) == CallColour(A, "red")


def test_it_banks_when_there_is_enough_or_little_left_to_roll() -> None:
    bank, roll = Bank(A), RollDice(A)
    few = (DiceThrown("E5", A, (1, 2, 3, 3, 4, 6), True, False), DiceSetAside("E5", A, (1,), 100))
    assert preferred(playing("farkle", *few), bank, roll) == roll
    many = (DiceThrown("E5", A, (1, 1, 1, 3, 4, 6), True, False), DiceSetAside("E5", A, (1, 1, 1), 1000))
    assert preferred(playing("farkle", *many), bank, roll) == bank
    thin = (DiceThrown("E5", A, (1, 1, 5, 5, 4, 6), True, False), DiceSetAside("E5", A, (1, 5, 5, 1), 300))
    assert preferred(playing("farkle", *thin), bank, roll) == bank


def test_it_sets_aside_what_scores_most_for_the_dice() -> None:
    state = playing("farkle", DiceThrown("E5", A, (1, 1, 1, 5, 4, 6), True, False))
    options = [SetAside(A, dice) for dice in ((5,), (1,), (1, 1, 1), (1, 1, 1, 5))]
    assert preferred(state, *options) == options[3]


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (5, {"reports": "sealed"}), (4, {"digital": True})], ids=str)
def test_bots_of_one_table_never_disagree(seats: int, options: dict[str, Any]) -> None:
    facts = [ruled.fact for _, _, _, caused in played(seats, *[greedy] * seats, **options) for ruled in caused]
    assert any(isinstance(fact, OutcomeSettled) for fact in facts)
    assert not any(isinstance(fact, OutcomeDoubted | ReportsDiffered) for fact in facts)
    reports = Counter(type(fact) for fact in facts)
    assert reports[OutcomeReported] <= reports[OutcomeSettled]


def test_it_uses_nothing_that_its_seat_may_not_know() -> None:
    """On the fold of its own copies every choice is worth exactly what it is worth to somebody who knows everything."""
    views = [before_start(3) for _ in range(3)]
    valued = 0
    for number, (state, seat, _, facts) in enumerate(played(11, *[greedy] * 3)):
        if seat is not None and number % 3 == 0:
            mine = [value(views[seat], seat, choice) for choice in choices(views[seat], seat)]
            assert mine == [value(state, seat, choice) for choice in choices(state, seat)]
            valued += len(mine)
        views = [seen_by(Seat(viewer), view, facts) for viewer, view in enumerate(views)]
    assert valued > 300


def test_it_beats_a_careless_player() -> None:
    won = 0
    for seed in range(10):
        seat = Seat(seed % 2)
        pickers = [greedy, careless(seed)] if seat == 0 else [careless(seed), greedy]
        *_, (end, _, _, _) = played(seed, *pickers)
        won += places(end)[0] == (seat,)
    assert won >= 8
