"""What is written on a card is read into effects, or refused with the words at fault."""

from typing import get_args

import pytest

from domain.moon_colony_bloodbath.abilities import Ability, Cheaper, FoodAsMoney, Having, Ignores, Passive, Trigger
from domain.moon_colony_bloodbath.effects import (  # fmt: skip
    ACTIONS,
    Act,
    AddDevelopment,
    AddEvent,
    AddPerk,
    AddRobot,
    AddTwist,
    Build,
    Choose,
    Discard,
    DiscardFromUnderMat,
    Draw,
    Each,
    EndGame,
    Feed,
    Gain,
    LayOnMat,
    LayUnderMat,
    Lose,
    LoseBuilding,
    LossSmaller,
    MoveBox,
    PassLeft,
    PutBoxes,
    RepeatPlay,
    SetAside,
    Spend,
    StartWork,
    Step,
    Way,
)
from domain.moon_colony_bloodbath.texts import Unreadable, ability, passive

STEPS: tuple[tuple[str, Step], ...] = (
    ("gain 4 money", Gain("money", 4)),
    ("gain 3 people for each plus", Gain("people", 3, Each("plus"))),
    ("gain 1 money for each of dust-mine, helium-3-mine", Gain("money", 1, Each("names", ("dust-mine", "helium-3-mine")))),
    ("gain 2 money for each discarded card", Gain("money", 2, Each("discarded"))),
    ("lose a person", Lose("people", 1)),
    ("lose a box", Lose("boxes", 1)),
    ("lose 1 money for each building", Lose("money", 1, Each("buildings"))),
    ("lose 3 people for each minus", Lose("people", 3, Each("minus"))),
    ("lose 1 food for each box", Lose("food", 1, Each("boxes"))),
    ("lose a building", LoseBuilding()),
    ("lose 3 fewer", LossSmaller(3)),
    ("draw a card", Draw(1)),
    ("draw 2 cards", Draw(2)),
    ("discard 2 cards", Discard(2)),
    ("put 2 boxes", PutBoxes(2)),
    ("put a box here", PutBoxes(1, "here")),
    ("put a box on a building without one", PutBoxes(1, "without-box")),
    ("move a box", MoveBox()),
    ("FARM", Act(("farm",))),
    ("MINE or BUILD", Act(("mine", "build"))),
    ("any action", Act(ACTIONS)),
    ("BUILD", Build()),
    ("BUILD at cost 4 or less", Build(0, 4)),
    ("BUILD at cost 5 or more", Build(5)),
    ("BUILD at cost 3 to 5", Build(3, 5)),
    ("add a perk", AddPerk()),
    ("add a robot", AddRobot()),
    ("add an event", AddEvent()),
    ("add a twist", AddTwist()),
    ("add budget-cuts", AddDevelopment("budget-cuts")),
    ("repeat a PLAY", RepeatPlay()),
    ("feed every building, and gain 2 people if nobody is lost", Feed(2)),
    ("lay a card on the mat", LayOnMat()),
    ("lay 2 cards under the mat", LayUnderMat(2)),
    ("discard the cards under the mat", DiscardFromUnderMat()),
    ("pass a card to the left", PassLeft()),
    ("the next Work is without abilities", SetAside("abilities")),
    ("the next Work is without BUILD", SetAside("build")),
    ("pick an action", StartWork()),
    ("end the game", EndGame()),
    (
        "choose [spend a box and 2 food: draw a card; gain 1 money] [lose a building]",
        Choose((Way((Draw(1), Gain("money", 1)), (Spend("boxes"), Spend("food", 2))), Way((LoseBuilding(),)))),
    ),
)

PASSIVES: tuple[tuple[str, Passive], ...] = (
    ("BUILD 1 cheaper", Cheaper(1)),
    ("BUILD 2 cheaper at cost 5 or more", Cheaper(2, 5)),
    ("BUILD 2 cheaper at cost 3 or less", Cheaper(2, 0, 3)),
    ("food is money", FoodAsMoney()),
    ("ignore paperwork", Ignores("paperwork")),
)


@pytest.mark.parametrize("text, step", STEPS)
def test_a_step_is_read(text: str, step: Step) -> None:
    assert ability(Trigger.PLAY, text) == Ability(Trigger.PLAY, (step,))


def test_every_step_of_the_vocabulary_can_be_written() -> None:
    assert {type(step) for _, step in STEPS} == set(get_args(Step))


@pytest.mark.parametrize("text, meant", PASSIVES)
def test_what_works_all_the_time_is_read(text: str, meant: Passive) -> None:
    assert passive(text) == meant


def test_every_passive_of_the_vocabulary_can_be_written() -> None:
    assert {type(meant) for _, meant in PASSIVES} == set(get_args(Passive))


def test_steps_follow_each_other_after_a_semicolon() -> None:
    assert ability(Trigger.RESTOCK, "gain 4 money; draw a card; discard a card").steps == (Gain("money", 4), Draw(1), Discard(1))


def test_what_is_spent_stands_before_the_steps() -> None:
    assert ability(Trigger.FARM, "spend a box here: gain 4 people").cost == (Spend("boxes", 1, here=True),)
    assert ability(Trigger.FARM, "spend a card and 2 people: draw a card").cost == (Spend("cards"), Spend("people", 2))
    assert ability(Trigger.FARM, "spend 3 food: spend 1 money: draw a card").cost == (Spend("food", 3), Spend("money"))


def test_how_often_and_for_whom_stands_before_the_steps() -> None:
    assert ability(Trigger.BUILD, "may: draw a card").may
    assert ability(Trigger.BEFORE_LOSS, "several: spend a box: lose 2 fewer").several
    assert ability(Trigger.TURNED_OVER, "once: add a robot").once
    assert ability(Trigger.EVENT, "at accident: draw a card").event == "accident"


def test_what_is_spent_together_is_paid_in_an_order_in_which_all_of_it_can_be() -> None:
    written = "spend a person and 2 money and a card and 1 food and a box and a box here: draw a card"
    paid = (Spend("boxes", 1, True), Spend("boxes"), Spend("food"), Spend("money", 2), Spend("cards"), Spend("people"))
    assert ability(Trigger.MINE, written).cost == paid
    (choice,) = ability(Trigger.MINE, "choose [spend 1 money and 1 food: draw a card] [FARM]").steps
    assert choice.ways[0].cost == (Spend("food"), Spend("money"))  # type: ignore[union-attr]


def test_a_condition_says_at_least_at_most_or_none() -> None:
    conditions = {text: ability(Trigger.MINE, f"if {text}: draw a card").condition for text in CONDITIONS}
    assert conditions == CONDITIONS


CONDITIONS = {
    "no money": Having("money", 0, 0),
    "no boxes here": Having("boxes-here", 0, 0),
    "3 or more buildings": Having("buildings", 3),
    "4 or less people on the mat": Having("people-on-mat", 0, 4),
}


@pytest.mark.parametrize(
    "text",
    [
        "gain 4 gold", "gain money", "gain 2 boxes", "draw -1 cards", "add Trade", "farm", "FARM and MINE", "", "gain 4 money;draw a card",
        "spend a box", "spend 2 food here: draw a card", "spend a building: draw a card", "spend 2 food, 1 money: draw a card",
        "if rich: draw a card", "if no gold: draw a card", "if 2 money: draw a card", "at: draw a card", "twice: draw a card",
        "choose [draw a card] [choose [lose a box] [gain 1 food]]", "choose [draw a card; choose [lose a box] [gain 1 food]] [FARM]",
        "choose [draw a card]", "choose [may: draw a card] [lose a box]", "choose [draw a card] [steal a box]",
    ],
)  # fmt: skip
def test_what_no_card_can_do_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        ability(Trigger.PLAY, text)


@pytest.mark.parametrize("text", ["BUILD cheaper", "gain 1 money", "ignore", "money is food"])
def test_what_cannot_work_all_the_time_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        passive(text)
