"""The built-in pack keeps every fact that the rulebook tells of its cards, and what is promised of the rest."""

from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from domain.kernel.pack import read_toml
from domain.moon_colony_bloodbath.abilities import Ability, Cheaper, Having, Trigger, costs_of, steps_of
from domain.moon_colony_bloodbath.effects import ACTIONS, AddDevelopment, AddEvent
from domain.moon_colony_bloodbath.pack import read_pack
from domain.moon_colony_bloodbath.parts import Building, Kind, ProgressCard
from domain.moon_colony_bloodbath.rulebook import E2, E8, P1, R16, S1, S2, S3, S4
from domain.moon_colony_bloodbath.texts import ability, passive

DOCUMENT = read_toml((files("domain.moon_colony_bloodbath") / "packs" / "lunar.toml").read_text())
PACK = read_pack(DOCUMENT)
BUILDINGS = {card.key: card for card in PACK.cards.values() if isinstance(card, Building)}
OTHERS = {card.key: card for card in PACK.cards.values() if isinstance(card, ProgressCard)}
CARDS: dict[str, Building | ProgressCard] = {**BUILDINGS, **OTHERS}

NAMED_BUILDINGS = (
    "Aluminum Mine", "Assembly Line", "Bunker", "Dust Mine", "Flag", "Fuel Cells", "Hacker Lair", "Helium-3 Mine", "Iron Mine", "Kale Farm",
    "Kitchen", "Launch Pad", "Lunarcrete Factory", "Makeshift Lab", "Market", "Moon Hotel", "Nursery", "Organ Banks", "Potato Farm",
    "R&D Storage", "Radio Antennae", "Reactor", "Recycling", "Restaurant", "Silica Mine", "Solar Panels", "Titanium Mine", "Trading Post",
    "Warehouse",
)  # fmt: skip
NAMED_ROBOTS = (
    "Automatic Doors", "Construction Robot", "Delivery Drone", "Drilling Robot", "Mining Robot", "Repairs Robot", "Robot Butler",
    "Robot Companion", "Robot Waiter", "Sentient AI", "Stacking Robot", "Warehouse Robot",
)  # fmt: skip
NAMED_DEVELOPMENTS = ("Trade", "Tourists", "Budget Cuts", "Innovation", "Radiation", "Repairs")
NAMED_TWISTS = ("Construction Kits", "Engineers", "Grand Plan", "Overtime", "Risky Research", "Surveying")
EVENT_NAMES = {
    "Hunger", "Paperwork", "Glitch", "Leak", "Tempers Flare", "Accident", "Airlock Test", "Moonquake", "Power Failure",
    "Instruction Manual",
}  # fmt: skip

TOLD: tuple[tuple[str, Trigger, str], ...] = (
    ("aluminum-mine", Trigger.MINE, "if no money: gain 5 money"),
    ("assembly-line", Trigger.LOST, "BUILD"),
    ("bunker", Trigger.PLAY, "add a robot"),
    ("fuel-cells", Trigger.RESTOCK, "spend a box here: gain 4 money; draw a card; discard a card"),
    ("iron-mine", Trigger.PLAY, "add a perk"),
    ("iron-mine", Trigger.MINE, "put a box"),
    ("kale-farm", Trigger.PLAY, "FARM"),
    ("kale-farm", Trigger.FARM, "gain 1 food"),
    ("kitchen", Trigger.RESTOCK, "spend a box here: gain 4 food"),
    ("launch-pad", Trigger.PLAY, "repeat a PLAY"),
    ("lunarcrete-factory", Trigger.PLAY, "draw 2 cards"),
    ("makeshift-lab", Trigger.PLAY, "put 2 boxes"),
    ("market", Trigger.PLAY, "add trade"),
    ("market", Trigger.FARM, "spend 2 food: gain 4 money"),
    ("moon-hotel", Trigger.FOOD_GAINED, "gain 1 people"),
    ("nursery", Trigger.FARM, "spend a box here: gain 4 people"),
    ("organ-banks", Trigger.PLAY, "add a perk"),
    ("organ-banks", Trigger.EVENT, "at accident: spend a box here: lose 3 fewer"),
    ("potato-farm", Trigger.FARM, "gain 2 food"),
    ("rd-storage", Trigger.ANY_TIME, "spend a box here: draw a card"),
    ("radio-antennae", Trigger.START_OF_WORK, "if no cards: draw a card"),
    ("recycling", Trigger.CARD_DISCARDED, "gain 1 money"),
    ("restaurant", Trigger.FARM, "spend 1 food: gain 4 money"),
    ("trading-post", Trigger.CARD_ADDED, "gain 2 money"),
    ("automatic-doors", Trigger.TURNED_OVER, "once: the next Work is without abilities"),
    ("construction-robot", Trigger.TURNED_OVER, "lay a card on the mat"),
    ("delivery-drone", Trigger.TURNED_OVER, "pass a card to the left"),
    ("drilling-robot", Trigger.TURNED_OVER, "lose a building"),
    (
        "mining-robot",
        Trigger.TURNED_OVER,
        "gain 1 money for each of dust-mine, silica-mine, iron-mine, helium-3-mine, titanium-mine, aluminum-mine",
    ),
    ("repairs-robot", Trigger.TURNED_OVER, "once: the next Work is without BUILD"),
    ("robot-butler", Trigger.TURNED_OVER, "lose a box"),
    ("robot-companion", Trigger.TURNED_OVER, "any action"),
    ("robot-waiter", Trigger.TURNED_OVER, "lose 2 food"),
    ("sentient-ai", Trigger.TURNED_OVER, "once: add a twist"),
    ("stacking-robot", Trigger.BEFORE_LOSS, "several: spend a box: lose 2 fewer"),
    ("warehouse-robot", Trigger.TURNED_OVER, "put a box on a building without one"),
    ("trade", Trigger.TURNED_OVER, "spend a box: draw 2 cards"),
    ("budget-cuts", Trigger.TURNED_OVER, "lose 2 money"),
    ("innovation", Trigger.TURNED_OVER, "BUILD"),
    ("construction-kits", Trigger.TURNED_OVER, "spend a box: BUILD at cost 4 or less"),
    ("grand-plan", Trigger.TURNED_OVER, "spend a card: BUILD at cost 5 or more"),
    ("hunger", Trigger.TURNED_OVER, "feed every building, and gain 2 people if nobody is lost"),
    ("paperwork", Trigger.TURNED_OVER, "draw a card; discard 2 cards"),
    ("glitch", Trigger.TURNED_OVER, "once: add a robot"),
    ("instruction-manual", Trigger.TURNED_OVER, "once: end the game"),
    ("work", Trigger.TURNED_OVER, "pick an action"),
    ("trouble", Trigger.TURNED_OVER, "once: add an event"),
    ("loneliness", Trigger.TURNED_OVER, "gain 3 people for each plus; lose 3 people for each minus"),
    ("dr-brain-grant-money", Trigger.TURNED_OVER, "gain 2 money"),
)
"""What the rulebook tells in full: card, moment, text."""


def entries(kind: str) -> list[dict[str, Any]]:
    return list(DOCUMENT[kind])


def abilities_of(card: str, trigger: Trigger) -> list[Ability]:
    return [found for found in CARDS[card].abilities if found.trigger is trigger]


def of_the_book(kind: str) -> set[str]:
    """The names of a list's cards that are the rulebook's."""
    return {card.name for card in CARDS.values() if card.source == "rulebook" and kind_of(card) == kind}


def kind_of(card: Building | ProgressCard) -> str:
    return "building" if isinstance(card, Building) else card.kind.value


@pytest.mark.rule(S1, S2, S3, S4)
def test_there_are_two_hundred_cards() -> None:
    counts = Counter(kind_of(card) for card in PACK.cards.values() for _ in range(card.copies))
    assert counts == {
        "building": 90, "perk": 25, "twist": 25, "development": 20, "robot": 20, "event": 13, "work": 4, "trouble": 2, "loneliness": 1,
    }  # fmt: skip
    assert counts.total() == 200


@pytest.mark.rule(S1)
def test_there_are_two_copies_of_each_of_forty_five_buildings() -> None:
    assert {card.copies for card in BUILDINGS.values()} == {2}
    assert Counter(card.source for card in BUILDINGS.values()) == {"rulebook": 29, "house": 16}
    assert len(PACK.building_deck()) == 90


def test_what_the_rulebook_names_is_there_under_its_name() -> None:
    assert of_the_book("building") == set(NAMED_BUILDINGS)
    assert of_the_book("robot") == set(NAMED_ROBOTS)
    assert of_the_book("development") == set(NAMED_DEVELOPMENTS)
    assert of_the_book("twist") == set(NAMED_TWISTS)
    assert of_the_book("event") == EVENT_NAMES
    assert {scientist.name for scientist in PACK.scientists if scientist.source == "rulebook"} == {"Dr. Brain"}


@pytest.mark.parametrize("card, trigger, text", TOLD, ids=[f"{card} {trigger}" for card, trigger, _ in TOLD])
def test_what_the_rulebook_tells_of_a_card_is_kept(card: str, trigger: Trigger, text: str) -> None:
    wanted = [ability(trigger, text)]
    assert abilities_of(card, trigger) == wanted
    named = CARDS[card]
    is_told_in_full = card not in ("bunker", "launch-pad")
    assert (trigger.value.replace("-", "_") in named.rulebook) is is_told_in_full


def test_what_works_all_the_time_is_kept() -> None:
    assert BUILDINGS["hacker-lair"].passives == (passive("ignore paperwork"),)
    assert BUILDINGS["potato-farm"].passives == (passive("food is money"),)
    cheaper = {key: card.passives for key, card in BUILDINGS.items() if any(isinstance(found, Cheaper) for found in card.passives)}
    assert set(cheaper) == {"assembly-line", "lunarcrete-factory", "reactor"}
    reactor, *_ = (found for found in BUILDINGS["reactor"].passives if isinstance(found, Cheaper))
    assert (reactor.at_least, reactor.at_most) != (0, None)


def test_the_only_numbers_of_people_that_the_rulebook_tells_are_kept() -> None:
    assert BUILDINGS["flag"].people == 0
    assert OTHERS["robot-waiter"].people == 4
    assert OTHERS["stacking-robot"].people == 6
    assert [card.key for card in CARDS.values() if "people" in card.rulebook] == ["flag", "robot-waiter"]
    assert not any({"cost", "symbol"} & card.rulebook for card in BUILDINGS.values())


def test_silica_mine_cares_nothing_for_farming() -> None:
    assert abilities_of("silica-mine", Trigger.FARM) == []


def test_what_the_rulebook_only_hints_at_is_there_in_some_measure() -> None:
    """The costs of Tourists and Risky Research, the ways of Radiation, the boxes of Repairs and Solar Panels, and the like."""
    costs = {card: [cost for found in CARDS[card].abilities for cost in costs_of(found)] for card in HINTED}
    assert {card: [(cost.what, cost.amount) for cost in found] for card, found in costs.items()} == HINTED
    doing = {card: {type(step).__name__ for found in OTHERS[card].abilities for step in steps_of(found)} for card in DOING}
    assert all(DOING[card] <= found for card, found in doing.items())
    assert "MoveBox" in {type(step).__name__ for found in BUILDINGS["warehouse"].abilities for step in found.steps}


HINTED = {"tourists": [("food", 2)], "risky-research": [("people", 2)], "solar-panels": [("boxes", 1)], "radiation": [], "repairs": []}
DOING = {
    "radiation": {"LoseBuilding", "Lose"},
    "repairs": {"Lose"},
    "engineers": {"LoseBuilding"},
    "overtime": {"Build"},
    "surveying": {"LayUnderMat", "DiscardFromUnderMat", "Gain"},
}


@pytest.mark.rule(P1)
def test_each_of_five_scientists_has_the_same_five_perks() -> None:
    sets = [PACK.perks(scientist.key) for scientist in PACK.scientists]
    assert [len(perks) for perks in sets] == [5] * 5
    assert len({tuple(PACK.progress(name).abilities for name in perks) for perks in sets}) == 1
    assert len({name for perks in sets for name in perks}) == 25


@pytest.mark.rule(E2, E8)
def test_events_come_in_the_order_of_their_numbers() -> None:
    events = [PACK.progress(name) for name in PACK.of_kind(Kind.EVENT)]
    assert [event.number for event in events] == list(range(1, 14))
    assert [event.name for event in events[:3]] == ["Hunger", "Paperwork", "Glitch"]
    assert events[-1].name == "Instruction Manual"
    assert [event.name for event in events if event.people] == [
        "Leak", "Tempers Flare", "Accident", "Airlock Test", "Moonquake", "Power Failure",
    ]  # fmt: skip


@pytest.mark.rule(S3)
def test_some_twists_are_for_a_first_game() -> None:
    simple = [PACK.progress(name) for name in PACK.simple_twists()]
    assert len(simple) >= 5
    assert all(len(card.abilities) == 1 and len(card.abilities[0].steps) == 1 for card in simple)


def test_a_card_is_found_by_its_name_and_kind() -> None:
    assert PACK.building("lunar:flag").key == "flag"
    assert PACK.progress("lunar:hunger").number == 1
    with pytest.raises(KeyError):
        PACK.building("lunar:hunger")
    with pytest.raises(KeyError):
        PACK.progress("lunar:flag")
    assert hash(PACK) == hash(read_pack(DOCUMENT))


def test_every_robot_costs_people() -> None:
    assert all(card.people > 0 for card in OTHERS.values() if card.kind is Kind.ROBOT)


def test_buildings_that_add_a_development_bear_the_sign_against_it() -> None:
    good = {"trade", "tourists", "innovation", "newcomers", "extra-shift"}
    steps = [(step, card.symbol) for card in BUILDINGS.values() for found in card.abilities for step in found.steps]
    adders = [(step.name, symbol) for step, symbol in steps if isinstance(step, AddDevelopment)]
    assert {name for name, _ in adders} == {card.key for card in OTHERS.values() if card.kind is Kind.DEVELOPMENT}
    assert max(Counter(name for name, _ in adders).values()) <= 2
    assert {(name, symbol) for name, symbol in adders} == {(name, "minus" if name in good else "plus") for name, _ in adders}
    assert sum(card.symbol != "" for card in BUILDINGS.values()) == len(adders)


@pytest.mark.rule(R16)
def test_some_building_cares_for_each_of_the_five_actions() -> None:
    triggers = {found.trigger.value for card in BUILDINGS.values() for found in card.abilities}
    assert triggers >= set(ACTIONS)


def test_six_buildings_or_more_do_something_when_lost_and_one_adds_an_event() -> None:
    lost = [card.key for card in BUILDINGS.values() if any(found.trigger is Trigger.LOST for found in card.abilities)]
    adds = [card.key for card in BUILDINGS.values() for found in card.abilities if AddEvent() in found.steps]
    assert len(lost) >= 6
    assert len(adds) == 1


def test_a_condition_looks_at_what_the_seat_has() -> None:
    (mine,) = abilities_of("aluminum-mine", Trigger.MINE)
    assert mine.condition == Having("money", 0, 0)


def test_what_is_ours_is_marked_entry_by_entry() -> None:
    lists = ("scientists", "buildings", "perks", "twists", "developments", "robots", "events", "starting")
    assert {entry["source"] for kind in lists for entry in entries(kind)} == {"rulebook", "house"}
    assert not any(card.rulebook for card in CARDS.values() if card.source == "house" and kind_of(card) != "perk")
    assert "this project's own" in PACK.description
