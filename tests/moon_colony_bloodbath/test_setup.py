"""What lies on the table when the first card is turned over."""

from collections import Counter

import pytest

from domain.kernel.bag import certain, size
from domain.kernel.game import Opening
from domain.kernel.names import JUDGE, Seat
from domain.kernel.secret import Sealed
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.facts import BuildingsShuffled, CardDrawn, ProgressShuffled, RobotsShuffled, TwistsDealt
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import E2, ONE_PLAYER, R16, R17, R30, S1, S2, S3, S4, S5, S6, W2
from domain.moon_colony_bloodbath.setup import initial, start
from domain.moon_colony_bloodbath.show import show
from domain.moon_colony_bloodbath.state import State
from tests.moon_colony_bloodbath.harness import A, Scripted, colony, given, position, say
from tests.moon_colony_bloodbath.packs import LUNAR

WORK = {"progress": ["lunar:work"] * 4 + ["lunar:trouble"] * 2}


class InOrder(Scripted):
    """Keeps the order of what is shuffled, but lets Work come first."""

    def shuffle(self, label: str, items: object) -> tuple[str, ...]:
        self.asked.append(label)
        return tuple(sorted(items, key=lambda card: (card != "lunar:work", card)))  # type: ignore[call-overload]


def begun(seats: int, colours: tuple[str | None, ...] = (), **options: bool) -> tuple[State, list[object]]:
    state = initial(Opening("1", LUNAR, options, colours or (None,) * seats))
    facts = start(state, InOrder())
    for ruled in facts:
        state = evolve(state, ruled.fact)  # type: ignore[arg-type]
    return state, [ruled.fact for ruled in facts]


@pytest.mark.rule(S1, S2, S6)
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_every_seat_begins_alike(seats: int) -> None:
    state, _ = begun(seats)
    for player in state.players:
        assert (player.people, player.money, player.food, player.hand.size, len(player.perks), player.chits) == (30, 4, 4, 4, 5, 0)
    assert sum(map(size, state.lanes)) == 90 - 4 * seats
    assert len({player.scientist for player in state.players}) == seats


@pytest.mark.rule(S2)
def test_a_seat_that_names_a_colour_plays_that_scientist() -> None:
    state, _ = begun(2, ("blue", None))
    assert [player.scientist for player in state.players] == ["dr-umbra", "dr-brain"]


@pytest.mark.rule(S3, S4, E2)
def test_two_twists_four_works_and_two_troubles_are_the_first_progress_deck() -> None:
    state, facts = begun(3)
    dealt = next(fact for fact in facts if isinstance(fact, TwistsDealt)).cards
    assert len(dealt) == 2
    lying = Counter((*certain(state.progress), *state.turned))
    assert lying == Counter({"lunar:work": 4, "lunar:trouble": 2, **dict.fromkeys(dealt, 1)})
    assert (size(state.twists), size(state.robots), len(state.developments)) == (23, 20, 20)
    assert Counter(Counter(state.developments).values()) == {2: 10}
    assert [LUNAR.progress(event).number for event in state.events] == list(range(1, 14))


@pytest.mark.rule(ONE_PLAYER)
@pytest.mark.parametrize(("seats", "lonely"), [(1, 1), (2, 0)])
def test_loneliness_is_among_the_cards_of_a_lone_colony(seats: int, lonely: int) -> None:
    state, _ = begun(seats)
    assert (*certain(state.progress), *state.turned).count("lunar:loneliness") == lonely


@pytest.mark.rule(S3)
def test_the_twists_of_a_first_game_are_simple() -> None:
    _, facts = begun(2, first_game_twists=True)
    dealt = next(fact for fact in facts if isinstance(fact, TwistsDealt)).cards
    assert all(LUNAR.progress(card).simple for card in dealt)


@pytest.mark.rule(R17, S6)
def test_orders_are_sealed_for_the_judges_and_hands_for_their_seats_too() -> None:
    _, facts = begun(2)
    for kind in (BuildingsShuffled, RobotsShuffled, ProgressShuffled):
        cards = next(fact for fact in facts if isinstance(fact, kind)).cards
        assert isinstance(cards, Sealed)
        assert cards.audience == {JUDGE}
    drawn = [fact for fact in facts if isinstance(fact, CardDrawn)]
    assert [fact.seat for fact in drawn] == [0] * 4 + [1] * 4
    assert all(isinstance(fact.card, Sealed) and fact.card.audience == {JUDGE, f"seat:{fact.seat}"} for fact in drawn)


@pytest.mark.rule(R17)
def test_what_is_shown_gives_sizes_and_the_top_of_each_discard_pile() -> None:
    shown = show(begun(2)[0])
    assert shown["building_deck"] == 82
    assert shown["progress_discards"] == {"cards": 1, "top": "lunar:work"}
    assert shown["building_discards"] == {"cards": 0}
    assert "lunar:bunker" not in str(shown["progress_deck"])


@pytest.mark.rule(R30)
def test_the_building_deck_is_dealt_into_a_lane_for_each_seat() -> None:
    state, facts = begun(4)
    shuffled = next(fact for fact in facts if isinstance(fact, BuildingsShuffled)).cards
    assert isinstance(shuffled, Sealed)
    for seat in range(4):
        lane = tuple(bag.known[0] for bag in state.lanes[seat])
        assert lane == shuffled.value[seat::4][4:]


@pytest.mark.rule(R30)
def test_an_empty_lane_takes_from_the_foot_of_the_longest() -> None:
    state = position(colony(0), colony(1), deck=["work"], lane=["flag", "kitchen", "market"])
    table = given(state)
    table.state = evolve(evolve(evolve(table.state, _drawn(A, "flag")), _drawn(A, "kitchen")), _drawn(A, "market"))
    table.then(say(A, "research"), say(Seat(1), "mine"))
    table.has(A, hand=["flag", "kitchen", "kitchen", "market", "market"])
    assert [size(lane) for lane in table.state.lanes] == [0, 1]


def _drawn(seat: Seat, key: str) -> CardDrawn:
    return CardDrawn(seat, f"test:{key}")


@pytest.mark.rule(S5, W2)
def test_money_food_and_boxes_never_run_out_and_one_action_may_be_picked_each_time() -> None:
    table = given(position(colony(0), deck=["work"] * 30))
    for _ in range(30):
        table.then(say(A, "mine"))
    table.has(A, money=120)


@pytest.mark.rule(R16)
def test_there_are_five_actions() -> None:
    table = given(position(colony(0, money=4, hand=["flag"]), deck=["work"]))
    assert table.answers(A) == ["restock", "build", "mine", "farm", "research"]


def test_the_pack_has_a_card_of_every_kind() -> None:
    assert all(LUNAR.of_kind(kind) for kind in Kind if kind is not Kind.BUILDING)
