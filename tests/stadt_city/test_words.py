"""Every fact, every line of a score and every choice can be said in plain words, and without drinks where they are left out."""

from dataclasses import replace
from typing import get_args

import pytest

from domain.kernel.fact import Fact
from domain.kernel.facts import AnswerSealed, DeadlineLifted, DeadlinePassed, DeadlineSet, SeatResigned
from domain.kernel.game import OptionValue, PointsCounted
from domain.kernel.question import Choice
from domain.kernel.secret import HIDDEN, Sealed, sealed_for
from domain.stadt_city import commands, facts
from domain.stadt_city.phrases import describe
from domain.stadt_city.picture import picture
from domain.stadt_city.questions import choices
from domain.stadt_city.rulebook import C6, D1
from domain.stadt_city.rulesets import Cause
from domain.stadt_city.scoring import sheet
from domain.stadt_city.state import Challenge, Stage, Won
from domain.stadt_city.words import amount, explain, listed, seats, who, won, words
from tests.stadt_city.playing import Picker, careless, greedy, played
from tests.stadt_city.scenes import PACK, A, B, C, D, at, position
from tests.stadt_city.talk import DRINKS

FLY, PUSH, TWICE, SWITCH, BAKER = (f"stadt:{key}" for key in ("fly", "push", "twice-dice", "switch", "the-night-baker"))
FALLEN, TITAN, PONG = "stadt:the-uncrowned", "stadt:granita-of-the-slow-ice", "stadt:beer-pong"
WRITTEN = Sealed("We were quicker", frozenset())

SAID: tuple[tuple[Fact, str], ...] = (
    (facts.AgesSettled((C, A, B), (B, A, C)), "From the oldest: seats 2, 0 and 1; characters are drawn in the order 1, 0 and 2."),
    (facts.ColourTaken(B, "blue"), "Seat 1 plays blue."),
    (facts.TitleRolled(B, (5, 4), False), "Seat 1 rolls 5 and 4 for the Harbinger."),
    (facts.TitleRolled(B, (5, 4), True), "Seat 1 rolls 5 and 4 for the Harbinger, as entered."),
    (facts.HarbingerNamed(B), "Seat 1 is the Harbinger."),
    (facts.DeckShuffled("prizes", HIDDEN), "The prize cards are shuffled."),
    (facts.DeckShuffled("challenges:3", HIDDEN), "The challenges for 3 are shuffled."),
    (
        facts.DeckShuffled("heroes", sealed_for((FALLEN, TITAN))),
        "The fallen heroes are shuffled, from the top: The Uncrowned, Granita of the Slow Ice.",
    ),
    (facts.RoundBegun(3, (B, A)), "Round 3 begins; seats 1 and 0 move in this order."),
    (facts.StageBegun("harbinger"), "The Harbinger rolls."),
    (facts.MovementBegun(B), "Seat 1 is to move."),
    (facts.StayedPut(B), "Seat 1 has company and stays where it is."),
    (facts.DiceSet(B, TWICE, 2, 10), "Seat 1 rolls 2d10 to move this time, by Twice Dice."),
    (facts.MovementRolled(B, 10, (7,), False), "Seat 1 rolls 7 to move."),
    (facts.MovementRolled(B, 10, (7, 3), True), "Seat 1 rolls 7 and 3 to move, as entered."),
    (facts.FlightBegun(B), "Seat 1 takes off: it crosses anomalies in this move."),
    (facts.SquareEntered(B, "B6"), "Seat 1 goes to B6."),
    (facts.SquareEntered(B, "B6", "stadt:diagonal"), "Seat 1 goes to B6 by Diagonal."),
    (facts.DirectionTaken(B, "north"), "Seat 1 heads north."),
    (facts.DirectionRolled(B, "east", False), "The directional die sends seat 1 east."),
    (facts.DirectionRolled(B, "east", True), "The directional die sends seat 1 east, as entered."),
    (facts.StepsEnded(B), "Seat 1 makes no further step."),
    (facts.MovementEnded(B), "The movement phase of seat 1 is over."),
    (facts.PrizePlayed(B, PUSH), "Seat 1 plays Push."),
    (facts.PieceMoved(C, "B6", PUSH), "Push takes the piece of seat 2 to B6."),
    (facts.BurstBegun(B, "stadt:push-burst-2", (A, C)), "Push Burst 2 of seat 1 reaches seats 0 and 2."),
    (facts.BurstEnded(B), "The burst of seat 1 is over: what it has not moved stays where it is."),
    (facts.BurstBegun(B, "stadt:push-burst-2", ()), "Push Burst 2 of seat 1 reaches nobody."),
    (facts.SquaresRestored(("B6",)), "B6 stands again."),
    (facts.SquaresRestored(("A1", "B6", "J10")), "A1, B6 and J10 stand again."),
    (facts.SquareProtected(B, "B6"), "Seat 1 protects B6: it cannot be destroyed this round."),
    (facts.WindowPassed(B), "Seat 1 plays no card now."),
    (facts.StandingPassSet(B, True), "Seat 1 plays no cards from now on unless it says otherwise."),
    (facts.StandingPassSet(B, False), "Seat 1 wants to be asked again whether it plays a card."),
    (facts.PrizesDue(B, "B6", 1), "Seat 1 is to draw 1 prize card for the challenge on B6."),
    (facts.PrizesDue(B, "B6", 3), "Seat 1 is to draw 3 prize cards for the challenge on B6."),
    (facts.PrizeDrawn(B, HIDDEN), "Seat 1 draws a prize card."),
    (facts.PrizeDrawn(B, sealed_for(FLY, B)), "Seat 1 draws Fly."),
    (facts.PrizesLacking(B, 2), "No prize card is left: seat 1 draws 2 cards fewer."),
    (facts.PrizesDiscarded(B, (FLY, PUSH)), "Seat 1 holds too many and discards Fly and Push."),
    (facts.PairRolled("B6", 10, 10, False), "The dice of the Harbinger name B6."),
    (facts.PairRolled("B6", 6, 0, True), "The dice of the Harbinger name B6, as entered."),
    (facts.SquareDestroyed("B6"), "B6 is destroyed."),
    (
        facts.CharacterLost(B, BAKER, "B6", "movement", True, True),
        "Seat 1 loses The Night Baker to the anomaly on B6, on its own way. "
        "This counts towards being out. The card stays with its player, for good.",
    ),
    (
        facts.CharacterLost(B, BAKER, "B6", "harbinger", True, False),
        "Seat 1 loses The Night Baker to the anomaly that opens under it on B6. This counts towards being out.",
    ),
    (
        facts.CharacterLost(B, BAKER, "B6", "card", False, False),
        "Seat 1 loses The Night Baker to the anomaly on B6, moved there by a card.",
    ),
    (facts.CharacterLost(B, BAKER, "B6", "challenge", False, False), "Seat 1 loses The Night Baker in the challenge on B6."),
    (facts.CharacterLost(B, BAKER, "B6", "fallen", False, False), "Seat 1 loses The Night Baker to a fallen in the challenge on B6."),
    (facts.CharacterLost(B, BAKER, "B6", "alliance", False, False), "Seat 1 loses The Night Baker on B6, together with its ally."),
    (facts.SeatWentOut(B, "losses"), "Seat 1 is out: it has lost as often as one may."),
    (facts.SeatWentOut(B, "no-character"), "Seat 1 is out: no character is left to draw."),
    (facts.SeatWentOut(B, "no-square"), "Seat 1 is out: no square is left to stand on."),
    (facts.PieceSentAway(B, "A10"), "Defeated, the piece of seat 1 goes to A10."),
    (facts.DrinkOwed(B, "drink", "movement", ()), "Seat 1 owes a drink."),
    (facts.DrinkOwed(B, "drink", "challenge", (A, C)), "Seat 1 owes a drink; seats 0 and 2 may say which."),
    (facts.DrinkOwed(B, "finish", "harbinger", ()), "Seat 1 has to finish its drink."),
    (facts.DrinkChosen(A, B, Sealed("apple juice", frozenset())), "Seat 0 says what seat 1 drinks (apple juice)."),
    (facts.DrinkChosen(A, B, HIDDEN), "Seat 0 says what seat 1 drinks."),
    (facts.CharacterDrawn(B, BAKER), "Seat 1 draws The Night Baker."),
    (facts.FallenDrawn(B, FALLEN, "villains"), "Seat 1 comes back as The Uncrowned, a fallen villain."),
    (facts.FallenDrawn(B, FALLEN, "heroes"), "Seat 1 comes back as The Uncrowned, a fallen hero."),
    (facts.FallenDrawn(B), "No fallen is left: seat 1 goes on with a plain piece."),
    (facts.TitanDrawn(B, TITAN), "Seat 1 comes back as Granita of the Slow Ice, a titan."),
    (facts.TitanDrawn(B), "No titan is left: seat 1 goes on with a plain piece."),
    (facts.PiecePlaced(B, "B6"), "Seat 1 places its piece on B6."),
    (facts.PlayersMet(A, B, "B6"), "Seats 0 and 1 meet on B6 and are asked whether they ally."),
    (facts.AllianceAnswered(B, A, True), "Seat 1 says yes to an alliance with seat 0."),
    (facts.AllianceAnswered(B, A, False), "Seat 1 says no to an alliance with seat 0."),
    (facts.AllianceFormed(A, B), "Seats 0 and 1 are allies for the rest of the game."),
    (facts.AllianceRefused(A, B), "Seats 0 and 1 will never be allies."),
    (facts.SidesSet("B6", ((A,), (B,)), False), "A challenge on B6: seat 0 against seat 1."),
    (facts.SidesSet("B6", ((A, B), (C, D)), True), "A challenge on B6: seats 0 and 1 against seats 2 and 3, as drawn."),
    (facts.ChallengeDrawn("B6", PONG, 2), "The challenge on B6 is Beer Pong."),
    (facts.OutcomeReported("B6", 0, (A, C), "seat:2"), "Seat 2 reports that seats 0 and 2 have won on B6."),
    (facts.OutcomeReported("B6", 1, (B,), "harbinger", WRITTEN), "The Harbinger reports that seat 1 has won on B6 (We were quicker)."),
    (facts.OutcomeReported("B6", 1, (B,), "seat:2", HIDDEN), "Seat 2 reports that seat 1 has won on B6."),
    (facts.OutcomeConfirmed("B6", 1, B), "Seat 1 confirms the report on B6 for its side."),
    (facts.OutcomeDoubted("B6", B, WRITTEN), "Seat 1 objects to the report on B6 (We were quicker)."),
    (facts.DoubtWithdrawn("B6", B), "Seat 1 takes back its objection on B6."),
    (facts.ReportOpened(B, "B6", 2, (C,)), "Seat 1 had reported that seat 2 has won on B6."),
    (facts.ReportVoided("B6"), "The report on B6 is void: of the side that it names nobody is left."),
    (facts.ReportsDiffered("B6"), "The reports on B6 do not agree."),
    (facts.OutcomeSettled("B6", 0, (C,), "seat:2", "confirmed"), "Seat 2 has won on B6: seat 2 said so and the losers agree."),
    (
        facts.OutcomeSettled("B6", 0, (A, C), "harbinger", "unopposed"),
        "Seats 0 and 2 have won on B6: the Harbinger said so and nobody objected in time.",
    ),
    (facts.OutcomeSettled("B6", 0, (C,), "seat:2", "agreed"), "Seat 2 has won on B6: all reports say so."),
    (facts.OutcomeSettled("B6", 0, (C,), "judge:0", "ruled", WRITTEN), "Seat 2 has won on B6: judge 0 has ruled so (We were quicker)."),
    (facts.OutcomeSettled("B6", 9, (B,), "service", "played"), "Seat 1 has won on B6: it was played out here."),
    (facts.ChallengeCalledOff("B6"), "The challenge on B6 is called off."),
    (facts.PointGained(B, "B6", PONG), "Seat 1 gains a point for Beer Pong on B6."),
    (facts.GameEnded((B,)), "Of all characters only that of seat 1 is left: the game is over."),
    (facts.GameEnded((A, B)), "Of all characters only those of seats 0 and 1 are left: the game is over."),
    (facts.GameEnded(()), "No character is left on the board: the game is over, and nobody has won."),
    (AnswerSealed(B, HIDDEN), "Seat 1 has reported, unseen."),
    (DeadlineSet("window:1", 120_000), ""),
    (DeadlineSet("alliance:0:1", 120_000), "There are 120 s to answer whether to ally."),
    (DeadlineSet("objection:C3:1", 30_000), "There are 30 s to object, or to report."),
    (DeadlineLifted("window:1"), ""),
    (DeadlinePassed("window:1"), "The time to play a card is up."),
    (DeadlinePassed("alliance:0:1"), "The time to answer whether to ally is up."),
    (SeatResigned(B), "Seat 1 resigns; its piece stays where it is and takes part in nothing."),
    (PointsCounted(B, 1, PONG, (3, 2, 6)), "Seat 1 has 1 point for Beer Pong on B6 in round 3."),
)  # fmt: skip

TABLE = position(
    at(A, "C3", "fly", "push"),
    at(B, "C4", persona=BAKER),
    at(C, "D4", kind="fallen"),
    at(D, "J10"),
    active=A,
    destroyed=("C2", "A1"),
    challenges=(Challenge("C3", ((A, B), (C, D)), "stadt:flip-cup", reported=1, source="seat:2"),),
)
"""Seat 0 is to move from C3; C2 beside it is destroyed."""

DESCRIBED: tuple[tuple[Choice, str], ...] = (
    (Choice(commands.RollForTitle(A)), "roll for the Harbinger"),
    (Choice(commands.RollForTitle(A, (5, 4))), "enter 5 and 4"),
    (Choice(commands.Place(B, "J10")), "place The Night Baker on J10, where seat 3 stands"),
    (Choice(commands.Place(B, "H1")), "place The Night Baker on H1"),
    (Choice(commands.RollMovement(A)), "roll 1d10 to move"),
    (Choice(commands.RollMovement(A, (7,))), "enter 7"),
    (Choice(commands.Stay(A)), "stay on C3"),
    (Choice(commands.Step(A, "C4")), "step to C4, where seat 1 stands"),
    (Choice(commands.Step(A, "C2"), (("character", 1),)), "step to C2, to its death (costs 1 character)"),
    (Choice(commands.Step(A, "D4", "stadt:diagonal")), "step to D4 by Diagonal, where seat 2 stands"),
    (Choice(commands.Walk(A, ("B3", "B4", "B5"))), "walk to B5 by B3 and B4"),
    (Choice(commands.Walk(A, ("B3",))), "walk to B3"),
    (Choice(commands.Walk(A, ("C4",))), "walk to C4, where seat 1 stands"),
    (Choice(commands.Walk(A, ("B3", "B4", "C4"))), "walk to C4 by B3 and B4, where seat 1 stands"),
    (
        Choice(commands.Walk(A, ("D4", "D3"), ("stadt:diagonal",)), (("stadt:diagonal", 1),)),
        "walk to D3 by D4 with Diagonal (costs Diagonal)",
    ),
    (Choice(commands.Walk(A, ())), "make no further step"),
    (Choice(commands.Head(A, "north")), "head north"),
    (Choice(commands.Head(A, "north", 1)), "head north and after 1 square roll the directional die"),
    (Choice(commands.Head(A, "north", 2, "east")), "head north and after 2 squares roll the directional die, which shows east"),
    (Choice(commands.PlayPrize(A, FLY)), "play Fly"),
    (Choice(commands.PlayPrize(A, PUSH, piece=B, to="C5")), "play Push: seat 1 to C5"),
    (Choice(commands.PlayPrize(A, SWITCH, piece=C)), "play Switch: seat 2"),
    (Choice(commands.PlayPrize(A, "stadt:teleportation", to="C4")), "play Teleportation: to C4, where seat 1 stands"),
    (
        Choice(commands.PlayPrize(A, "stadt:push-burst-2", moves=(commands.Shove(B, "C5"), commands.Shove(C, "E4")))),
        "play Push Burst 2: seat 1 to C5, seat 2 to E4",
    ),
    (Choice(commands.PlayPrize(A, "stadt:row-anomaly-clear"), gives=(("squares", 2),)), "play Row Anomaly Clear (gives 2 squares)"),
    (Choice(commands.MoveInBurst(A, B, "C5")), "move seat 1 to C5"),
    (Choice(commands.Pass(A)), "play no card now"),
    (Choice(commands.Pass(A, True)), "play no card, now and later"),
    (Choice(commands.StandBy(A)), "play no card from now on"),
    (Choice(commands.SpeakUp(A)), "be asked again whether to play a card"),
    (Choice(commands.DiscardPrizes(A, (FLY, PUSH))), "discard Fly and Push"),
    (Choice(commands.AnswerAlliance(A, B, True)), "ally with seat 1"),
    (Choice(commands.AnswerAlliance(A, B, False)), "do not ally with seat 1"),
    (Choice(commands.RollPairs(A)), "roll for the squares that fall"),
    (Choice(commands.RollPairs(A, ("B6", "C7"))), "enter B6 and C7"),
    (Choice(commands.RollPairs(A, None, 6, 4)), "roll a letter die of 6 and a number die of 4"),
    (Choice(commands.RollPairs(A, None, None, 4)), "roll a number die of 4"),
    (Choice(commands.Report(A, "C3", 0)), "report: seats 0 and 1 won on C3"),
    (Choice(commands.SealReport(A, sealed_for(1, A))), "report, unseen: seats 2 and 3 won on C3"),
    (Choice(commands.SealReport(A, HIDDEN)), "report, unseen"),
    (Choice(commands.Confirm(A, "C3")), "confirm: seats 2 and 3 won on C3"),
    (Choice(commands.Confirm(A, "J1")), "confirm the report on J1"),
    (Choice(commands.Doubt(A, "C3")), "object to the report on C3"),
    (Choice(commands.Withdraw(A, "C3")), "take back the objection on C3"),
    (Choice(commands.ChooseDrink(A, C, HIDDEN)), "say what seat 2 drinks"),
    (Choice(commands.RuleOutcome(0, "C3", 0)), "rule: seats 0 and 1 won on C3"),
    (Choice(commands.RuleOutcome(0, "C3", 4)), "rule: the side of number 4 won on C3"),
)  # fmt: skip


def named(case: object) -> str:
    """What a case is called in the report."""
    return case.NAME if isinstance(case, Fact) else case.command.NAME if isinstance(case, Choice) else ""


@pytest.mark.parametrize("fact, sentence", SAID, ids=named)
def test_a_fact_is_one_plain_sentence(fact: Fact, sentence: str) -> None:
    assert words(fact) == sentence


def test_no_fact_of_the_game_is_without_a_sentence() -> None:
    of_challenges = {kind for kind in facts.FACTS if kind.__module__.startswith("domain.stadt_city.challenges")}
    assert {type(fact) for fact, _ in SAID} | of_challenges == {*facts.FACTS, SeatResigned, PointsCounted}


@pytest.mark.parametrize("stage", get_args(Stage))
def test_every_stage_of_a_round_is_said(stage: str) -> None:
    assert words(facts.StageBegun(stage)).endswith(".")


@pytest.mark.parametrize("cause", get_args(Cause))
def test_every_way_to_lose_a_character_is_said(cause: str) -> None:
    assert "B6" in words(facts.CharacterLost(B, BAKER, "B6", cause, True, True))


@pytest.mark.parametrize("choice, phrase", DESCRIBED, ids=named)
def test_a_choice_is_a_short_phrase(choice: Choice, phrase: str) -> None:
    assert describe(TABLE, choice) == phrase


def test_no_choice_of_the_game_is_without_a_phrase() -> None:
    of_challenges = {kind for kind in commands.COMMANDS if kind.__module__.startswith("domain.stadt_city.challenges")}
    assert {type(choice.command) for choice, _ in DESCRIBED} | of_challenges == set(commands.COMMANDS)


def test_a_piece_that_cannot_die_walks_over_an_anomaly() -> None:
    assert describe(TABLE, Choice(commands.Walk(C, ("C2",)))) == "walk to C2"


def test_a_line_of_the_sheet_names_its_challenge_square_and_round() -> None:
    won = position(at(A, "C3", won=(Won("stadt:seven-eleven-doubles", 3, "B6"),)), at(B, "J10"))
    (line,) = (ruled.fact for ruled in sheet(won))
    assert isinstance(line, PointsCounted)
    assert explain(PACK, line) == "Won the challenge 7/11/Doubles on B6 in round 3."
    assert words(line) == "Seat 0 has 1 point for 7/11/Doubles on B6 in round 3."
    assert explain(PACK, replace(line, item="stadt:beat-the-dealer")) == "Won the challenge Beat the Dealer on B6 in round 3."


@pytest.mark.rule(D1)
def test_a_challenge_won_without_drinks_is_explained_without_them() -> None:
    line = PointsCounted(B, 1, "stadt:cup-pong", (3, 2, 6))
    assert not DRINKS.search(explain(PACK, line) + words(line))
    assert explain(PACK, line) == "Won the challenge Cup Pong on B6 in round 3."


@pytest.mark.rule(D1)
def test_only_facts_and_choices_of_drinks_speak_of_them() -> None:
    speaking = {type(fact) for fact, said in SAID if DRINKS.search(said)} - {facts.ChallengeDrawn, facts.PointGained, PointsCounted}
    assert speaking == {facts.DrinkOwed, facts.DrinkChosen}
    assert {type(choice.command) for choice, said in DESCRIBED if DRINKS.search(said)} == {commands.ChooseDrink}


def test_small_words() -> None:
    assert (listed((1,)), listed("ab"), listed("abc")) == ("1", "a and b", "a, b and c")
    assert (amount(1, "squares"), amount(2, "squares")) == ("1 square", "2 squares")
    assert (seats((3,)), seats((0, 3))) == ("seat 3", "seats 0 and 3")
    assert (won((3,)), won((0, 3))) == ("seat 3 has won", "seats 0 and 3 have won")
    assert [who(source) for source in ("seat:2", "judge:1", "harbinger", "service")] == [
        "seat 2",
        "judge 1",
        "the Harbinger",
        "the service",
    ]


UNTOLD = set("{}[]<>=_")
"""Signs that show how something is stored."""


@pytest.mark.rule(C6, D1)
@pytest.mark.parametrize(
    "seed, player, ruleset, options",
    [
        (1, careless(1), "1.1", {"drinks": False, "digital": True}),
        (2, careless(2), "1.0", {"drinks": False}),
        (3, greedy, "1.1", {"drinks": False, "reports": "sealed"}),
        (4, greedy, "1.0", {"drinks": True}),
    ],
    ids=["digital", "careless", "sealed", "drinks"],
)
def test_everything_in_a_whole_game_can_be_said(seed: int, player: Picker, ruleset: str, options: dict[str, OptionValue]) -> None:
    """Sentences end with a full stop; nothing shows how it is stored, and nothing speaks of drinks where they are left out."""
    *moves, (end, _, _, _) = played(seed, *[player] * 3, ruleset=ruleset, **options)
    counted = [ruled.fact for ruled in sheet(end) if isinstance(ruled.fact, PointsCounted)]
    facts_told = (*(ruled.fact for _, _, _, caused in moves for ruled in caused), *counted)
    said = [words(fact) for fact in facts_told if words(fact) or not isinstance(fact, DeadlineSet | DeadlineLifted)]
    why = [explain(PACK, line) for line in counted]
    phrases = [describe(state, choice) for state, seat, _, _ in moves[::2] if seat is not None for choice in choices(state, seat)]
    drawn = [span.text for state, _, _, _ in moves[::2] for line in picture(state) for span in line]
    assert len(said) > 200
    assert len(phrases) > 100
    assert [text for text in (*said, *why) if not text.endswith(".") or set(text) & UNTOLD] == []
    assert [text for text in phrases if set(text) & UNTOLD] == []
    spoken = [text for text in (*said, *why, *phrases, *drawn) if DRINKS.search(text)]
    assert bool(spoken) == options["drinks"]
    cited = {ruled.rule for _, _, _, caused in moves for ruled in caused}
    assert bool(cited & {C6.id, D1.id}) == options["drinks"]
