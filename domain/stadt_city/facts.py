"""What can happen in Stadt City. Names and fields are stored: a landed one never changes."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from domain.kernel.fact import Fact as KernelFact
from domain.kernel.fact import News
from domain.kernel.facts import AnswerSealed, DeadlineLifted, DeadlinePassed, DeadlineSet, OpensAnswer, SeatResigned
from domain.kernel.names import Seat
from domain.kernel.question import QuestionId
from domain.kernel.secret import Secret
from domain.stadt_city.board import Square
from domain.stadt_city.challenges.facts import CardTurned, DiceSetAside, DiceThrown, PlayBegun, TurnBanked
from domain.stadt_city.parts import CardName


@dataclass(frozen=True, slots=True)
class AgesSettled(KernelFact):
    """The age order of the seats and the order in which characters are drawn."""

    NAME: ClassVar[str] = "ages-settled"
    NEWS: ClassVar[tuple[News, ...]] = (News("oldest_first"),)
    oldest_first: tuple[Seat, ...]
    drawing: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ColourTaken(KernelFact):
    """The seat's pieces have this colour."""

    NAME: ClassVar[str] = "colour-taken"
    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class TitleRolled(KernelFact):
    """A seat's two dice for the Harbinger, rolled by the service or entered."""

    NAME: ClassVar[str] = "title-rolled"
    NEWS: ClassVar[tuple[News, ...]] = (News("dice"),)
    seat: Seat
    dice: tuple[int, ...]
    entered: bool


@dataclass(frozen=True, slots=True)
class HarbingerNamed(KernelFact):
    """The seat is the Harbinger for the whole game."""

    NAME: ClassVar[str] = "harbinger-named"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DeckShuffled(KernelFact):
    """Face down, the first named on top: ``characters``, ``prizes``, ``heroes``, ``villains``, ``titans``, or ``challenges:3``."""

    NAME: ClassVar[str] = "deck-shuffled"
    deck: str
    cards: Secret[tuple[CardName, ...]]


@dataclass(frozen=True, slots=True)
class RoundBegun(KernelFact):
    """Seats move in this order; protection of the round before is over."""

    NAME: ClassVar[str] = "round-begun"
    round: int
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StageBegun(KernelFact):
    """The round goes on to this stage; nobody has passed yet."""

    NAME: ClassVar[str] = "stage-begun"
    stage: str


@dataclass(frozen=True, slots=True)
class MovementBegun(KernelFact):
    """The seat's movement phase."""

    NAME: ClassVar[str] = "movement-begun"
    seat: Seat


@dataclass(frozen=True, slots=True)
class StayedPut(KernelFact):
    """The seat, whose square another came to stand on, does not roll."""

    NAME: ClassVar[str] = "stayed-put"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DiceSet(KernelFact):
    """The seat rolls so many dice of so many faces in this movement phase, by a prize card."""

    NAME: ClassVar[str] = "dice-set"
    seat: Seat
    card: CardName
    count: int
    sides: int


@dataclass(frozen=True, slots=True)
class MovementRolled(KernelFact):
    """Dice for the move, rolled by the service or entered; their sum is moved once all are there."""

    NAME: ClassVar[str] = "movement-rolled"
    NEWS: ClassVar[tuple[News, ...]] = (News("dice"),)
    seat: Seat
    sides: int
    dice: tuple[int, ...]
    entered: bool


@dataclass(frozen=True, slots=True)
class FlightBegun(KernelFact):
    """The seat's move crosses anomalies."""

    NAME: ClassVar[str] = "flight-begun"
    seat: Seat


@dataclass(frozen=True, slots=True)
class SquareEntered(KernelFact):
    """The seat's piece made a step, with a prize card if one is named."""

    NAME: ClassVar[str] = "square-entered"
    seat: Seat
    square: Square
    card: CardName | None = None


@dataclass(frozen=True, slots=True)
class DirectionTaken(KernelFact):
    """1.0: the move goes ``north`` (lower numbers), ``east`` (higher letters), ``south`` or ``west``."""

    NAME: ClassVar[str] = "direction-taken"
    seat: Seat
    direction: str


@dataclass(frozen=True, slots=True)
class DirectionRolled(KernelFact):
    """1.0: the directional die, rolled by the service or entered; the rest of the move goes there."""

    NAME: ClassVar[str] = "direction-rolled"
    NEWS: ClassVar[tuple[News, ...]] = (News("direction"),)
    seat: Seat
    direction: str
    entered: bool


@dataclass(frozen=True, slots=True)
class StepsEnded(KernelFact):
    """The seat makes no further step in this movement phase."""

    NAME: ClassVar[str] = "steps-ended"
    seat: Seat


@dataclass(frozen=True, slots=True)
class MovementEnded(KernelFact):
    """The seat's movement phase is over."""

    NAME: ClassVar[str] = "movement-ended"
    seat: Seat


@dataclass(frozen=True, slots=True)
class PrizePlayed(KernelFact):
    """A prize card went from the seat's hand to the discards; what it does follows."""

    NAME: ClassVar[str] = "prize-played"
    NEWS: ClassVar[tuple[News, ...]] = (News("card", knew="seat"),)
    seat: Seat
    card: CardName


@dataclass(frozen=True, slots=True)
class PieceMoved(KernelFact):
    """A prize card moved the seat's piece to this square."""

    NAME: ClassVar[str] = "piece-moved"
    seat: Seat
    square: Square
    card: CardName


@dataclass(frozen=True, slots=True)
class BurstBegun(KernelFact):
    """The player of a burst moves these seats' pieces, each one square."""

    NAME: ClassVar[str] = "burst-begun"
    seat: Seat
    card: CardName
    pieces: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class BurstEnded(KernelFact):
    """The player of a burst has had its time: the pieces that are left to move stay where they are."""

    NAME: ClassVar[str] = "burst-ended"
    seat: Seat


@dataclass(frozen=True, slots=True)
class SquaresRestored(KernelFact):
    """Destroyed squares that stand again."""

    NAME: ClassVar[str] = "squares-restored"
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class SquareProtected(KernelFact):
    """The square cannot be destroyed this round."""

    NAME: ClassVar[str] = "square-protected"
    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class WindowPassed(KernelFact):
    """The seat plays no card at this moment, unless it is asked again."""

    NAME: ClassVar[str] = "window-passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class StandingPassSet(KernelFact):
    """The seat passes by itself from now on, or from the next moment on is asked again."""

    NAME: ClassVar[str] = "standing-pass-set"
    ASIDE: ClassVar[bool] = True
    seat: Seat
    stands_by: bool


@dataclass(frozen=True, slots=True)
class PrizesDue(KernelFact):
    """The seat is to draw so many prize cards for the challenge on this square."""

    NAME: ClassVar[str] = "prizes-due"
    seat: Seat
    square: Square
    cards: int


@dataclass(frozen=True, slots=True)
class PrizeDrawn(KernelFact):
    """A prize card came from the deck into the seat's hand."""

    NAME: ClassVar[str] = "prize-drawn"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    seat: Seat
    card: Secret[CardName]


@dataclass(frozen=True, slots=True)
class PrizesLacking(KernelFact):
    """The draw ends so many cards short: deck and discards are empty."""

    NAME: ClassVar[str] = "prizes-lacking"
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class PrizesDiscarded(KernelFact):
    """The seat discarded down to what may be held."""

    NAME: ClassVar[str] = "prizes-discarded"
    NEWS: ClassVar[tuple[News, ...]] = (News("cards", knew="seat"),)
    seat: Seat
    cards: tuple[CardName, ...]


@dataclass(frozen=True, slots=True)
class PairRolled(KernelFact):
    """The Harbinger's dice name a square; ``letter_die`` and ``number_die`` are the faces of the dice thrown, 0 for one that was kept."""

    NAME: ClassVar[str] = "pair-rolled"
    NEWS: ClassVar[tuple[News, ...]] = (News("square"),)
    square: Square
    letter_die: int
    number_die: int
    entered: bool


@dataclass(frozen=True, slots=True)
class SquareDestroyed(KernelFact):
    """The square is an anomaly."""

    NAME: ClassVar[str] = "square-destroyed"
    square: Square


@dataclass(frozen=True, slots=True)
class CharacterLost(KernelFact):
    """``cause``: ``movement``, ``harbinger`` or ``card`` for an anomaly, ``challenge``, ``fallen`` for one lost to a fallen, ``alliance``.

    ``counted``: it counts towards being out; ``kept``: the card stays with its player, unplayable, and is not discarded.
    """

    NAME: ClassVar[str] = "character-lost"
    seat: Seat
    card: CardName
    square: Square
    cause: str
    counted: bool
    kept: bool


@dataclass(frozen=True, slots=True)
class SeatWentOut(KernelFact):
    """The seat takes no new character: by its ``losses``, or with ``no-character`` to draw or ``no-square`` to place it on."""

    NAME: ClassVar[str] = "seat-went-out"
    seat: Seat
    why: str


@dataclass(frozen=True, slots=True)
class PieceSentAway(KernelFact):
    """A defeated fallen or titan goes to this square."""

    NAME: ClassVar[str] = "piece-sent-away"
    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class DrinkOwed(KernelFact):
    """The seat owes a ``drink`` or a ``finish``; ``chosen_by`` are the winners who say which."""

    NAME: ClassVar[str] = "drink-owed"
    seat: Seat
    drink: str
    cause: str
    chosen_by: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DrinkChosen(KernelFact):
    """A winner says what the debtor drinks."""

    NAME: ClassVar[str] = "drink-chosen"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("drink",)
    seat: Seat
    debtor: Seat
    drink: Secret[str]


@dataclass(frozen=True, slots=True)
class CharacterDrawn(KernelFact):
    """The top character is the seat's, to be placed."""

    NAME: ClassVar[str] = "character-drawn"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    seat: Seat
    card: CardName


@dataclass(frozen=True, slots=True)
class FallenDrawn(KernelFact):
    """A fallen is the seat's, to be placed, from the deck of ``heroes`` or ``villains``; a plain piece has neither card nor deck."""

    NAME: ClassVar[str] = "fallen-drawn"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    seat: Seat
    card: CardName | None = None
    deck: str | None = None


@dataclass(frozen=True, slots=True)
class TitanDrawn(KernelFact):
    """A titan is the seat's, to be placed; a plain piece has no card."""

    NAME: ClassVar[str] = "titan-drawn"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    seat: Seat
    card: CardName | None = None


@dataclass(frozen=True, slots=True)
class PiecePlaced(KernelFact):
    """The seat's piece is on the board."""

    NAME: ClassVar[str] = "piece-placed"
    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class PlayersMet(KernelFact):
    """Two players are asked whether they ally."""

    NAME: ClassVar[str] = "players-met"
    first: Seat
    second: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class AllianceAnswered(KernelFact):
    """One of the two says yes or no."""

    NAME: ClassVar[str] = "alliance-answered"
    seat: Seat
    partner: Seat
    yes: bool


@dataclass(frozen=True, slots=True)
class AllianceFormed(KernelFact):
    """The two are allies for the rest of the game."""

    NAME: ClassVar[str] = "alliance-formed"
    first: Seat
    second: Seat


@dataclass(frozen=True, slots=True)
class AllianceRefused(KernelFact):
    """The two will never be asked again."""

    NAME: ClassVar[str] = "alliance-refused"
    first: Seat
    second: Seat


@dataclass(frozen=True, slots=True)
class SidesSet(KernelFact):
    """A challenge is to be played on the square; ``drawn``: chance made up the teams."""

    NAME: ClassVar[str] = "sides-set"
    NEWS: ClassVar[tuple[News, ...]] = (News("sides"),)
    square: Square
    sides: tuple[tuple[Seat, ...], ...]
    drawn: bool


@dataclass(frozen=True, slots=True)
class ChallengeDrawn(KernelFact):
    """The challenge card for the square, from the pile for ``players``, under which it goes back."""

    NAME: ClassVar[str] = "challenge-drawn"
    NEWS: ClassVar[tuple[News, ...]] = (News("card"),)
    square: Square
    card: CardName
    players: int


@dataclass(frozen=True, slots=True)
class OutcomeReported(KernelFact):
    """``source`` (``seat:2``, ``harbinger``) says that this side, these seats, has won; sides are counted from 0, as in ``sides-set``."""

    NAME: ClassVar[str] = "outcome-reported"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("note",)
    square: Square
    side: int
    seats: tuple[Seat, ...]
    source: str
    note: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class OutcomeConfirmed(KernelFact):
    """A member of this losing side confirms the report."""

    NAME: ClassVar[str] = "outcome-confirmed"
    square: Square
    side: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class OutcomeDoubted(KernelFact):
    """A participant objects to the report; the square stops."""

    NAME: ClassVar[str] = "outcome-doubted"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("statement",)
    square: Square
    seat: Seat
    statement: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class DoubtWithdrawn(KernelFact):
    """The participant takes the objection back."""

    NAME: ClassVar[str] = "doubt-withdrawn"
    square: Square
    seat: Seat


@dataclass(frozen=True, slots=True)
class ReportVoided(KernelFact):
    """Nobody is left of a side that was reported to have won: no report on the square counts, and it is reported anew."""

    NAME: ClassVar[str] = "report-voided"
    square: Square


@dataclass(frozen=True, slots=True)
class ReportOpened(OpensAnswer):
    """A side's sealed report is opened: which side, of these seats, has won."""

    NAME: ClassVar[str] = "report-opened"
    NEWS: ClassVar[tuple[News, ...]] = (News("side", knew="seat"),)
    seat: Seat
    square: Square
    side: int
    seats: tuple[Seat, ...]
    question: QuestionId | None = None


@dataclass(frozen=True, slots=True)
class ReportsDiffered(KernelFact):
    """The reports opened do not agree; the square stops."""

    NAME: ClassVar[str] = "reports-differed"
    square: Square


@dataclass(frozen=True, slots=True)
class OutcomeSettled(KernelFact):
    """This side, these seats, has won.

    ``how``: ``confirmed``, ``unopposed``, ``agreed``, ``ruled`` or ``played``; ``source`` is who said it first.
    """

    NAME: ClassVar[str] = "outcome-settled"
    FREE_TEXT: ClassVar[tuple[str, ...]] = ("reason",)
    square: Square
    side: int
    seats: tuple[Seat, ...]
    source: str
    how: str
    reason: Secret[str] | None = None


@dataclass(frozen=True, slots=True)
class ChallengeCalledOff(KernelFact):
    """Fewer than two sides are left; nobody wins or loses."""

    NAME: ClassVar[str] = "challenge-called-off"
    square: Square


@dataclass(frozen=True, slots=True)
class PointGained(KernelFact):
    """A point for winning the challenge on the square."""

    NAME: ClassVar[str] = "point-gained"
    seat: Seat
    square: Square
    challenge: CardName


@dataclass(frozen=True, slots=True)
class GameEnded(KernelFact):
    """Characters of these seats, of one side or none, are all that is left."""

    NAME: ClassVar[str] = "game-ended"
    survivors: tuple[Seat, ...]


Fact: TypeAlias = (
    AgesSettled
    | ColourTaken
    | TitleRolled
    | HarbingerNamed
    | DeckShuffled
    | RoundBegun
    | StageBegun
    | MovementBegun
    | StayedPut
    | DiceSet
    | MovementRolled
    | FlightBegun
    | SquareEntered
    | DirectionTaken
    | DirectionRolled
    | StepsEnded
    | MovementEnded
    | PrizePlayed
    | PieceMoved
    | BurstBegun
    | BurstEnded
    | SquaresRestored
    | SquareProtected
    | WindowPassed
    | StandingPassSet
    | PrizesDue
    | PrizeDrawn
    | PrizesLacking
    | PrizesDiscarded
    | PairRolled
    | SquareDestroyed
    | CharacterLost
    | SeatWentOut
    | PieceSentAway
    | DrinkOwed
    | DrinkChosen
    | CharacterDrawn
    | FallenDrawn
    | TitanDrawn
    | PiecePlaced
    | PlayersMet
    | AllianceAnswered
    | AllianceFormed
    | AllianceRefused
    | SidesSet
    | ChallengeDrawn
    | OutcomeReported
    | OutcomeConfirmed
    | OutcomeDoubted
    | DoubtWithdrawn
    | ReportVoided
    | ReportOpened
    | ReportsDiffered
    | OutcomeSettled
    | ChallengeCalledOff
    | PointGained
    | GameEnded
    | PlayBegun
    | CardTurned
    | DiceThrown
    | DiceSetAside
    | TurnBanked
    | AnswerSealed
    | DeadlineSet
    | DeadlineLifted
    | DeadlinePassed
    | SeatResigned
)
FACTS: tuple[type[KernelFact], ...] = get_args(Fact)
