"""Every fact, every line of a score and every choice can be said in plain words."""

import pytest

from domain.high_moon import commands, facts
from domain.high_moon.scoring import sheet
from domain.high_moon.words import describe, words
from domain.kernel.fact import Fact
from domain.kernel.facts import SeatResigned
from domain.kernel.game import PointsCounted
from domain.kernel.names import Seat
from domain.kernel.question import Choice
from domain.kernel.secret import HIDDEN, sealed_for
from tests.high_moon.playing import before_start, careless, played

ONE, TWO = Seat(1), Seat(2)

SAID: tuple[tuple[Fact, str], ...] = (
    (facts.ColourTaken(ONE, "green"), "Seat 1 plays green."),
    (facts.TilesShuffled(HIDDEN), "The distillery tiles are shuffled."),
    (facts.TilesShuffled(sealed_for(("bat", "crow"))), "The distillery tiles are shuffled, from the top: bat, crow."),
    (facts.StartingCardLaid(1, (1, 2)), "Starting card 2 is laid at row 1, column 2."),
    (facts.CriteriaShown(("1A", "2C", "2D", "4B")), "The criteria of this game are 1A, 2C, 2D, 4B."),
    (facts.DeckShuffled(ONE, HIDDEN), "The deck of seat 1 is shuffled."),
    (facts.DeckShuffled(ONE, ("frontier:red-2", "frontier:red-1")), "The deck of seat 1 is shuffled, from the top: red-2, red-1."),
    (facts.StartingPlayerDrawn(TWO), "Seat 2 has the first turn."),
    (facts.CardDrawn(ONE, HIDDEN), "Seat 1 draws a card."),
    (facts.CardDrawn(ONE, sealed_for("frontier:red-2", ONE)), "Seat 1 draws red-2."),
    (facts.CardPlaced(ONE, "frontier:red-2", (-1, 3), 0), "Seat 1 places red-2 at row -1, column 3."),
    (facts.CardPlaced(ONE, "frontier:red-2", (-1, 3), 180), "Seat 1 places red-2 at row -1, column 3, turned round."),
    (facts.CardSetAside(ONE, "frontier:red-2"), "Seat 1 shows red-2, which fits nowhere, and sets it aside."),
    (facts.TileLaid((0, 3), "bat"), "A bat distillery opens at row 0, column 3."),
    (facts.TokensGained(ONE, 1), "Seat 1 gains 1 token."),
    (facts.TokensGained(ONE, 3), "Seat 1 gains 3 tokens."),
    (facts.TokensTakenBack(ONE, 2), "The reserve being empty, seat 1 takes 2 tokens back from its discards."),
    (facts.GainLost(ONE, 1), "Seat 1 goes without 1 token that nothing is left to give."),
    (facts.TokensDiscarded(ONE, 2), "Seat 1 discards 2 tokens."),
    (facts.TokenPlaced(ONE, "ranch", (2, 0), "available", False), "Seat 1 founds a ranch at row 2, column 0."),
    (facts.TokenPlaced(ONE, "cow", (2, 0), "available", True), "Seat 1 places a cow at row 2, column 0 by a bottle."),
    (
        facts.TokenPlaced(ONE, "cow", (2, 0), "reserve", True),
        "Seat 1 places a cow at row 2, column 0 with a token from the reserve by a bottle.",
    ),
    (facts.TrackAsked(ONE, "token", ()), "Seat 1 has covered a joker and chooses a track."),
    (facts.TrackChosen(ONE, "crow"), "Seat 1 lets the joker count as a crow."),
    (facts.MarkerMoved(ONE, "crow", 4), "The crow marker of seat 1 moves up to space 4."),
    (
        facts.BottleGained(ONE, "bat", (0, 3)),
        "Seat 1 is connected to the distillery at row 0, column 3 and gains a bottle of bat liquor.",
    ),
    (facts.BottleOpened(ONE, "bat"), "Seat 1 opens a bottle of bat liquor."),
    (facts.SecondTokenAsked(ONE), "Seat 1 may place a second token by its bottle."),
    (facts.SecondTokenDeclined(ONE), "Seat 1 does without the second token."),
    (facts.CriterionScored(ONE, "2B", 8), "Seat 1 fulfils criterion 2B and scores 8 points."),
    (facts.SeatPassed(ONE), "Seat 1 passes."),
    (facts.AidEmptied(ONE, 3), "Seat 1 returns 3 tokens from its discards to its reserve."),
    (facts.TurnPassed(ONE), "It is the turn of seat 1."),
    (facts.PlayEnded(), "The last turn is over."),
    (SeatResigned(ONE), "Seat 1 resigns."),
    (PointsCounted(ONE, 16, "criterion-2A"), "Seat 1 has 16 points for criterion 2A."),
    (PointsCounted(ONE, 6, "bottles-spider", (3, 2)), "Seat 1 has 6 points for 3 spider bottles at position value 2."),
    (PointsCounted(ONE, 1, "bottles-bat", (1, 1)), "Seat 1 has 1 point for 1 bat bottle at position value 1."),
    (PointsCounted(ONE, 3, "lowest-marker", (1,)), "Seat 1 has 3 points for the lowest marker, on space 1."),
    (
        PointsCounted(ONE, 2, "unused", (4, 1)),
        "Seat 1 has 2 points for 4 unused tokens and 1 unopened bottle, two for a point.",
    ),
)

DESCRIBED: tuple[tuple[Choice, str], ...] = (
    (Choice(commands.PlaceCard(ONE, (1, 2), 0)), "place the card at row 1, column 2"),
    (
        Choice(commands.PlaceCard(ONE, (1, 2), 180), gives=(("tokens", 3), ("seat:0 tokens", 2))),
        "place the card at row 1, column 2, turned round (gives 3 tokens, 2 tokens to seat 0)",
    ),
    (Choice(commands.SetCardAside(ONE)), "set the card aside"),
    (
        Choice(commands.OpenBottle(ONE, "spider", tokens=2), (("spider bottles", 1),), (("tokens", 2),)),
        "open a bottle of spider liquor: gain 2 tokens (costs 1 spider bottle; gives 2 tokens)",
    ),
    (Choice(commands.OpenBottle(ONE, "crow", kind="cow", at=(0, 1))), "open a bottle of crow liquor: place a cow at row 0, column 1"),
    (
        Choice(commands.PlaceToken(ONE, "ranch", (0, 1)), (("tokens", 2),), (("bat bottles", 1), ("crow steps", 1))),
        "found a ranch at row 0, column 1 (costs 2 tokens; gives 1 bat bottle, 1 crow step)",
    ),
    (Choice(commands.PlaceToken(ONE, "cow", (0, 1))), "place a cow at row 0, column 1"),
    (Choice(commands.Pass(ONE), gives=(("tokens", 3),)), "pass (gives 3 tokens)"),
    (Choice(commands.EndTurn(ONE)), "end the turn"),
    (Choice(commands.ChooseTrack(ONE, "bat")), "move up the bat track"),
    (Choice(commands.Decline(ONE)), "do without the second token"),
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
    assert describe(before_start(2), choice) == phrase


def test_no_choice_of_the_game_is_without_a_phrase() -> None:
    assert {type(choice.command) for choice, _ in DESCRIBED} == set(commands.COMMANDS)


@pytest.mark.whole_games
@pytest.mark.parametrize("seed", range(3))
def test_everything_in_a_whole_game_can_be_said(seed: int) -> None:
    """Sentences end with a full stop; nothing shows how it is stored."""
    *moves, (end, _, _) = played(seed, *[careless(seed)] * 3)
    said = [words(ruled.fact) for caused in (*(caused for _, _, caused in moves), sheet(end)) for ruled in caused]
    phrases = [describe(state, taken) for state, taken, _ in moves if taken]
    assert len(said) > 200
    assert [text for text in said if not text.endswith(".") or set(text) & set("{}[]<>=_:'\"") - {":"}] == []
    assert [text for text in phrases if set(text) & set("{}[]<>=_'\"")] == []
