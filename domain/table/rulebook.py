"""The rules of the table: ours, not from a book."""

from domain.kernel.rule import Rule

OPENING = Rule("TB-O1", "Opening", "An organiser opens a table; every unknown or contradicting choice is refused and named.")
INVITATIONS = Rule("TB-O2", "Opening", "An invitation works once; a seat claimed without a player id is a guest's.")
READINESS = Rule("TB-O3", "Opening", "A claimed seat says it is ready, and may add entropy and name its colour before.")
START = Rule("TB-O4", "Opening", "The table starts when every seat is ready, on the word of an organiser or a seat.")
PAUSE = Rule("TB-P1", "Pause", "A pause or its end needs every seat still in, or an organiser; nothing is answered meanwhile.")
RESIGN = Rule("TB-R1", "Resigning", "A seat that resigns is asked nothing more; its pieces stay, its secrets stay unseen.")
RESIGNED_BELOW = Rule("TB-R2", "Resigning", "Those who resigned rank below all who stayed, later ones above earlier ones.")
LAST_SEAT = Rule("TB-R3", "Resigning", "With one seat left of two or more the game finishes.")
ABANDON = Rule("TB-A1", "Abandoning", "An organiser, or all seats together, may end an unfinished table without a result.")
TIME_SPENT = Rule("TB-T1", "Time", "Time runs for every seat with a required question while the table is not paused.")
DEADLINE = Rule("TB-X1", "Time", "Only the system lets a deadline expire, and only once it has passed.")
FINISH = Rule("TB-F1", "Finish", "The game's rules say when it is finished; the finish follows the head.")
CLOSE = Rule("TB-F2", "Finish", "Without a dispute window a table closes in the append that finishes it.")
CLOSED = Rule("TB-F3", "Finish", "After the close the head never moves.")
FREE_UNDO = Rule(
    "TB-U1",
    "Undo",
    "A seat takes its own latest actions back, or brings them back, freely while nobody else acted and nobody learned anything.",
)
OTHER_UNDO = Rule(
    "TB-U2",
    "Undo",
    "Every other undo is ruled, or needs every other seat still in; it names its target unless that is before the own last action.",
)
UNDO_RULING = Rule("TB-U3", "Undo", "A judge or an organiser may by ruling move the head to any version played, with a reason.")
UNDO_ENDS = Rule("TB-U4", "Undo", "One request stands at a time; it lapses when the table moves on, and expires ten minutes after it.")
UNDO_TIME = Rule("TB-U5", "Undo", "Time spent stays spent by an undo, unless the table's option gives it back.")
INSPECTION = Rule("TB-V1", "Looking", "A judge's inspection is recorded.")
ROLES = Rule("TB-V2", "Looking", "A spectator never writes, a seat writes for itself alone, a judge never plays.")
FORK = Rule(
    "TB-W1",
    "What if",
    "A fork is a table of its own that goes on from another before its end, as one viewer knew it: what that one had not seen is "
    "dealt anew, others' sealed answers are asked for again; a judge's holds all.",
)
FORK_BEGINS = Rule(
    "TB-W2",
    "What if",
    "The head of a fork never moves behind its beginning, unless by a ruling on a dispute where the fork is exact.",
)
FORK_COUNTS = Rule("TB-W3", "What if", "A fork counts for no result: none of its seats is a player's.")
FILING = Rule(
    "TB-D1",
    "Disputes",
    "A seat may dispute a move, a refused attempt or a reported outcome, once the table has started and until it is closed, one at a time.",
)
STOPPING = Rule(
    "TB-D2",
    "Disputes",
    "A dispute makes the table stand still, or only what the game says where an outcome is disputed: at most half an hour in all for "
    "the disputes of one seat, and never for a seat that has resigned.",
)
HEARING = Rule("TB-D3", "Disputes", "Every seat may make one statement; the last one, a judge or the ruling opens them together.")
PANEL = Rule(
    "TB-D4",
    "Disputes",
    "A judge rules alone, or a panel of two or more votes unseen; a judge may step aside before voting. Another panel is called where "
    "all have, or where what was voted for can no longer be given.",
)
RULING = Rule("TB-D5", "Disputes", "A ruling is one append: the rules it cites, the reason, the remedy, the penalties.")
REMEDIES = Rule(
    "TB-D6",
    "Disputes",
    "A ruling leaves the game, takes the last step back, rewinds it, rewinds and plays again what a seat did, or declares a correction "
    "that breaks nothing.",
)
PENALTIES = Rule(
    "TB-D7",
    "Disputes",
    "A penalty warns, takes points off the sheet, or has the seat lose the game or be disqualified, and so rank below all who stayed.",
)
APPEALS = Rule(
    "TB-D8",
    "Disputes",
    "A ruling may be appealed once, within half an hour, to the head judge, whose own rulings are final, or to another judge where that "
    "one has stepped aside; what is ruled then stands in place of the first ruling's penalties.",
)
WAYS_OUT = Rule("TB-D9", "Disputes", "Who disputes may withdraw; a dispute that nobody rules on lapses after seven days.")
WINDOW = Rule(
    "TB-D10",
    "Disputes",
    "A result is provisional while the table's dispute window runs or a dispute is open; then the table closes.",
)
OUT_OF_TURN = Rule(
    "TB-Q1",
    "Questions",
    "A move that names no open question of its seat is judged as out of turn; one whose question is gone is a conflict.",
)

RULEBOOK: tuple[Rule, ...] = (
    OPENING,
    INVITATIONS,
    READINESS,
    START,
    PAUSE,
    RESIGN,
    RESIGNED_BELOW,
    LAST_SEAT,
    ABANDON,
    TIME_SPENT,
    DEADLINE,
    FINISH,
    CLOSE,
    CLOSED,
    FREE_UNDO,
    OTHER_UNDO,
    UNDO_RULING,
    UNDO_ENDS,
    UNDO_TIME,
    INSPECTION,
    ROLES,
    FORK,
    FORK_BEGINS,
    FORK_COUNTS,
    FILING,
    STOPPING,
    HEARING,
    PANEL,
    RULING,
    REMEDIES,
    PENALTIES,
    APPEALS,
    WAYS_OUT,
    WINDOW,
    OUT_OF_TURN,
)
