"""Prize cards that move pieces: Push, Pull, the bursts, Switch and Teleportation."""

from dataclasses import replace

import pytest

from domain.kernel.facts import DeadlineLifted, DeadlineSet, Expire
from domain.kernel.question import Choice
from domain.stadt_city.commands import MoveInBurst, Pass, PlayPrize, Shove
from domain.stadt_city.facts import BurstBegun, BurstEnded, CharacterLost, PieceMoved, PrizePlayed
from domain.stadt_city.questions import choices
from domain.stadt_city.rulebook import (
    A7,
    P_PULL,
    P_PULL_BURST_5,
    P_PUSH,
    P_PUSH_BURST_2,
    P_SWITCH,
    P_TELEPORTATION,
    R8,
    R20,
    R21,
    R22,
    R35,
    R36,
)
from domain.stadt_city.state import Player
from tests.stadt_city.scenes import HEROES, A, B, C, D, Table, at, card, given, never_ally, pairs, position
from tests.stadt_city.walks import walking

PUSH, PULL, SWITCH, TELEPORTATION = map(card, ("push", "pull", "switch", "teleportation"))
PULL_BURST, PUSH_BURST = map(card, ("pull-burst-5", "push-burst-2"))


def window(*players: Player, stage: str = "before-challenges", **changes: object) -> Table:
    """A moment outside a movement phase; nobody allies with anybody."""
    return given(position(*never_ally(*players), stage=stage, **changes))  # type: ignore[arg-type]


def named(table: Table, what: str) -> set[tuple[object, object]]:
    """The ways in which the first seat is offered a card: whose piece, and to which square."""
    return {(command.piece, command.to) for command in table.offers(A) if isinstance(command, PlayPrize) and command.card == what}


@pytest.mark.rule(P_PUSH, R36)
def test_push_moves_any_other_piece_a_square_away_but_never_diagonally() -> None:
    table = walking(2, *never_ally(at(A, "C3", "push"), at(B, "C5"), at(C, "J9")))
    assert named(table, PUSH) == {(B, "C6"), (B, "B5"), (B, "D5"), (C, "J10")}
    table.refuses(PlayPrize(A, PUSH, B, "C4"), P_PUSH).refuses(PlayPrize(A, PUSH, B, "D6"), P_PUSH)
    table.refuses(PlayPrize(A, PUSH, A, "C2"), P_PUSH).refuses(PlayPrize(A, PUSH, B), P_PUSH)
    table.when(PlayPrize(A, PUSH, B, "B5")).then(PrizePlayed(A, PUSH).by(P_PUSH), PieceMoved(B, "B5", PUSH).by(P_PUSH))


@pytest.mark.rule(P_PULL, R36)
def test_pull_moves_any_other_piece_a_square_closer_from_any_distance() -> None:
    table = walking(2, *never_ally(at(A, "C3", "pull"), at(B, "C5"), at(C, "J9")))
    assert named(table, PULL) == {(B, "C4"), (C, "I9"), (C, "J8")}
    table.refuses(PlayPrize(A, PULL, B, "B5"), P_PULL).when(PlayPrize(A, PULL, C, "I9")).has(C, square="I9")


@pytest.mark.rule(P_PUSH, P_PULL)
def test_on_ones_own_square_any_step_is_away_and_none_is_closer() -> None:
    players = never_ally(at(A, "A1", "push", "pull"), at(B, "A1"))
    table = walking(2, *players)
    assert (named(table, PUSH), named(table, PULL)) == ({(B, "A2"), (B, "B1")}, set())


@pytest.mark.rule(R20)
def test_push_and_pull_are_played_in_ones_own_movement_phase() -> None:
    players = never_ally(at(A, "C3", "push", "pull"), at(B, "C5"))
    walking(2, *players, active=B).asks((A, "window")).refuses(PlayPrize(A, PUSH, B, "C6"), R20)
    given(position(*players, stage="round-end")).refuses(PlayPrize(A, PULL, B, "C4"), R20)


@pytest.mark.rule(R22)
def test_a_character_pushed_onto_an_anomaly_is_killed_by_it() -> None:
    players = never_ally(at(A, "C3", "push"), at(B, "C5"), at(C, "J9"))
    table = walking(2, *players, destroyed=("C6",)).when(PlayPrize(A, PUSH, B, "C6"))
    table.then(
        PrizePlayed(A, PUSH).by(P_PUSH),
        PieceMoved(B, "C6", PUSH).by(P_PUSH),
        CharacterLost(B, HEROES[B], "C6", "card", counted=True, kept=True).by(R22),
    )
    table.has(B, square=None, losses=1, kept=(HEROES[B],))


@pytest.mark.rule(R22)
def test_a_choice_says_which_characters_fall() -> None:
    players = never_ally(at(A, "C3", "push"), at(B, "C5"))
    offered = choices(walking(2, *players, destroyed=("C6",)).state, A)
    assert Choice(PlayPrize(A, PUSH, B, "C6"), costs=((PUSH, 1), ("character of seat 1", 1))) in offered
    assert Choice(PlayPrize(A, PUSH, B, "B5"), costs=((PUSH, 1),)) in offered


@pytest.mark.rule(P_SWITCH, R36)
def test_switch_swaps_places_with_any_other_piece() -> None:
    table = window(at(A, "C3", "switch"), at(B, "C5"), at(C, "J9", kind="fallen"), at(D, "C3"))
    assert named(table, SWITCH) == {(B, None), (C, None)}
    table.refuses(PlayPrize(A, SWITCH, D), P_SWITCH).refuses(PlayPrize(A, SWITCH, A), P_SWITCH)
    table.when(PlayPrize(A, SWITCH, C))
    assert table.happened(PieceMoved) == [PieceMoved(A, "J9", SWITCH), PieceMoved(C, "C3", SWITCH)]
    table.has(A, square="J9").has(C, square="C3")


@pytest.mark.rule(R36, R22, R8)
def test_a_fallens_switch_from_an_anomaly_kills() -> None:
    table = window(at(A, "J9", "switch", kind="fallen"), at(B, "C5"), at(C, "A1"), destroyed=("J9",))
    table.when(PlayPrize(A, SWITCH, B)).has(A, square="C5", kind="fallen").has(B, square=None, losses=1)


@pytest.mark.rule(A7)
def test_a_death_by_a_card_takes_the_allys_character_with_it() -> None:
    players = pairs((at(A, "C3", "push"), at(B, "C5"), at(C, "J9"), at(D, "J1")), (B, C))
    table = walking(2, *players, destroyed=("C6",)).when(PlayPrize(A, PUSH, B, "C6"))
    table.has(B, losses=1, square=None).has(C, losses=0, square=None)


@pytest.mark.rule(P_TELEPORTATION, R36)
def test_teleportation_goes_to_any_square_that_another_player_occupies() -> None:
    table = window(at(A, "C3", "teleportation"), at(B, "C5"), at(C, "C5"), at(D, "C3"))
    assert named(table, TELEPORTATION) == {(None, "C5")}
    table.refuses(PlayPrize(A, TELEPORTATION, to="C4"), P_TELEPORTATION).refuses(PlayPrize(A, TELEPORTATION, to="C3"), P_TELEPORTATION)
    table.refuses(PlayPrize(A, TELEPORTATION, B), P_TELEPORTATION).when(PlayPrize(A, TELEPORTATION, to="C5"))
    assert table.happened(PieceMoved) == [PieceMoved(A, "C5", TELEPORTATION)]


@pytest.mark.rule(R22, R36, P_TELEPORTATION)
def test_a_character_that_teleports_to_a_fallen_on_an_anomaly_is_killed_and_the_fallen_is_not() -> None:
    players = never_ally(at(A, "C3", "teleportation"), at(B, "A1"), at(C, "J1"), at(D, "H8", kind="fallen"))
    table = given(position(*players, active=C, destroyed=("H8",))).asks((A, "window"))
    table.when(PlayPrize(A, TELEPORTATION, to="H8"))
    table.has(A, square=None, losses=1, kept=(HEROES[A],)).has(D, square="H8").asks((C, "roll"))


@pytest.mark.rule(P_TELEPORTATION)
def test_the_scenery_of_who_resigned_is_neither_moved_nor_gone_to() -> None:
    table = window(at(A, "C3", "teleportation", "switch"), at(B, "C5", resigned=True), at(C, "J9"))
    assert (named(table, TELEPORTATION), named(table, SWITCH)) == ({(None, "J9")}, {(C, None)})
    table.refuses(PlayPrize(A, SWITCH, B), P_SWITCH).refuses(PlayPrize(A, TELEPORTATION, to="C5"), P_TELEPORTATION)


@pytest.mark.rule(P_PULL_BURST_5, R21)
def test_a_pull_burst_reaches_five_squares_diagonals_counted_and_its_player_moves_piece_by_piece() -> None:
    players = (at(A, "E5", "pull-burst-5"), at(B, "J10"), at(C, "E5"), at(D, "J9"))
    table = window(*players, stage="round-start").when(PlayPrize(A, PULL_BURST))
    table.then(PrizePlayed(A, PULL_BURST).by(P_PULL_BURST_5), BurstBegun(A, PULL_BURST, (B, D)).by(P_PULL_BURST_5)).asks((A, "burst"))
    assert table.offers(A) == [MoveInBurst(A, B, "I10"), MoveInBurst(A, B, "J9"), MoveInBurst(A, D, "I9"), MoveInBurst(A, D, "J8")]
    table.refuses(MoveInBurst(A, C, "E4"), R21).refuses(MoveInBurst(A, B, "J11"), R21).refuses(MoveInBurst(B, D, "I9"), R21)
    table.when(MoveInBurst(A, D, "J8")).asks((A, "burst")).refuses(MoveInBurst(A, D, "J7"), R21)
    table.when(MoveInBurst(A, B, "I10")).has(B, square="I10").has(D, square="J8")


@pytest.mark.rule(P_PUSH_BURST_2, R21)
def test_a_push_burst_reaches_two_squares_and_leaves_who_cannot_go_away() -> None:
    players = (at(A, "C3", "push-burst-2"), at(B, "A1"), at(C, "E5"), at(D, "F3"))
    table = window(*players, stage="round-start").when(PlayPrize(A, PUSH_BURST))
    assert table.happened(BurstBegun) == [BurstBegun(A, PUSH_BURST, (C,))]
    assert table.offers(A) == [MoveInBurst(A, C, "E6"), MoveInBurst(A, C, "F5")]


@pytest.mark.rule(P_PUSH_BURST_2, P_PULL_BURST_5)
def test_a_burst_that_moves_nobody_is_not_played() -> None:
    table = window(at(A, "C3", "push-burst-2", "pull-burst-5"), at(B, "A1"), at(C, "I9"), stage="round-start")
    table.refuses(PlayPrize(A, PUSH_BURST), P_PUSH_BURST_2).when(PlayPrize(A, PULL_BURST))
    alone = window(at(A, "C3", "pull-burst-5"), at(B, "I9"), stage="round-start")
    alone.refuses(PlayPrize(A, PULL_BURST), P_PULL_BURST_5)
    assert named(alone, PULL_BURST) == set()


@pytest.mark.rule(R21)
def test_a_burst_may_be_named_whole() -> None:
    players = (at(A, "C3", "pull-burst-5"), at(B, "C5"), at(C, "E3"))
    table = window(*players, stage="round-start")
    for wrong in (
        (),
        (Shove(B, "C4"),),
        (Shove(B, "C4"), Shove(B, "C4")),
        (Shove(B, "C4"), Shove(C, "F3")),
        (Shove(B, "B5"), Shove(C, "D3")),
    ):
        table.refuses(PlayPrize(A, PULL_BURST, moves=wrong), R21)
    table.when(PlayPrize(A, PULL_BURST, moves=(Shove(C, "D3"), Shove(B, "C4")))).has(B, square="C4").has(C, square="D3")
    assert table.state.burst is None


@pytest.mark.rule(R22)
def test_characters_that_a_burst_moves_onto_anomalies_die_together_when_all_have_been_moved() -> None:
    players = pairs((at(A, "C3", "push-burst-2"), at(B, "C5"), at(C, "E3"), at(D, "J9")), (B, C))
    table = given(position(*players, stage="round-start", destroyed=("C6", "F3"))).when(PlayPrize(A, PUSH_BURST))
    table.when(MoveInBurst(A, B, "C6")).has(B, square="C6", losses=0).when(MoveInBurst(A, C, "F3"))
    table.has(B, losses=1, square=None).has(C, losses=1, square=None)
    assert [fact.cause for fact in table.happened(CharacterLost)] == ["card", "card"]


@pytest.mark.rule(R21)
def test_nothing_else_happens_while_a_burst_is_under_way() -> None:
    players = (at(A, "C3", "push-burst-2", "switch"), at(B, "C5", "switch"), at(C, "E3"))
    table = window(*players, stage="round-start").when(PlayPrize(A, PUSH_BURST)).asks((A, "burst"))
    table.refuses(PlayPrize(A, SWITCH, B), R21).refuses(PlayPrize(B, SWITCH, A), R21).refuses(Pass(A), R21)


@pytest.mark.rule(R21, R35)
def test_a_burst_whose_time_is_up_leaves_the_rest_where_it_is() -> None:
    players = (at(A, "C3", "push-burst-2"), at(B, "C5"), at(C, "E3"), at(D, "J9"))
    table = window(*players, stage="round-start", destroyed=("C6",), options={"answer_time": 30}).when(PlayPrize(A, PUSH_BURST))
    assert table.happened(DeadlineSet) == [DeadlineSet("burst:0", 30_000)]
    table.when(MoveInBurst(A, B, "C6")).asks((A, "burst"))
    assert table.state.deadlines == {"burst:0"}
    table.state = replace(table.state, deadlines=frozenset())
    table.when(Expire("burst:0")).has(C, square="E3").has(B, square=None).asks((A, "roll"))
    assert [ruled for ruled in table.last if isinstance(ruled.fact, BurstEnded)] == [BurstEnded(A).by(R35)]
    assert [fact.cause for fact in table.happened(CharacterLost)] == ["card"]


@pytest.mark.rule(R21, R35)
def test_a_burst_that_is_done_waits_for_no_time() -> None:
    table = window(at(A, "C3", "push-burst-2"), at(B, "C5"), at(C, "J9"), stage="round-start").when(PlayPrize(A, PUSH_BURST))
    table.when(MoveInBurst(A, B, "C6"))
    assert table.happened(DeadlineLifted) == [DeadlineLifted("burst:0")]
