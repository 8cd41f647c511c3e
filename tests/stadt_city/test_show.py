"""The state as a client reads it, and as each viewer may."""

from random import Random

import pytest

from domain.kernel.canonical import check_storable
from domain.kernel.names import PUBLIC, Seat, Viewer
from domain.kernel.secret import Sealed
from domain.stadt_city import STADT_CITY
from domain.stadt_city.commands import ChooseDrink, PlayPrize, Report, RollMovement, RuleOutcome
from domain.stadt_city.rulebook import C6, D1, L7, R1, R15, R38, R39, S5
from domain.stadt_city.show import show
from tests.invariants import any_choice, play_out
from tests.match import Match
from tests.stadt_city.scenes import HEROES, PACK, A, B, C, D, E, at, card, given, never_ally, pairs, position


@pytest.mark.rule(S5)
def test_hands_are_sizes_to_others_and_cards_to_their_holder() -> None:
    match = Match.started(STADT_CITY, 3)
    hands = [seat["hand"] for seat in show(match.view(PUBLIC).position.state)["seats"]]  # type: ignore[index,call-overload,union-attr]
    assert hands == [{"cards": 0, "certain": []}] * 3
    state = position(at(A, "A1", "fly"), at(B, "B1"), at(C, "C1"))
    assert show(state)["seats"][0]["hand"] == {"cards": 1, "certain": [card("fly")]}  # type: ignore[index,call-overload]
    check_storable(show(state))


@pytest.mark.rule(R39, L7)
def test_a_fallen_shows_what_it_is_good_at_and_a_character_its_own_advantage() -> None:
    state = position(at(A, "A1", kind="fallen", kept=(HEROES[5], HEROES[6])), at(B, "B1", kept=(HEROES[7],)))
    fallen, character = (seat["piece"] for seat in show(state)["seats"])  # type: ignore[index,call-overload,union-attr]
    own = state.players[A].piece
    assert own is not None
    expected = [PACK.personas[name].advantage.says for name in (own.card or "", HEROES[5], HEROES[6])]
    assert fallen["advantages"] == expected
    assert character["advantages"] == [PACK.personas[HEROES[B]].advantage.says]
    assert {fallen["persona"]["source"], character["persona"]["source"]} == {"house"}


@pytest.mark.rule(R38)
def test_a_challenge_shows_its_text_and_how_more_play_it_where_the_card_is_for_fewer() -> None:
    two = position(*never_ally(at(A, "E5"), at(B, "E5"), at(C, "A1")), stage="before-challenges")
    (shown,) = show(given(two).goes_on().state)["challenges"]  # type: ignore[misc]
    played = PACK.challenge(shown["card"])  # type: ignore[index,call-overload]
    assert (shown["says"], "more" in shown) == (played.says, False)  # type: ignore[index,call-overload,operator]
    everybody = never_ally(*(at(seat, "E5") for seat in map(Seat, range(9))))
    many = given(position(*everybody, stage="before-challenges")).goes_on().state
    (crowd,) = show(many)["challenges"]  # type: ignore[misc]
    card_played = PACK.challenge(crowd["card"])  # type: ignore[index,call-overload]
    assert ("more" in crowd) == (9 not in card_played.players)  # type: ignore[operator]


@pytest.mark.rule(D1)
def test_drinks_are_shown_only_where_they_are_kept() -> None:
    players = (at(A, "A1"), at(B, "B1"))
    assert "drinks" in show(position(*players, options={"drinks": True}))
    assert "drinks" not in show(position(*players, options={"drinks": False}))


@pytest.mark.rule(C6, D1)
def test_a_debt_shows_who_may_say_what_it_is_and_then_what_was_said() -> None:
    players = never_ally(at(A, "C3"), at(B, "C3"), at(C, "J1"))
    table = given(position(*players, stage="before-challenges", harbinger=C, options={"drinks": True})).goes_on()
    owed = {"seat": A, "drink": "drink", "cause": "challenge"}
    table.when(Report(A, "C3", 1))
    assert show(table.state)["drinks"] == [{**owed, "chosen_by": [B]}]
    table.when(ChooseDrink(B, A, Sealed("cider", frozenset({PUBLIC}))))
    assert show(table.state)["drinks"] == [{**owed, "chosen_by": [], "chosen": "cider"}]


@pytest.mark.rule(R15)
def test_who_reported_and_who_settled_are_kept_apart() -> None:
    players = never_ally(at(A, "C3"), at(B, "C3"), at(C, "J1"), at(D, "A1"), at(E, "A1"))
    table = given(position(*players, stage="before-challenges", harbinger=C)).goes_on()
    table.when(Report(C, "C3", 0), RuleOutcome(0, "C3", 1))
    (shown,) = [one for one in show(table.state)["challenges"] if one["square"] == "C3"]  # type: ignore[index,call-overload,union-attr]
    told = {key: shown[key] for key in ("reported", "source", "winners", "settled_by", "how")}  # type: ignore[index,call-overload]
    assert told == {"reported": 0, "source": "harbinger", "winners": 1, "settled_by": "judge:0", "how": "ruled"}


@pytest.mark.rule(R1)
def test_no_date_of_birth_and_no_age_is_anywhere() -> None:
    match = Match.started(STADT_CITY, 4)
    assert not {"ages", "by_age", "born"} & set(show(match.state))


def test_a_movement_a_meeting_and_a_burst_are_shown_while_they_last() -> None:
    players = pairs(never_ally(at(A, "A1", "pull-burst-5"), at(B, "C1"), at(C, "C3"), at(D, "J1"), at(E, "J9")))
    burst = given(position(*players)).when(PlayPrize(A, card("pull-burst-5"))).state
    assert show(burst)["burst"] == {"seat": A, "card": card("pull-burst-5"), "left": [B, C]}
    met = given(position(at(A, "A1"), at(B, "A1"), at(C, "J9"), stage="moved")).goes_on().state
    assert show(met)["meeting"] == [A, B]
    moving = given(position(*never_ally(at(A, "A1"), at(B, "J1")), active=A), {"movement": [3]}).when(RollMovement(A)).state
    assert show(moving)["movement"] == {
        "seat": A, "dice": [3], "to_roll": 0, "sides": 10, "trail": [], "flying": False, "squares": 3,
    }  # fmt: skip


def test_every_position_of_a_game_can_be_stored_as_json() -> None:
    def stored(match: Match, random: Random) -> None:
        check_storable(show(match.view(Viewer("seat:0")).position.state) if match.tip % 25 == 0 else show(match.state))

    play_out(STADT_CITY, 3, "shown", looks=[stored], choose=any_choice)
