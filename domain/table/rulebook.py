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
FREE_UNDO = Rule("TB-U1", "Undo", "A seat takes back its own latest action freely while nobody else acted and nobody learned anything.")
OTHER_UNDO = Rule("TB-U2", "Undo", "Every other undo is asked for or ruled.", defines=True)
INSPECTION = Rule("TB-V1", "Looking", "A judge's inspection is recorded.")
ROLES = Rule("TB-V2", "Looking", "A spectator never writes, a seat writes for itself alone, a judge never plays.")
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
    INSPECTION,
    ROLES,
    OUT_OF_TURN,
)
