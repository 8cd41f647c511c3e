"""Every fact, every line of a score and every choice can be said in plain words."""

from dataclasses import replace

import pytest

from domain.kernel.bag import Bag
from domain.kernel.fact import Fact
from domain.kernel.facts import AnswerSealed, SeatResigned
from domain.kernel.game import PointsCounted
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.kernel.secret import HIDDEN, sealed_for
from domain.moon_colony_bloodbath import commands, facts
from domain.moon_colony_bloodbath.parts import Building, card_name
from domain.moon_colony_bloodbath.phrases import describe
from domain.moon_colony_bloodbath.picture import picture
from domain.moon_colony_bloodbath.scoring import sheet
from domain.moon_colony_bloodbath.state import NOTHING, Frame, InPlay, Source
from domain.moon_colony_bloodbath.words import explain, words
from tests.moon_colony_bloodbath.packs import LUNAR, building, pack
from tests.moon_colony_bloodbath.playing import Picker, before_start, careless, greedy, played

ONE, TWO = Seat(1), Seat(2)
FARM, MINE, BUNKER, STORAGE = "lunar:kale-farm", "lunar:helium-3-mine", "lunar:bunker", "lunar:rd-storage"
TO_DO = (
    Frame("loss", amount=3),
    Frame("price", card=FARM, amount=2),
    Frame("action", action="mine"),
    Frame("pay", Source(FARM, 1)),
    Frame("steps", Source(BUNKER, 2)),
    Frame("steps", action="farm"),
    Frame("queue", pending=(Source(FARM, 1), Source(BUNKER, 2))),
    Frame("queue"),
)

SAID: tuple[tuple[Fact, str], ...] = (
    (facts.ScientistTaken(ONE, "dr-brain"), "Seat 1 plays Dr. Brain."),
    (facts.BuildingsShuffled(HIDDEN), "The building cards are shuffled."),
    (facts.BuildingsShuffled(sealed_for((FARM, BUNKER))), "The building cards are shuffled, from the top: Kale Farm, Bunker."),
    (facts.TwistsDealt(("lunar:overtime", "lunar:payday")), "The twists of this game are Overtime and Payday."),
    (facts.TwistsShuffled(HIDDEN), "The twists left over are shuffled."),
    (facts.RobotsShuffled(sealed_for(())), "The robots are shuffled."),
    (facts.ProgressShuffled(HIDDEN), "The progress deck is shuffled."),
    (facts.CardTurnedOver("lunar:sentient-ai"), "Sentient AI is turned over."),
    (facts.StageBegun("window"), "Whoever has something to use at any time may use it now."),
    (facts.StageBegun("loss"), "The people are lost first."),
    (facts.StageBegun("text"), "The text of the card follows."),
    (facts.StageBegun("start"), "Work begins."),
    (facts.StageBegun("pick"), "Everybody picks an action."),
    (facts.StageBegun("act"), "The actions are done."),
    (facts.StageBegun("end"), "Everybody is done with the card."),
    (AnswerSealed(ONE, HIDDEN), "Seat 1 has chosen, unseen."),
    (facts.ActionPicked(ONE, "farm"), "Seat 1 picks FARM."),
    (facts.ActionShown(ONE, "mine"), "Seat 1 picks MINE."),
    (facts.ActionDone(ONE, "mine"), "Seat 1 has done MINE."),
    (facts.CardLaid(ONE, MINE), "Seat 1 lays down Helium-3 Mine to build."),
    (facts.CardLaid(ONE, NOTHING), "Seat 1 builds nothing."),
    (facts.AbilityUsed(ONE, 3, "lunar:rd-storage"), "Seat 1 uses R&D Storage."),
    (facts.WentOn(ONE), "Seat 1 goes on."),
    (facts.StandingAnswerGiven(ONE, True), "Seat 1 goes on from now on unless it says otherwise."),
    (facts.StandingAnswerGiven(ONE, False), "Seat 1 wants to be asked from now on."),
    (facts.Gained(ONE, "food", 4, ""), "Seat 1 gains 4 food."),
    (facts.Gained(ONE, "people", 1, "lunar:moon-hotel"), "Seat 1 gains 1 person by Moon Hotel."),
    (facts.Lost(ONE, "people", 3, "lunar:leak"), "Seat 1 loses 3 people by Leak."),
    (facts.Paid(ONE, "money", 3, FARM), "Seat 1 pays 3 money for Kale Farm."),
    (facts.BoxPut(ONE, 1, FARM), "Seat 1 puts a box on Kale Farm."),
    (facts.BoxTaken(ONE, 1, FARM), "Seat 1 takes a box off Kale Farm."),
    (facts.BuildingBuilt(ONE, 1, FARM), "Seat 1 builds Kale Farm."),
    (facts.BuildingLost(TWO, 1, FARM), "Seat 2 gives up Kale Farm, with whatever lies on it."),
    (facts.PeopleMoved(TWO, 3, FARM), "Seat 2 loses Kale Farm: 3 people move to the mat."),
    (facts.PeopleMoved(TWO, 1, FARM), "Seat 2 loses Kale Farm: 1 person moves to the mat."),
    (facts.CardDrawn(ONE, HIDDEN), "Seat 1 draws a card."),
    (facts.CardDrawn(ONE, sealed_for(BUNKER, ONE)), "Seat 1 draws Bunker."),
    (facts.CardDiscarded(ONE, BUNKER, "hand"), "Seat 1 discards Bunker from hand."),
    (facts.CardDiscarded(ONE, BUNKER, "under-mat"), "Seat 1 discards Bunker from under its mat."),
    (facts.CardLaidOnMat(ONE, HIDDEN), "Seat 1 lays a card face down on its mat."),
    (facts.CardPutUnderMat(ONE, sealed_for(FARM, ONE)), "Seat 1 puts Kale Farm under its mat."),
    (facts.CardPassed(ONE, TWO, HIDDEN), "Seat 1 passes a card to seat 2."),
    (facts.CardAdded("robot", HIDDEN, False, ONE), "Seat 1 adds a robot to the progress deck."),
    (facts.CardAdded("event", HIDDEN, False, ONE), "Seat 1 adds an event to the progress deck."),
    (facts.CardAdded("development", "lunar:trade", False, ONE), "Seat 1 adds Trade to the progress deck."),
    (facts.CardAdded("event", "lunar:hunger", False), "Hunger goes on top of the progress deck."),
    (facts.CardAdded("robot", HIDDEN, True), "A robot goes on top of the progress deck in an event's place."),
    (facts.BatchShuffled(HIDDEN), "The cards that were added lie on the progress deck in an order left to chance."),
    (facts.CardSetAside("lunar:automatic-doors"), "Automatic Doors is set aside for the next Work."),
    (
        facts.WaitingCardDiscarded("lunar:automatic-doors", "abilities"),
        "Automatic Doors goes to the progress discards: no building has any ability in this Work.",
    ),
    (
        facts.WaitingCardDiscarded("lunar:repairs-robot", "build"),
        "Repairs Robot goes to the progress discards: nobody may BUILD in this Work.",
    ),
    (facts.WaitingCardDiscarded("lunar:repairs-robot", ""), "Repairs Robot goes to the progress discards."),
    (facts.ColonyFailed(ONE), "The colony of seat 1 has failed."),
    (facts.LeftToDo(ONE, ()), "Seat 1 has nothing left to do."),
    (
        facts.LeftToDo(ONE, TO_DO),
        "Seat 1 has still to go on, see to Kale Farm and Bunker, do FARM, follow the text of Bunker, pay for the text of Kale Farm, "
        "finish MINE, pay 2 for Kale Farm and lose 3 people.",
    ),
    (facts.TurnEnded(), "The turn is over."),
    (facts.GameEnded("manual"), "The Instruction Manual has been found: the game is over."),
    (facts.GameEnded("failure"), "A colony has failed: the game is over."),
    (SeatResigned(ONE), "Seat 1 resigns."),
    (PointsCounted(ONE, 12, "people-on-mat"), "Seat 1 has 12 points for the people on the mat."),
    (PointsCounted(ONE, 6, "highest-event"), "Seat 1 has 6 points for the highest number among the events added."),
    (PointsCounted(ONE, 1, "extra-robots"), "Seat 1 has 1 point for the robots added in the place of events."),
    (PointsCounted(ONE, 1, FARM), "Seat 1 has 1 point for the people of Kale Farm."),
)

COLONIES = before_start(2).with_player(ONE, buildings=(InPlay(1, FARM, 2), InPlay(2, STORAGE, 1), InPlay(3, FARM), InPlay(4, BUNKER)))
"""Seat 1 has two buildings of one kind among its four."""
USES_STORAGE = "use R&D Storage: spend a box here, then draw a card (costs 1 box here; gives 1 card)"

DESCRIBED: tuple[tuple[Choice, str], ...] = (
    (Choice(commands.Answer(ONE, "mine"), gives=(("money", 4),)), "pick MINE (gives 4 money)"),
    (
        Choice(commands.Answer(ONE, sealed_for(FARM, ONE)), (("money", 3),), (("people", 1),)),
        "pass Kale Farm (costs 3 money; gives 1 person)",
    ),
    (Choice(commands.Answer(ONE, NOTHING)), "build nothing"),
    (Choice(commands.Answer(ONE, HIDDEN)), "choose, unseen"),
    (Choice(commands.PickAction(ONE, "restock"), gives=(("boxes", 2),)), "pick RESTOCK (gives 2 boxes)"),
    (
        Choice(commands.Build(ONE, FARM), (("money", 3),), (("people in buildings", 1),)),
        "build Kale Farm: PLAY: FARM; FARM: gain 1 food (costs 3 money; gives 1 person in buildings)",
    ),
    (Choice(commands.UseAbility(ONE, 2, 1), (("boxes here", 1),), (("cards", 1),)), USES_STORAGE),
    (Choice(commands.DoAction(ONE)), "do the action itself"),
    (Choice(commands.Accept(ONE), (("boxes", 1),), (("people", 4),)), "do it (costs 1 box; gives 4 people)"),
    (Choice(commands.Decline(ONE)), "do without it"),
    (Choice(commands.GoOn(ONE)), "go on"),
    (Choice(commands.Stand(ONE, True)), "go on from now on"),
    (Choice(commands.Stand(ONE, False)), "be asked from now on"),
    (Choice(commands.DiscardCards(ONE, (FARM, BUNKER))), "discard Kale Farm and Bunker"),
    (Choice(commands.LayCardOnMat(ONE, FARM)), "lay Kale Farm on the mat"),
    (Choice(commands.ChooseBoxes(ONE, (1, 1, 2))), "2 boxes on Kale Farm, building 1 and 1 box on R&D Storage"),
    (Choice(commands.MoveBox(ONE, 2, 3)), "move a box from R&D Storage to Kale Farm, building 3"),
    (Choice(commands.LoseBuilding(ONE, 4), ((BUNKER, 1),), (("people", 3),)), "lose Bunker (gives 3 people)"),
    (Choice(commands.LoseBuilding(ONE, 9)), "lose building 9"),
    (Choice(commands.Pay(ONE, 0)), "pay in money"),
    (Choice(commands.Pay(ONE, 2)), "pay 2 food, the rest in money"),
    (
        Choice(commands.AddPerk(ONE, "lunar:dr-brain-supply-drop"), gives=(("boxes later", 1),)),
        "add Dr. Brain Supply Drop: put a box (gives 1 box later)",
    ),
    (Choice(commands.RepeatAbility(ONE, 4, 0)), "repeat Bunker: add a robot"),
    (Choice(commands.ChooseWay(ONE, 1)), "way 2 of the card"),
)


def named(case: object) -> str:
    """What a case is called in the report."""
    return case.NAME if isinstance(case, Fact) else case.command.NAME if isinstance(case, Choice) else ""


@pytest.mark.parametrize("fact, sentence", SAID, ids=named)
def test_a_fact_is_one_plain_sentence(fact: Fact, sentence: str) -> None:
    assert words(fact) == sentence


def test_no_fact_of_the_game_is_without_a_sentence() -> None:
    assert {type(fact) for fact, _ in SAID} == {*facts.FACTS, SeatResigned, PointsCounted}


@pytest.mark.parametrize("choice, phrase", DESCRIBED, ids=named)
def test_a_choice_is_a_short_phrase(choice: Choice, phrase: str) -> None:
    assert describe(COLONIES, choice) == phrase


PICKED: tuple[tuple[str, tuple[InPlay, ...], str], ...] = (
    ("build", (), "pick BUILD: pay for a card and put it into play"),
    ("restock", (), "pick RESTOCK: there is no building to put boxes on"),
    ("restock", (InPlay(1, BUNKER),), "pick RESTOCK"),
    ("farm", (InPlay(1, FARM),), "pick FARM"),
    ("farm", (InPlay(1, "lunar:nursery"),), "pick FARM; perhaps Nursery: spend a box here, then gain 4 people"),
    ("mine", (InPlay(1, "lunar:aluminum-mine"),), "pick MINE; perhaps Aluminum Mine: if no money, gain 5 money"),
)
"""An action, the buildings that its seat has, and what is said of picking it."""


@pytest.mark.parametrize("action, buildings, phrase", PICKED)
def test_a_pick_names_what_may_come_of_it(action: str, buildings: tuple[InPlay, ...], phrase: str) -> None:
    colony = COLONIES.with_player(ONE, buildings=buildings)
    assert describe(colony, Choice(commands.Answer(ONE, action))) == phrase
    assert describe(colony, Choice(commands.PickAction(ONE, action))) == phrase


OFFERED: tuple[tuple[Frame, Choice, str], ...] = (
    (
        Frame("queue", pending=(Source("lunar:risky-research"),)),
        Choice(commands.Accept(ONE), (("people", 2),), (("cards", 2),)),
        "do Risky Research: spend 2 people, then draw 2 cards (costs 2 people; gives 2 cards)",
    ),
    (
        Frame("queue", pending=(Source("lunar:risky-research"),)),
        Choice(commands.Decline(ONE)),
        "do without Risky Research: spend 2 people, then draw 2 cards",
    ),
    (Frame("queue", pending=(Source(BUNKER, 4),)), Choice(commands.Accept(ONE)), "do Bunker: add a robot"),
    (Frame("steps", Source("lunar:surveying")), Choice(commands.ChooseWay(ONE, 0)), "Surveying: lay 2 cards from the deck under the mat"),
    (
        Frame("steps", Source("lunar:surveying")),
        Choice(commands.ChooseWay(ONE, 1)),
        "Surveying: discard the cards under the mat; gain 2 money for each discarded card",
    ),
    (
        Frame("action", action="build", own=True, shared=True),
        Choice(commands.Answer(ONE, sealed_for("lunar:potato-farm", ONE))),
        "build Potato Farm: FARM: gain 2 food; food is money",
    ),
    (Frame("action", action="build", own=True), Choice(commands.Build(ONE, "lunar:bunkhouse")), "build Bunkhouse"),
    (Frame("action", action="farm", own=True), Choice(commands.DoAction(ONE)), "FARM itself"),
    (Frame("action", action="farm"), Choice(commands.Decline(ONE)), "leave the rest of FARM"),
    (Frame("action", action="build", own=True), Choice(commands.Decline(ONE)), "build nothing"),
)


@pytest.mark.parametrize("frame, choice, phrase", OFFERED, ids=named)
def test_a_choice_within_a_card_says_what_the_card_says(frame: Frame, choice: Choice, phrase: str) -> None:
    assert describe(COLONIES.with_stack(ONE, frame), choice) == phrase


@pytest.mark.parametrize("card", LUNAR.cards)
def test_every_ability_of_the_pack_has_the_line_that_is_printed_for_it(card: str) -> None:
    for number, ability in enumerate(LUNAR.cards[card].abilities):
        colony = COLONIES.with_stack(ONE, Frame("queue", pending=(Source(card, 0, number),)))
        said = describe(colony, Choice(commands.Accept(ONE)))
        assert said.startswith(f"do {LUNAR.called(card)}: ")
        assert not set(said) & set("[]")
        assert said.count(", then ") == bool(ability.cost)


def test_no_choice_of_the_game_is_without_a_phrase() -> None:
    assert {type(choice.command) for choice, _ in DESCRIBED} == set(commands.COMMANDS)


def test_what_is_offered_and_drawn_bears_the_name_that_is_printed() -> None:
    chosen = pack(replace(building("dig", people=2), name="Käsemine"))
    mats = replace(COLONIES, pack=chosen, events=("test:third-glitch",))
    mats = mats.with_player(ONE, buildings=(InPlay(1, "test:dig"),), hand=Bag.of("test:dig"))
    assert describe(mats, Choice(commands.LoseBuilding(ONE, 1))) == "lose Käsemine"
    passed = Choice(commands.Answer(ONE, sealed_for("test:dig", ONE)), costs=(("test:dig", 1),))
    assert describe(mats, passed) == "pass Käsemine"
    shown = "\n".join("".join(span.text for span in line) for line in picture(mats))
    assert "(next Glitch)" in shown
    assert "buildings: Käsemine 2" in shown
    assert "hand: Käsemine" in shown


def test_a_history_spells_the_entry_where_no_pack_is_at_hand() -> None:
    assert words(facts.CardTurnedOver("lunar:third-glitch")) == "Third Glitch is turned over."


def test_a_card_is_called_as_the_pack_calls_it() -> None:
    called = {card.name: card_name(name) for name, card in LUNAR.cards.items() if isinstance(card, Building)}
    assert called == {name: name for name in called}


def test_a_line_of_the_sheet_is_explained_by_what_is_printed() -> None:
    assert explain(LUNAR, PointsCounted(ONE, 5, BUNKER)) == f"Bunker: {LUNAR.building(BUNKER).people} people live in it."
    assert explain(pack(building("hut", people=1)), PointsCounted(ONE, 1, "test:hut")) == "hut: 1 person lives in it."
    assert explain(LUNAR, PointsCounted(ONE, 12, "people-on-mat")) == "The people on the mat."


@pytest.mark.parametrize("seed, player", [(1, careless(1)), (2, careless(2)), (3, greedy)])
def test_everything_in_a_whole_game_can_be_said(seed: int, player: Picker) -> None:
    """Sentences end with a full stop; nothing shows how it is stored."""
    *moves, (end, _, _) = played(seed, *[player] * 3)
    said = [words(ruled.fact) for caused in (*(caused for _, _, caused in moves), sheet(end)) for ruled in caused]
    phrases = [describe(state, taken) for state, taken, _ in moves if taken]
    assert len(said) > 200
    assert [text for text in said if not text.endswith(".") or set(text) & set("{}[]<>=_'\"")] == []
    assert [text for text in phrases if set(text) & set("{}[]<>=_'\"")] == []
