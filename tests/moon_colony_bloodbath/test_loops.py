"""A pack whose abilities would go round for ever is refused when it is loaded."""

import pytest

from domain.moon_colony_bloodbath.abilities import Ability, Trigger
from domain.moon_colony_bloodbath.loops import causing, comes_round
from domain.moon_colony_bloodbath.rulebook import R25
from domain.moon_colony_bloodbath.texts import ability


def going_round(*written: tuple[Trigger, str]) -> list[Trigger]:
    """The triggers of those abilities that come round to themselves."""
    abilities: list[Ability] = [ability(trigger, text) for trigger, text in written]
    causes = causing(abilities)
    return [found.trigger for found in abilities if comes_round(found, causes)]


@pytest.mark.rule(R25)
def test_an_action_may_not_cause_itself() -> None:
    assert going_round((Trigger.FARM, "FARM")) == [Trigger.FARM]
    assert going_round((Trigger.MINE, "spend a box: any action")) == [Trigger.MINE]
    assert going_round((Trigger.BUILD, "may: BUILD at cost 3 or less")) == [Trigger.BUILD]


@pytest.mark.rule(R25)
def test_an_action_may_not_cause_itself_by_way_of_another() -> None:
    assert going_round((Trigger.FARM, "MINE"), (Trigger.MINE, "gain 1 money"), (Trigger.MINE, "FARM")) == [Trigger.FARM, Trigger.MINE]
    assert going_round((Trigger.RESEARCH, "choose [BUILD] [gain 1 food]"), (Trigger.PLAY, "RESEARCH")) == [Trigger.RESEARCH]
    assert going_round((Trigger.RESTOCK, "lose a building"), (Trigger.LOST, "RESTOCK")) == [Trigger.RESTOCK]
    assert going_round((Trigger.MINE, "spend 2 people: draw a card"), (Trigger.LOST, "MINE")) == [Trigger.MINE]
    assert going_round((Trigger.FARM, "repeat a PLAY"), (Trigger.PLAY, "FARM")) == [Trigger.FARM]
    assert going_round((Trigger.FARM, "add a perk"), (Trigger.CARD_ADDED, "spend a box: FARM")) == [Trigger.FARM]
    assert going_round((Trigger.MINE, "add tourists"), (Trigger.CARD_ADDED, "add a robot; MINE")) == [Trigger.MINE]


@pytest.mark.rule(R25)
def test_a_gain_or_a_discard_may_not_cause_the_like_without_end() -> None:
    assert going_round((Trigger.FOOD_GAINED, "gain 1 food")) == [Trigger.FOOD_GAINED]
    assert going_round((Trigger.FOOD_GAINED, "FARM")) == [Trigger.FOOD_GAINED]
    assert going_round((Trigger.CARD_DISCARDED, "draw a card; discard a card")) == [Trigger.CARD_DISCARDED]
    assert going_round((Trigger.CARD_DISCARDED, "discard the cards under the mat")) == [Trigger.CARD_DISCARDED]


@pytest.mark.rule(R25)
def test_what_uses_itself_up_may_go_round() -> None:
    """A building that builds when played or lost needs a card each time; a circle of other moments closes nowhere."""
    assert going_round((Trigger.PLAY, "BUILD"), (Trigger.BUILD, "gain 1 money")) == []
    assert going_round((Trigger.LOST, "BUILD"), (Trigger.PLAY, "lose a building")) == []
    assert going_round((Trigger.LOST, "lose 2 people")) == []
    assert going_round((Trigger.CARD_ADDED, "add a robot")) == []
    assert going_round((Trigger.PLAY, "FARM"), (Trigger.FARM, "gain 1 food"), (Trigger.FOOD_GAINED, "gain 1 people")) == []
