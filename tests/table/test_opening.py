"""Opening a table."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.chance import ALGORITHM
from domain.kernel.fact import Facts
from domain.kernel.game import Option
from domain.kernel.names import Actor
from domain.kernel.refusal import Refused
from domain.kernel.secret import Sealed
from domain.table.commands import Open
from domain.table.facts import SeatOpened, TableOpened
from domain.table.opening import open_table
from domain.table.rulebook import OPENING, ROLES
from domain.table.state import Phase
from tests.kernel.night_market import NIGHT_MARKET
from tests.kernel.night_market.rulebook import END
from tests.match import Match, chosen_pack

PACK = chosen_pack(NIGHT_MARKET)
SEED = "5e" * 32
TWO = (SeatOpened(), SeatOpened())


NEWER: Any = replace(
    NIGHT_MARKET,
    rulesets={"1": 0, "2": 0},
    options=(*NIGHT_MARKET.options, Option("rain", (False, True), END, "Whether it may rain.", rulesets=("2",))),
)


def opening(who: str = "organiser", seats: tuple[SeatOpened, ...] = TWO, **chosen: Any) -> Facts:
    return open_table(NIGHT_MARKET, Open("night-market", seats, **chosen), Actor(who), PACK, SEED)


def faults(**chosen: Any) -> list[str]:
    """The places that a refusal names."""
    with pytest.raises(Refused) as refused:
        opening(**chosen)
    assert refused.value.refusal.rule is OPENING
    return [fault.partition(":")[0] for fault in refused.value.refusal.reason.split("; ")]


@pytest.mark.rule(OPENING)
def test_a_table_opens_with_every_default_written_out() -> None:
    (ruled,) = opening()
    assert ruled.rule == OPENING.id
    assert ruled.fact == TableOpened(
        game="night-market",
        ruleset="1",
        pack=PACK.name,
        options={"length": "three-rounds", "equal_offers_spoil": True},
        seats=TWO,
        time_zone="UTC",
        chance=ALGORITHM,
        seed=Sealed(SEED, frozenset()),
    )


@pytest.mark.rule(OPENING)
def test_a_table_opens_as_it_was_chosen() -> None:
    seats = (SeatOpened("red", "p1"), SeatOpened("blue"), SeatOpened(player="p_2-X"))
    options = {"length": "one-round", "equal_offers_spoil": False}
    (ruled,) = opening(seats=seats, options=options, time_zone="Europe/Berlin", ruleset="1")
    assert isinstance(ruled.fact, TableOpened)
    assert (ruled.fact.seats, ruled.fact.options, ruled.fact.time_zone) == (seats, options, "Europe/Berlin")


@pytest.mark.rule(OPENING)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_fewest_and_the_most_seats_are_allowed(seats: int) -> None:
    assert opening(seats=(SeatOpened(),) * seats)


@pytest.mark.rule(OPENING)
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_fewer_or_more_seats_are_refused(seats: int) -> None:
    assert faults(seats=(SeatOpened(),) * seats) == ["seats"]


@pytest.mark.rule(OPENING)
@pytest.mark.parametrize(
    ("chosen", "place"),
    [
        ({"ruleset": "2"}, "ruleset"),
        ({"options": {"colour": "red"}}, "options.colour"),
        ({"options": {"length": "two-rounds"}}, "options.length"),
        ({"options": {"length": True}}, "options.length"),
        ({"options": {"equal_offers_spoil": "true"}}, "options.equal_offers_spoil"),
        ({"options": {"equal_offers_spoil": 1}}, "options.equal_offers_spoil"),
        ({"seats": (SeatOpened("pink"), SeatOpened())}, "seats[0].colour"),
        ({"seats": (SeatOpened("red"), SeatOpened("red"))}, "seats[1].colour"),
        ({"seats": (SeatOpened(player="p"), SeatOpened(player="p"))}, "seats[1].player"),
        ({"seats": (SeatOpened(player=""), SeatOpened())}, "seats[0].player"),
        ({"seats": (SeatOpened(player="a b"), SeatOpened())}, "seats[0].player"),
        ({"seats": (SeatOpened(player="p" * 65), SeatOpened())}, "seats[0].player"),
        ({"seats": (SeatOpened(player="p\n"), SeatOpened())}, "seats[0].player"),
    ],
)
def test_an_unknown_or_contradicting_choice_is_refused_and_named(chosen: dict[str, Any], place: str) -> None:
    assert faults(**chosen) == [place]


@pytest.mark.rule(OPENING)
def test_what_there_is_to_choose_from_is_named_as_it_is_sent() -> None:
    for chosen, said in (({"weather": "rain"}, "length, equal_offers_spoil"), ({"equal_offers_spoil": "no"}, "true, false")):
        with pytest.raises(Refused) as refused:
            opening(options=chosen)
        assert said in refused.value.refusal.reason


def test_a_player_id_may_be_as_long_as_64() -> None:
    assert opening(seats=(SeatOpened(player="p" * 64), SeatOpened()))


@pytest.mark.rule(OPENING)
def test_all_faults_are_named_at_once() -> None:
    chosen = {
        "ruleset": "9",
        "seats": (SeatOpened("pink", "a b"),),
        "options": {"length": "endless", "weather": "rain"},
    }
    assert faults(**chosen) == ["ruleset", "seats", "options.length", "options.weather", "seats[0].colour", "seats[0].player"]


@pytest.mark.rule(ROLES)
@pytest.mark.parametrize("who", ["seat:0", "judge:0", "spectator:0", "public", "system"])
def test_only_an_organiser_opens_a_table(who: str) -> None:
    with pytest.raises(Refused) as refused:
        opening(who)
    assert refused.value.refusal.rule is ROLES


@pytest.mark.rule(OPENING)
def test_a_table_just_opened_is_being_seated_and_asks_nobody() -> None:
    match = Match.opened(NIGHT_MARKET, 3)
    assert match.folded.table.phase is Phase.SEATING
    assert match.folded.position.asked == ()


def test_a_stream_that_does_not_begin_with_the_opening_is_an_error() -> None:
    match = Match.seated(NIGHT_MARKET, 2)
    match.events = match.events[1:]
    with pytest.raises(ValueError, match="table-opened"):
        match.at(1)


@pytest.mark.rule(OPENING)
def test_what_only_the_caller_can_see_is_named_with_the_rest() -> None:
    with pytest.raises(Refused) as refused:
        open_table(NIGHT_MARKET, Open("night-market", (SeatOpened(),)), Actor("organiser"), None, SEED, ("pack: none", "time_zone: none"))
    assert [fault.partition(":")[0] for fault in refused.value.refusal.reason.split("; ")] == ["seats", "pack", "time_zone"]


def of_ruleset(ruleset: str, **options: bool) -> Facts:
    command = Open("night-market", TWO, ruleset=ruleset, options=options)
    return open_table(NEWER, command, Actor("organiser"), PACK, SEED)


@pytest.mark.rule(OPENING)
def test_an_option_of_one_ruleset_is_written_out_there_alone() -> None:
    def kept(ruled: Any) -> Any:
        return ruled.fact.options

    assert kept(of_ruleset("1")[0]) == {"length": "three-rounds", "equal_offers_spoil": True}
    assert kept(of_ruleset("2")[0]) == {"length": "three-rounds", "equal_offers_spoil": True, "rain": False}
    assert kept(of_ruleset("2", rain=True)[0])["rain"] is True


@pytest.mark.rule(OPENING)
def test_an_option_of_another_ruleset_is_refused_and_named() -> None:
    with pytest.raises(Refused) as refused:
        of_ruleset("1", rain=False)
    assert refused.value.refusal.rule is OPENING
    assert refused.value.refusal.reason.startswith("options.rain: ")
