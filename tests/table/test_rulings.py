"""Rulings: panels and their votes, remedies, penalties; every wrong caller and wrong moment has its refusal."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.bag import certain
from domain.kernel.facts import GameFinished, SeatResigned
from domain.kernel.game import PointsCounted
from domain.kernel.names import JUDGE as JUDGES
from domain.kernel.names import SEATS, Seat, Viewer
from domain.kernel.refusal import Refused
from domain.kernel.rule import RuleId
from domain.kernel.secret import Hidden, Sealed, Unknown
from domain.table.asking import Renewal
from domain.table.commands import Claim
from domain.table.disputes.commands import Appeal, CallPanel, CastVote, GiveRuling, Recuse
from domain.table.disputes.facts import DisputeRuled, JudgeRecused, PanelCalled, PenaltyGiven, SeedRenewed, VoteOpened, VoteSealed
from domain.table.disputes.parts import Corrected, Kind, Penalty, Remedy, Stage, Vote
from domain.table.disputes.ruling import APPEAL_WITHIN
from domain.table.facts import HeadMoved, Resumed
from domain.table.rulebook import PANEL, PENALTIES, REMEDIES, ROLES, RULING
from tests.kernel.night_market.commands import Roll
from tests.kernel.night_market.facts import CardDrawn, CardSold, DieRolled
from tests.kernel.night_market.rulebook import LUCK, SELL
from tests.match import Match
from tests.table.scenes import JUDGE, ORGANISER, a_burial, an_offer, end_turn, first_turn, plain, said
from tests.table.test_disputes import DEPUTY, disputed, filing, leaving, over

THIRD = "judge:2"


def bench(match: Match) -> Match:
    """The same table, with three judges."""
    for number in range(3):
        match.does(f"judge:{number}", Claim(f"judge:{number}"))
    return match


def panelled() -> Match:
    match = bench(disputed())
    match.does(JUDGE, CallPanel(1, (0, 1, 2)))
    return match


def vote(judge: int, remedy: Remedy = Remedy.LEAVE, to: int | None = None) -> CastVote:
    return CastVote(1, Sealed(Vote(remedy, to), frozenset({Viewer(f"judge:{judge}")})))


def three_turns() -> Match:
    """Seats 0, 1 and 2 have each buried a card and ended their turn; seat 2 disputes."""
    match = first_turn()
    for seat in range(3):
        match.answer(seat, a_burial(match, seat))
        match.answer(seat, end_turn(seat))
    match.does("seat:2", filing(match))
    return match


# Who rules


@pytest.mark.rule(RULING, ROLES)
@pytest.mark.parametrize("who", ["seat:0", "seat:1", ORGANISER, "public"])
def test_only_a_judge_rules(who: str) -> None:
    match = disputed()
    assert match.refusal(match.ask(who, leaving())) == ROLES.id


@pytest.mark.rule(RULING)
def test_a_ruling_is_one_event_that_says_rules_remedy_and_whether_it_may_be_appealed() -> None:
    for who, within in ((JUDGE, 0), (DEPUTY, APPEAL_WITHIN)):
        match = disputed()
        command = leaving()
        event = match.does(who, command)
        judge = int(who[-1])
        ruled = DisputeRuled(1, judge, command.rules, Remedy.LEAVE, command.reason, within)
        assert event.facts == (ruled.by(RULING), Resumed().by(RULING))


@pytest.mark.rule(RULING)
def test_a_dispute_is_ruled_on_once() -> None:
    match = disputed()
    match.does(JUDGE, leaving())
    assert match.refusal(match.ask(JUDGE, leaving())) == RULING.id


# A panel


@pytest.mark.rule(PANEL)
def test_a_panel_votes_unseen_and_the_votes_open_together() -> None:
    match = panelled()
    assert match.events[-1].facts == (PanelCalled(1, (0, 1, 2)).by(PANEL),)
    first = match.does(JUDGE, vote(0, Remedy.UNDO))
    assert first.facts == (VoteSealed(1, 0, Sealed(Vote(Remedy.UNDO), frozenset({Viewer("judge:0")}))).by(PANEL),)
    assert isinstance(match.view(Viewer(DEPUTY)).table.disputes[0].votes[0].content, Hidden)
    assert isinstance(match.view(JUDGES).table.disputes[0].votes[0].content, Hidden)
    match.does(DEPUTY, vote(1))
    last = match.does(THIRD, vote(2))
    assert plain(last)[1:] == (VoteOpened(1, 0, Remedy.UNDO), VoteOpened(1, 1, Remedy.LEAVE), VoteOpened(1, 2, Remedy.LEAVE))


@pytest.mark.rule(PANEL)
def test_votes_cannot_be_told_apart_by_whoever_has_not_cast_them() -> None:
    seen = []
    for cast in (vote(0, Remedy.UNDO), vote(0, Remedy.REWIND, panelled().folded.line()[-3])):
        match = panelled()
        match.does(JUDGE, cast)
        view = match.view(Viewer("seat:1"))
        seen.append((view.table.disputes, view.position))
    assert seen[0] == seen[1]


@pytest.mark.rule(PANEL)
def test_the_ruling_of_a_panel_is_what_most_have_voted_for() -> None:
    match = panelled()
    assert match.refusal(match.ask(JUDGE, leaving())) == PANEL.id
    for judge, remedy in enumerate((Remedy.UNDO, Remedy.LEAVE, Remedy.LEAVE)):
        match.does(f"judge:{judge}", vote(judge, remedy))
    assert match.refusal(match.ask(JUDGE, leaving(remedy=Remedy.UNDO))) == PANEL.id
    assert match.refusal(match.ask("judge:3", leaving())) == PANEL.id
    match.does(DEPUTY, leaving())


@pytest.mark.rule(PANEL)
def test_of_votes_that_are_level_the_first_judges_counts() -> None:
    match = bench(disputed())
    match.does(JUDGE, CallPanel(1, (0, 1)))
    match.does(DEPUTY, vote(1))
    match.does(JUDGE, vote(0, Remedy.UNDO))
    assert match.refusal(match.ask(JUDGE, leaving())) == PANEL.id
    match.does(JUDGE, leaving(remedy=Remedy.UNDO))


@pytest.mark.rule(PANEL)
def test_a_judge_steps_aside_before_voting_and_the_rest_decide() -> None:
    match = panelled()
    match.does(JUDGE, vote(0))
    assert match.refusal(match.ask(JUDGE, Recuse(1))) == PANEL.id
    match.does(DEPUTY, vote(1))
    event = match.does(THIRD, Recuse(1))
    assert plain(event) == (JudgeRecused(1, 2), VoteOpened(1, 0, Remedy.LEAVE), VoteOpened(1, 1, Remedy.LEAVE))
    assert match.refusal(match.ask(THIRD, leaving())) == RULING.id


@pytest.mark.rule(PANEL, RULING)
def test_a_judge_who_has_stepped_aside_does_not_rule_alone_either() -> None:
    match = disputed()
    match.does(JUDGE, Recuse(1))
    assert match.refusal(match.ask(JUDGE, leaving())) == RULING.id
    match.does(DEPUTY, leaving())


@pytest.mark.rule(PANEL)
@pytest.mark.parametrize("judges", [(), (0,), (1, 0), (0, 0), (0, 7)])
def test_a_panel_is_two_or_more_judges_of_the_table(judges: tuple[int, ...]) -> None:
    match = bench(disputed())
    assert match.refusal(match.ask(JUDGE, CallPanel(1, judges))) == PANEL.id


@pytest.mark.rule(PANEL, ROLES)
def test_wrong_callers_of_a_panel_and_wrong_voters_are_refused() -> None:
    match = bench(disputed())
    for who in ("seat:1", DEPUTY, "public"):
        assert match.refusal(match.ask(who, CallPanel(1, (0, 1)))) == ROLES.id
    assert match.refusal(match.ask(JUDGE, vote(0))) == PANEL.id
    match.does(ORGANISER, CallPanel(1, (0, 1)))
    assert match.refusal(match.ask(JUDGE, CallPanel(1, (0, 1)))) == PANEL.id
    assert match.refusal(match.ask(THIRD, vote(2))) == PANEL.id
    assert match.refusal(match.ask("seat:0", vote(0))) == ROLES.id
    match.does(JUDGE, vote(0))
    assert match.refusal(match.ask(JUDGE, vote(0))) == PANEL.id
    assert match.refusal(match.ask(DEPUTY, vote(1, Remedy.REWIND))) == REMEDIES.id
    assert match.refusal(match.ask(DEPUTY, vote(1, Remedy.LEAVE, 4))) == REMEDIES.id


def test_a_copy_without_the_votes_cannot_open_them() -> None:
    match = bench(disputed())
    match.does(JUDGE, CallPanel(1, (0, 1)))
    match.does(JUDGE, vote(0))
    match.folded = match.view(Viewer("public"))
    with pytest.raises(Unknown):
        match.facts(match.ask(DEPUTY, vote(1)))


# Remedies


@pytest.mark.rule(REMEDIES)
def test_the_last_step_is_taken_back() -> None:
    match = disputed()
    head = match.folded.table.head
    before = match.folded.nodes[head].parent
    event = match.does(JUDGE, leaving(remedy=Remedy.UNDO))
    assert HeadMoved(before).by(REMEDIES) in event.facts
    assert match.folded.position == match.at(before).position


@pytest.mark.rule(REMEDIES)
def test_a_rewind_goes_back_to_a_version_of_any_branch() -> None:
    match = three_turns()
    line = match.folded.line()
    to = line[-4]
    match.does(JUDGE, leaving(remedy=Remedy.REWIND, to=to))
    assert match.folded.table.head == to
    assert match.folded.position == match.at(to).position


@pytest.mark.rule(REMEDIES)
@pytest.mark.parametrize(
    "changes",
    [
        {"remedy": Remedy.REWIND},
        {"remedy": Remedy.REWIND, "to": 0},
        {"remedy": Remedy.REWIND, "to": 1},
        {"remedy": Remedy.REWIND, "to": 9999},
        {"to": 11},
        {"replays": ()},
        {"remedy": Remedy.REPLAY, "to": 11},
        {"remedy": Remedy.REPLAY, "to": 11, "replays": (9,)},
        {"remedy": Remedy.CORRECT},
        {"remedy": Remedy.UNDO, "to": 11},
    ],
)
def test_a_remedy_names_what_it_needs_and_nothing_else(changes: dict[str, Any]) -> None:
    match = three_turns()
    assert match.refusal(match.ask(JUDGE, leaving(**changes))) == REMEDIES.id


@pytest.mark.rule(REMEDIES)
def test_to_rewind_to_where_the_game_stands_is_no_remedy() -> None:
    match = three_turns()
    assert match.refusal(match.ask(JUDGE, leaving(remedy=Remedy.REWIND, to=match.folded.table.head))) == REMEDIES.id


@pytest.mark.rule(REMEDIES)
def test_what_seats_did_after_a_version_is_played_again_in_the_same_append() -> None:
    match = three_turns()
    line = match.folded.line()
    to, later = line[-5], line[-3:]
    skipped = line[-4]
    state = match.state
    match.does(JUDGE, leaving(remedy=Remedy.REPLAY, to=to, replays=(skipped, *later)))
    again = match.events[-4:]
    assert [(event.actor, event.replays, event.on_behalf) for event in again] == [
        ("system", version, match.folded.nodes[version].seat) for version in (skipped, *later)
    ]
    assert match.state == state
    assert match.folded.position.draws == match.at(line[-1]).position.draws


@pytest.mark.rule(REMEDIES)
def test_a_move_may_be_left_out_of_what_is_played_again() -> None:
    match = three_turns()
    line = match.folded.line()
    burial, ended = line[-2], line[-1]
    match.does(JUDGE, leaving(remedy=Remedy.REPLAY, to=line[-3], replays=(ended,)))
    assert burial not in match.folded.line()
    assert match.state.players[2].buried.size == 0
    assert match.events[-1].replays == ended


@pytest.mark.rule(REMEDIES)
def test_while_a_ruling_is_carried_out_nothing_else_happens() -> None:
    match = three_turns()
    line = match.folded.line()
    ask = match.ask(JUDGE, leaving(remedy=Remedy.REPLAY, to=line[-2], replays=(line[-1],)))
    match.happens(*match.facts(ask), who=JUDGE)
    assert match.refusal(match.ask("seat:0", end_turn(0), match.question(0))) == REMEDIES.id
    assert match.refusal(match.ask(ORGANISER, leaving())) == REMEDIES.id


@pytest.mark.rule(ROLES)
def test_nobody_acts_for_a_seat_but_to_carry_out_a_ruling() -> None:
    match = first_turn()
    ask = replace(match.ask("system", end_turn(0), match.question(0)), on_behalf=Seat(0))
    assert match.refusal(ask) == ROLES.id


# Corrections


def declaring(match: Match, *facts: Any) -> Any:
    correction = Sealed((Corrected("die-rolled", RuleId(LUCK.id), {}),), frozenset({JUDGES}))
    ask = match.ask(JUDGE, leaving(remedy=Remedy.CORRECT, correction=correction))
    return replace(ask, correction=facts)


@pytest.mark.rule(REMEDIES)
def test_a_declared_correction_is_the_games_own_facts() -> None:
    match = disputed()
    rolled = DieRolled(Seat(1), 4).by(LUCK)
    coins = match.state.players[1].coins
    event = match.take(declaring(match, rolled))
    assert rolled in event.facts
    assert event.is_node
    assert match.state.players[1].coins == coins + 4


@pytest.mark.rule(REMEDIES)
@pytest.mark.parametrize(
    "fact",
    [
        pytest.param(CardSold(Seat(1), "lanterns:moon").by(SELL), id="a card that is not there"),
        pytest.param(DieRolled(Seat(1), -40).by(LUCK), id="coins below nothing"),
        pytest.param(DieRolled(Seat(9), 4).by(LUCK), id="a seat that is not there"),
    ],
)
def test_a_correction_that_breaks_the_game_is_refused(fact: Any) -> None:
    match = disputed()
    before = match.folded
    assert match.refusal(declaring(match, fact)) == REMEDIES.id
    assert match.folded == before


@pytest.mark.rule(REMEDIES)
def test_a_correction_is_at_least_one_fact() -> None:
    match = disputed()
    assert match.refusal(declaring(match)) == REMEDIES.id


# Penalties


def punishing(*penalties: Penalty, **changes: Any) -> GiveRuling:
    return leaving(penalties=penalties, **changes)


@pytest.mark.rule(PENALTIES)
def test_a_warning_is_kept_and_changes_nothing_else() -> None:
    match = disputed()
    position = match.folded.position
    event = match.does(JUDGE, punishing(Penalty(Seat(0), Kind.WARNING)))
    assert PenaltyGiven(1, Seat(0), Kind.WARNING).by(PENALTIES) in event.facts
    assert match.folded.table.penalties == (Penalty(Seat(0), Kind.WARNING),)
    assert match.folded.position == position


@pytest.mark.rule(PENALTIES)
@pytest.mark.parametrize(
    "penalties",
    [
        (Penalty(Seat(3), Kind.WARNING),),
        (Penalty(Seat(0), Kind.POINTS),),
        (Penalty(Seat(0), Kind.POINTS, 0),),
        (Penalty(Seat(0), Kind.WARNING, 3),),
        (Penalty(Seat(0), Kind.GAME_LOSS), Penalty(Seat(0), Kind.DISQUALIFICATION)),
    ],
)
def test_a_penalty_names_a_seat_and_points_where_they_belong(penalties: tuple[Penalty, ...]) -> None:
    match = disputed()
    assert match.refusal(match.ask(JUDGE, punishing(*penalties))) == PENALTIES.id


@pytest.mark.rule(PENALTIES)
@pytest.mark.parametrize("kind", [Kind.GAME_LOSS, Kind.DISQUALIFICATION])
def test_a_seat_that_loses_the_game_by_ruling_leaves_it_in_the_same_append(kind: Kind) -> None:
    match = disputed()
    match.does(JUDGE, punishing(Penalty(Seat(2), kind)))
    left = match.events[-1]
    assert (left.actor, left.on_behalf) == ("system", 2)
    assert SeatResigned(Seat(2)) in plain(left)
    assert match.folded.position.resigned == (2,)
    assert match.refusal(match.ask(JUDGE, punishing(Penalty(Seat(2), kind)))) == RULING.id


@pytest.mark.rule(PENALTIES)
def test_points_taken_before_the_end_are_a_line_of_the_sheet() -> None:
    match = Match.started(first_turn().game, 2, 0, {"length": "one-round"})
    match.does("seat:0", filing(match))
    match.does(JUDGE, punishing(Penalty(Seat(1), Kind.POINTS, 50)))
    for seat in range(2):
        match.answer(seat, an_offer(match, seat))
    while match.folded.position.finished is None:
        seat = next(asked.seat for asked in match.folded.position.asked if asked.required)
        match.answer(seat, match.game.choices(match.state, seat)[-1].command)
    assert PointsCounted(Seat(1), -50, "penalty").by(PENALTIES) in match.folded.position.sheet
    assert match.folded.position.finished == ((0,), (1,))
    assert match.folded.position.winners == (0,)


@pytest.mark.rule(PENALTIES)
def test_points_taken_from_a_provisional_result_rank_it_again() -> None:
    match = over()
    assert match.folded.position.finished is not None
    winner = match.folded.position.finished[0][0]
    loser = 1 - winner
    disputed(match)
    event = match.does(JUDGE, punishing(Penalty(winner, Kind.POINTS, 1000)))
    assert isinstance(event.facts[-1].fact, GameFinished)
    assert match.folded.position.finished == ((loser,), (winner,))
    assert match.folded.position.winners == (loser,)
    lines = [ruled.fact for ruled in match.folded.position.sheet if isinstance(ruled.fact, PointsCounted)]
    assert lines.count(PointsCounted(winner, -1000, "penalty")) == 1
    assert len(lines) == len(match.game.sheet(match.state)) + 1


@pytest.mark.rule(PENALTIES)
def test_who_is_disqualified_after_the_end_ranks_last_and_does_not_win() -> None:
    match = over()
    assert match.folded.position.finished is not None
    winner = match.folded.position.finished[0][0]
    disputed(match)
    match.does(JUDGE, punishing(Penalty(winner, Kind.DISQUALIFICATION)))
    assert match.folded.position.finished[-1] == (winner,)
    assert winner not in match.folded.position.winners
    assert match.folded.table.owed == ()


@pytest.mark.rule(PENALTIES, REMEDIES)
def test_penalties_go_with_a_rewind_of_a_game_that_was_over() -> None:
    match = over()
    to = match.folded.line()[-2]
    disputed(match)
    match.does(JUDGE, punishing(Penalty(Seat(0), Kind.GAME_LOSS), remedy=Remedy.REWIND, to=to))
    assert match.folded.position.resigned == (0,)
    assert match.folded.position.finished == ((1,), (0,))


def test_every_stage_but_the_ends_runs_out_by_itself() -> None:
    match = disputed()
    stages = [match.folded.table.disputes[0]]
    match.does(DEPUTY, leaving())
    stages.append(match.folded.table.disputes[0])
    match.does("seat:1", Appeal(1, said()))
    stages.append(match.folded.table.disputes[0])
    assert [dispute.stage for dispute in stages] == [Stage.OPEN, Stage.RULED, Stage.APPEALED]
    assert all(dispute.deadlines for dispute in stages)
    match.does(JUDGE, leaving())
    assert (match.folded.table.disputes[0].stage, match.folded.table.disputes[0].deadlines) == (Stage.FINAL, ())


@pytest.mark.rule(RULING)
def test_there_is_no_ruling_without_a_dispute() -> None:
    match = first_turn()
    with pytest.raises(Refused):
        match.facts(match.ask(JUDGE, leaving()))


# New chance


def renewing(match: Match, seed: str = "ab" * 32, **changes: Any) -> Any:
    ask = match.ask(JUDGE, leaving(new_chance=True, **changes))
    return replace(ask, renewal=Renewal(seed, match.view(SEATS), match.copies(SEATS)))


@pytest.mark.rule(REMEDIES)
def test_a_new_chance_shuffles_what_nobody_has_seen_and_nothing_else() -> None:
    match = three_turns()
    to = match.folded.line()[-3]
    then = match.at(to).position
    event = match.take(renewing(match, remedy=Remedy.REWIND, to=to))
    (seed,) = [ruled.fact.seed for ruled in event.facts if isinstance(ruled.fact, SeedRenewed)]
    assert seed == Sealed("ab" * 32, frozenset())
    assert match.folded.table.head == event.version
    assert match.folded.nodes[event.version].parent == to
    assert len(match.folded.table.seeds) == 2
    assert [player.hand for player in match.state.players] == [player.hand for player in then.state.players]
    assert certain(match.state.deck) == certain(then.state.deck)
    assert match.state.deck != then.state.deck


@pytest.mark.rule(REMEDIES)
def test_what_a_seat_has_drawn_on_a_line_that_is_left_stays_where_it_lay_under_a_new_chance() -> None:
    decks = set()
    for number in range(6):
        match = three_turns()
        to = match.folded.line()[-6]
        before = drawn_after(match, to)
        match.take(renewing(match, f"{number:02d}" * 32, remedy=Remedy.REWIND, to=to))
        ruled = match.tip
        match.answer(0, end_turn(0))
        for seat in (1, 2):
            match.answer(seat, a_burial(match, seat))
            match.answer(seat, end_turn(seat))
        assert drawn_after(match, ruled) == before
        decks.add(match.state.deck)
    assert len(decks) > 1


def drawn_after(match: Match, version: int) -> list[Any]:
    drawn = [ruled.fact for event in match.events[version:] for ruled in event.facts if isinstance(ruled.fact, CardDrawn)]
    assert drawn
    return drawn


@pytest.mark.rule(REMEDIES)
def test_another_seed_shuffles_otherwise_and_what_comes_after_is_drawn_from_it() -> None:
    decks, rolls = set(), set()
    for number in range(6):
        match = disputed()
        match.take(renewing(match, f"{number:02d}" * 32))
        decks.add(match.state.deck)
        match.answer(0, Roll(Seat(0)))
        rolls.add(match.state.players[0].coins)
    assert len(decks) == 6
    assert len(rolls) > 1


@pytest.mark.rule(REMEDIES)
def test_a_copy_that_does_not_know_what_the_seats_have_seen_cannot_decide_it() -> None:
    match = disputed()
    with pytest.raises(Unknown):
        match.facts(match.ask(JUDGE, leaving(new_chance=True)))


@pytest.mark.rule(REMEDIES)
def test_there_is_no_new_chance_where_nothing_more_is_drawn() -> None:
    match = disputed(over())
    assert match.refusal(renewing(match)) == REMEDIES.id
