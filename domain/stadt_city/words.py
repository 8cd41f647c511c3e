"""Stadt City in plain sentences: one for each fact and each line of a score."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.kernel.fact import Fact
from domain.kernel.facts import AnswerSealed, DeadlineLifted, DeadlinePassed, DeadlineSet, SeatResigned
from domain.kernel.game import PointsCounted
from domain.kernel.names import seat_of
from domain.kernel.secret import Hidden, Secret, reveal
from domain.stadt_city import facts
from domain.stadt_city.board import named
from domain.stadt_city.challenges.words import SENTENCES
from domain.stadt_city.parts import Pack, spelt


def words(fact: Fact) -> str:
    """One sentence, as far as the reader of this copy may know what it says; "" for a deadline that is not worth one."""
    return _SENTENCES[type(fact)](fact)


def explain(pack: Pack, counted: PointsCounted) -> str:
    """Why a line of the sheet is worth its points: the challenge that was won."""
    return f"Won the challenge {pack.title(counted.item)}{_where(counted)}."


def listed(things: Iterable[object]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last


def amount(number: int, things: str) -> str:
    """``(1, "squares")`` reads ``1 square``."""
    return f"{number} {things if number != 1 else things.removesuffix('s')}"


def seats(numbers: Iterable[int]) -> str:
    """``seat 1``, ``seats 1 and 2``."""
    named = tuple(numbers)
    return f"seat{'s' if len(named) != 1 else ''} {listed(named)}"


def won(numbers: Iterable[int]) -> str:
    """``seat 1 has won``, ``seats 1 and 2 have won``."""
    winners = tuple(numbers)
    return f"{seats(winners)} {'has' if len(winners) == 1 else 'have'} won"


def who(source: str) -> str:
    """Whoever a report or a settled outcome names as its source."""
    seat = seat_of(source)
    if seat is not None:
        return f"seat {seat}"
    judge = source.removeprefix("judge:")
    return f"judge {judge}" if judge != source else f"the {'Harbinger' if source == 'harbinger' else source}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _said(text: Secret[str] | None) -> str:
    """What somebody wrote about it, in brackets, as far as it may be read."""
    if text is None:
        return ""
    shown = reveal(text)
    return "" if isinstance(shown, Hidden) or not shown else f" ({shown})"


def _a_prize(card: Secret[str]) -> str:
    shown = reveal(card)
    return "a prize card" if isinstance(shown, Hidden) else spelt(shown)


def _where(counted: PointsCounted) -> str:
    """On which square and in which round a point was won; its amounts are round, column and row."""
    if len(counted.amounts) != 3:
        return ""
    won_in, column, row = counted.amounts
    return f" on {named(column - 1, row - 1)} in round {won_in}"


def _entered(fact: facts.TitleRolled | facts.MovementRolled | facts.DirectionRolled | facts.PairRolled) -> str:
    return ", as entered" if fact.entered else ""


def _shuffled(fact: facts.DeckShuffled) -> str:
    name, _, players = fact.deck.partition(":")
    deck = f"challenges for {players}" if players else _DECKS[name]
    order = reveal(fact.cards)
    if isinstance(order, Hidden) or not order:
        return f"The {deck} are shuffled."
    return f"The {deck} are shuffled, from the top: {', '.join(map(spelt, order))}."


_DECKS = {"characters": "characters", "prizes": "prize cards", "heroes": "fallen heroes", "villains": "fallen villains", "titans": "titans"}


def _ages(fact: facts.AgesSettled) -> str:
    return f"From the oldest: {seats(fact.oldest_first)}; characters are drawn in the order {listed(fact.drawing)}."


def _burst(fact: facts.BurstBegun) -> str:
    return f"{spelt(fact.card)} of seat {fact.seat} reaches {seats(fact.pieces) if fact.pieces else 'nobody'}."


def _dice_set(fact: facts.DiceSet) -> str:
    return f"Seat {fact.seat} rolls {fact.count}d{fact.sides} to move this time, by {spelt(fact.card)}."


def _stands_by(fact: facts.StandingPassSet) -> str:
    if fact.stands_by:
        return f"Seat {fact.seat} plays no cards from now on unless it says otherwise."
    return f"Seat {fact.seat} wants to be asked again whether it plays a card."


def _lost(fact: facts.CharacterLost) -> str:
    how = _CAUSES[fact.cause].format(square=fact.square)
    counts = " This counts towards being out." if fact.counted else ""
    kept = " The card stays with its player, for good." if fact.kept else ""
    return f"Seat {fact.seat} loses {spelt(fact.card)} {how}.{counts}{kept}"


_CAUSES = {
    "movement": "to the anomaly on {square}, on its own way",
    "harbinger": "to the anomaly that opens under it on {square}",
    "card": "to the anomaly on {square}, moved there by a card",
    "challenge": "in the challenge on {square}",
    "fallen": "to a fallen in the challenge on {square}",
    "alliance": "on {square}, together with its ally",
}
"""How a character is lost."""


def _went_out(fact: facts.SeatWentOut) -> str:
    return f"Seat {fact.seat} is out: {_WHY_OUT[fact.why]}."


_WHY_OUT = {
    "losses": "it has lost as often as one may",
    "no-character": "no character is left to draw",
    "no-square": "no square is left to stand on",
}


def _fallen(fact: facts.FallenDrawn) -> str:
    if fact.card is None:
        return f"No fallen is left: seat {fact.seat} goes on with a plain piece."
    return f"Seat {fact.seat} comes back as {spelt(fact.card)}, a fallen {'villain' if fact.deck == 'villains' else 'hero'}."


def _titan(fact: facts.TitanDrawn) -> str:
    if fact.card is None:
        return f"No titan is left: seat {fact.seat} goes on with a plain piece."
    return f"Seat {fact.seat} comes back as {spelt(fact.card)}, a titan."


def _owed(fact: facts.DrinkOwed) -> str:
    what = "has to finish its drink" if fact.drink == "finish" else "owes a drink"
    chosen = f"; {seats(fact.chosen_by)} may say which" if fact.chosen_by else ""
    return f"Seat {fact.seat} {what}{chosen}."


def _chosen(fact: facts.DrinkChosen) -> str:
    return f"Seat {fact.seat} says what seat {fact.debtor} drinks{_said(fact.drink)}."


def _sides(fact: facts.SidesSet) -> str:
    sides = " against ".join(map(seats, fact.sides))
    return f"A challenge on {fact.square}: {sides}{', as drawn' if fact.drawn else ''}."


def _reported(fact: facts.OutcomeReported) -> str:
    return f"{_capital(who(fact.source))} reports that {won(fact.seats)} on {fact.square}{_said(fact.note)}."


def _settled(fact: facts.OutcomeSettled) -> str:
    how = _SETTLED[fact.how].format(source=who(fact.source))
    return f"{_capital(won(fact.seats))} on {fact.square}: {how}{_said(fact.reason)}."


_SETTLED = {
    "confirmed": "{source} said so and the losers agree",
    "unopposed": "{source} said so and nobody objected in time",
    "agreed": "all reports say so",
    "ruled": "{source} has ruled so",
    "played": "it was played out here",
}
"""How an outcome came to stand."""


def _ended(fact: facts.GameEnded) -> str:
    if not fact.survivors:
        return "No character is left on the board: the game is over, and nobody has won."
    return f"Of all characters only {_whose(fact.survivors)} left: the game is over."


def _whose(survivors: tuple[int, ...]) -> str:
    return f"{'that' if len(survivors) == 1 else 'those'} of {seats(survivors)} {'is' if len(survivors) == 1 else 'are'}"


def _kind(fact: DeadlineSet | DeadlinePassed) -> str:
    return fact.deadline.partition(":")[0]


_TIMED = {"alliance": "to answer whether to ally", "objection": "to object, or to report"}
"""What there is time for, by the deadlines' kinds; those for cards come with every moment, and only their end is told."""


_STAGES = {
    "start": "The game is set up.",
    "first-placing": "Everybody draws a character and places it.",
    "round-start": "Before anybody moves, cards may be played.",
    "before-roll": "Before the roll, cards may be played.",
    "before-steps": "After the roll, cards may be played.",
    "steps": "The piece is on its way.",
    "after-steps": "After the move, cards may be played.",
    "moved": "The move is over.",
    "before-harbinger": "Before the Harbinger rolls, cards may be played.",
    "harbinger": "The Harbinger rolls.",
    "placing": "Whoever has no piece draws and places a new one.",
    "before-challenges": "Before the challenges, cards may be played.",
    "challenges": "The challenges are played.",
    "prizes": "The prize cards are drawn.",
    "last-placing": "Whoever lost a character to a challenge draws and places a new one.",
    "round-end": "At the end of the round, cards may be played.",
    "over": "The game is over.",
}

_SENTENCES: Mapping[type[Fact], Callable[[Any], str]] = {
    **SENTENCES,
    facts.AgesSettled: _ages,
    facts.ColourTaken: lambda fact: f"Seat {fact.seat} plays {fact.colour}.",
    facts.TitleRolled: lambda fact: f"Seat {fact.seat} rolls {listed(fact.dice)} for the Harbinger{_entered(fact)}.",
    facts.HarbingerNamed: lambda fact: f"Seat {fact.seat} is the Harbinger.",
    facts.DeckShuffled: _shuffled,
    facts.RoundBegun: lambda fact: f"Round {fact.round} begins; {seats(fact.order)} move in this order.",
    facts.StageBegun: lambda fact: _STAGES[fact.stage],
    facts.MovementBegun: lambda fact: f"Seat {fact.seat} is to move.",
    facts.StayedPut: lambda fact: f"Seat {fact.seat} has company and stays where it is.",
    facts.DiceSet: _dice_set,
    facts.MovementRolled: lambda fact: f"Seat {fact.seat} rolls {listed(fact.dice)} to move{_entered(fact)}.",
    facts.FlightBegun: lambda fact: f"Seat {fact.seat} takes off: it crosses anomalies in this move.",
    facts.SquareEntered: lambda fact: f"Seat {fact.seat} goes to {fact.square}{f' by {spelt(fact.card)}' if fact.card else ''}.",
    facts.DirectionTaken: lambda fact: f"Seat {fact.seat} heads {fact.direction}.",
    facts.DirectionRolled: lambda fact: f"The directional die sends seat {fact.seat} {fact.direction}{_entered(fact)}.",
    facts.StepsEnded: lambda fact: f"Seat {fact.seat} makes no further step.",
    facts.MovementEnded: lambda fact: f"The movement phase of seat {fact.seat} is over.",
    facts.PrizePlayed: lambda fact: f"Seat {fact.seat} plays {spelt(fact.card)}.",
    facts.PieceMoved: lambda fact: f"{spelt(fact.card)} takes the piece of seat {fact.seat} to {fact.square}.",
    facts.BurstBegun: _burst,
    facts.BurstEnded: lambda fact: f"The burst of seat {fact.seat} is over: what it has not moved stays where it is.",
    facts.SquaresRestored: lambda fact: f"{listed(fact.squares)} {'stands' if len(fact.squares) == 1 else 'stand'} again.",
    facts.SquareProtected: lambda fact: f"Seat {fact.seat} protects {fact.square}: it cannot be destroyed this round.",
    facts.WindowPassed: lambda fact: f"Seat {fact.seat} plays no card now.",
    facts.StandingPassSet: _stands_by,
    facts.PrizesDue: lambda fact: f"Seat {fact.seat} is to draw {amount(fact.cards, 'prize cards')} for the challenge on {fact.square}.",
    facts.PrizeDrawn: lambda fact: f"Seat {fact.seat} draws {_a_prize(fact.card)}.",
    facts.PrizesLacking: lambda fact: f"No prize card is left: seat {fact.seat} draws {amount(fact.cards, 'cards')} fewer.",
    facts.PrizesDiscarded: lambda fact: f"Seat {fact.seat} holds too many and discards {listed(map(spelt, fact.cards))}.",
    facts.PairRolled: lambda fact: f"The dice of the Harbinger name {fact.square}{_entered(fact)}.",
    facts.SquareDestroyed: lambda fact: f"{fact.square} is destroyed.",
    facts.CharacterLost: _lost,
    facts.SeatWentOut: _went_out,
    facts.PieceSentAway: lambda fact: f"Defeated, the piece of seat {fact.seat} goes to {fact.square}.",
    facts.DrinkOwed: _owed,
    facts.DrinkChosen: _chosen,
    facts.CharacterDrawn: lambda fact: f"Seat {fact.seat} draws {spelt(fact.card)}.",
    facts.FallenDrawn: _fallen,
    facts.TitanDrawn: _titan,
    facts.PiecePlaced: lambda fact: f"Seat {fact.seat} places its piece on {fact.square}.",
    facts.PlayersMet: lambda fact: f"Seats {fact.first} and {fact.second} meet on {fact.square} and are asked whether they ally.",
    facts.AllianceAnswered: lambda fact: f"Seat {fact.seat} says {'yes' if fact.yes else 'no'} to an alliance with seat {fact.partner}.",
    facts.AllianceFormed: lambda fact: f"Seats {fact.first} and {fact.second} are allies for the rest of the game.",
    facts.AllianceRefused: lambda fact: f"Seats {fact.first} and {fact.second} will never be allies.",
    facts.SidesSet: _sides,
    facts.ChallengeDrawn: lambda fact: f"The challenge on {fact.square} is {spelt(fact.card)}.",
    facts.OutcomeReported: _reported,
    facts.OutcomeConfirmed: lambda fact: f"Seat {fact.seat} confirms the report on {fact.square} for its side.",
    facts.OutcomeDoubted: lambda fact: f"Seat {fact.seat} objects to the report on {fact.square}{_said(fact.statement)}.",
    facts.DoubtWithdrawn: lambda fact: f"Seat {fact.seat} takes back its objection on {fact.square}.",
    facts.ReportVoided: lambda fact: f"The report on {fact.square} is void: of the side that it names nobody is left.",
    facts.ReportOpened: lambda fact: f"Seat {fact.seat} had reported that {won(fact.seats)} on {fact.square}.",
    facts.ReportsDiffered: lambda fact: f"The reports on {fact.square} do not agree.",
    facts.OutcomeSettled: _settled,
    facts.ChallengeCalledOff: lambda fact: f"The challenge on {fact.square} is called off.",
    facts.PointGained: lambda fact: f"Seat {fact.seat} gains a point for {spelt(fact.challenge)} on {fact.square}.",
    facts.GameEnded: _ended,
    AnswerSealed: lambda fact: f"Seat {fact.seat} has reported, unseen.",
    DeadlineSet: lambda fact: f"There are {fact.within // 1000} s {_TIMED[_kind(fact)]}." if _kind(fact) in _TIMED else "",
    DeadlineLifted: lambda fact: "",
    DeadlinePassed: lambda fact: f"The time {_TIMED.get(_kind(fact), 'to play a card')} is up.",
    SeatResigned: lambda fact: f"Seat {fact.seat} resigns; its piece stays where it is and takes part in nothing.",
    PointsCounted: lambda fact: f"Seat {fact.seat} has {amount(fact.points, 'points')} for {spelt(fact.item)}{_where(fact)}.",
}
