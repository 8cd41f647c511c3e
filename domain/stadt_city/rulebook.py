"""The rules of Stadt City and the rulings on it, in our words; what is marked 1.0 or 1.1 holds in that ruleset alone."""

from domain.kernel.rule import Rule

S1 = Rule("SC-S1", "Items", "The map of Stadt City has 10 columns and 10 rows in 1.1, A to J and 1 to 10.")
S2 = Rule(
    "SC-S2",
    "Temporal Anomaly",
    "Each seat rolls two six-sided dice, the highest is the Harbinger; those tied for it roll again until one is left.",
)
S3 = Rule("SC-S3", "Temporal Anomaly", "The Harbinger is a title, never lost, used after elimination too; its player plays like everybody.")
S4 = Rule(
    "SC-S4", "Characters", "Characters are drawn youngest to oldest, birthdays before all others, oldest to youngest among themselves."
)
S5 = Rule("SC-S5", "Prize Cards", "1.1 has a deck of prize cards, and at most nine are held.")
R1 = Rule(
    "SC-R1",
    "Ruling",
    "2 to 10 seats; of birth dates the order and today's birthdays are all that is kept, today being the day of the start.",
)
R2 = Rule("SC-R2", "Ruling", "One draw says who of those born on one date counts as the younger, for every order of the game.")
R3 = Rule(
    "SC-R3",
    "Ruling",
    "A new character is the top card, placed on any standing square, occupied or not; without such a square the seat is out.",
)
R24 = Rule(
    "SC-R24",
    "Ruling",
    "Which sentence belongs to which ruleset follows from the list of changes, twins, and the parts a sentence speaks of.",
    defines=True,
)
R26 = Rule("SC-R26", "Ruling", "The map of 1.0 has columns A to F and rows 1 to 6, and its movement die is the d4.")
R27 = Rule(
    "SC-R27",
    "Ruling",
    "Over nine prize cards after a draw, a seat discards at once; an empty deck is made anew of the discards, else the draw ends.",
)
O1 = Rule("SC-O1", "Turns", "Until a challenge has been played, the turn order is oldest to youngest.")
O2 = Rule("SC-O2", "Turns", "After that each round's order is by points, most first, and by age, youngest first, where they are equal.")
R4 = Rule("SC-R4", "Ruling", "Fallen and titans move in the same order as everybody.")
R9 = Rule("SC-R9", "Ruling", "What the Harbinger and the challenges do each turn, they do each round.")
M1 = Rule(
    "SC-M1",
    "Movement Phase",
    "1.0: roll a d4 and move so many squares straight, turned once at most by the directional die; stepping on an anomaly kills.",
)
R7 = Rule(
    "SC-R7",
    "Ruling",
    "1.0: a move ends at the edge unless turned; its first square is standing if any neighbour is; with no such neighbour the seat stays.",
)
M2 = Rule("SC-M2", "Movement Phase", "1.1: roll a d10 and move exactly so many squares up, down, left or right.")
M3 = Rule("SC-M3", "Movement Phase", "1.1: no step is diagonal.")
M4 = Rule("SC-M4", "Movement Phase", "1.1: no square is entered and left twice in a move.")
R28 = Rule("SC-R28", "Ruling", "1.1: a move enters no square twice, nor the one it set out from; 1.0 knows no such rule.")
M5 = Rule(
    "SC-M5",
    "Movement Phase",
    "A seat whose square another player's piece came to stand on this round, before its movement phase, may stay and does not roll.",
)
M6 = Rule("SC-M6", "Movement Phase", "1.1: a character on an anomaly at the end of its movement is killed.")
M7 = Rule("SC-M7", "Temporal Anomaly", "1.1: who dies while moving is replaced only after the Harbinger has destroyed squares this round.")
R5 = Rule("SC-R5", "Ruling", "1.1: entering an anomaly kills unless Fly is played; the option lets only ending on one kill.")
R6 = Rule(
    "SC-R6",
    "Ruling",
    "1.1: nobody is forced to die: without a living path of the length rolled a longest living one, or none; a deadly path may be chosen.",
)
R8 = Rule("SC-R8", "Ruling", "Anomalies neither kill nor hold up fallen and titans.")
H1 = Rule("SC-H1", "Temporal Anomaly", "After round r, r squares are destroyed in 1.0, a pair of dice for each; in 1.1 r pairs are rolled.")
H2 = Rule("SC-H2", "Temporal Anomaly", "The square that a pair names is destroyed at once.")
H3 = Rule("SC-H3", "Temporal Anomaly", "A character on it is killed.")
H4 = Rule(
    "SC-H4",
    "Temporal Anomaly",
    "1.0: a roll on a destroyed square is rolled again, letter, number or both as the Harbinger says, until it names a standing one.",
)
H5 = Rule("SC-H5", "Temporal Anomaly", "1.1: a pair that names a destroyed or protected square is spent.")
H6 = Rule("SC-H6", "Temporal Anomaly", "1.0: smaller dice may be rolled as long as every standing square can be hit.")
R10 = Rule(
    "SC-R10",
    "Ruling",
    "1.1: at least two squares fall, in round 1 one: single pairs are rolled until they have or nothing unprotected stands.",
)
R30 = Rule("SC-R30", "Ruling", "All squares of one Harbinger step fall together, before anybody is replaced.")
R11 = Rule(
    "SC-R11",
    "Ruling",
    "The service rolls for the Harbinger; at a physical table rolls are entered, must be possible, and are marked as entered.",
)
R22 = Rule(
    "SC-R22",
    "Ruling",
    "Protection covers the square for the round; its pairs count toward no minimum; a card that moves a character onto an anomaly kills.",
)
R23 = Rule("SC-R23", "Ruling", "A restored square stands again in every respect.")
A1 = Rule("SC-A1", "Alliances", "Two players who meet for the first time may ally, if both say so.")
A2 = Rule("SC-A2", "Alliances", "An alliance once refused is never offered to that pair again.")
A3 = Rule("SC-A3", "Alliances", "A player has one ally at most, for the whole game, whatever becomes of characters.")
A4 = Rule("SC-A4", "Alliances", "Allies do not compete against each other; in 1.1 that is said of challenges for two.")
A5 = Rule("SC-A5", "Alliances", "Allies are on one team.")
A6 = Rule("SC-A6", "Alliances", "If one of two allies loses a challenge, both their characters die.")
A7 = Rule(
    "SC-A7", "Alliances", "If one dies to an anomaly, the partner's character dies too; in 1.1 that is no anomaly loss for the partner."
)
R12 = Rule(
    "SC-R12", "Ruling", "Players meet when their characters share a square once an action is complete; they are asked before anything else."
)
R32 = Rule(
    "SC-R32",
    "Ruling",
    "Alliances outlast characters; a death through an ally is passed on once, is no anomaly loss and counts as an elimination in 1.0.",
)
C1 = Rule("SC-C1", "Challenges", "After the Harbinger there is a challenge on every square with two or more sides and a character.")
C2 = Rule("SC-C2", "Challenges", "Four, six and so on play half against half: allies together, the rest as drawn.")
C3 = Rule("SC-C3", "Challenges", "The winners' characters live, the losers' die.")
C4 = Rule("SC-C4", "Challenges", "Each winner gets a point.")
C5 = Rule("SC-C5", "Prize Cards", "1.1: winners draw three prize cards, losers one; 1.0 has none.")
C6 = Rule("SC-C6", "Challenges", "A loser drinks what the winner chooses.")
C7 = Rule("SC-C7", "Challenges, list", "A challenge comes from the pile for its number of players.")
R13 = Rule(
    "SC-R13",
    "Ruling",
    "Two allies alone have no challenge; in an odd number allies are a side and everyone else is one, and one side wins.",
)
R14 = Rule(
    "SC-R14", "Ruling", "All challenges of a round are fixed before the first, and take effect when all are settled, square by square."
)
R15 = Rule(
    "SC-R15",
    "Ruling",
    "A reported outcome stands when the losers confirm it, time runs out, or a judge rules; an objection stops that square alone.",
)
R16 = Rule("SC-R16", "Ruling", "An odd number of allied pairs alone: pairs stay together, one team has a pair more.")
R25 = Rule("SC-R25", "Ruling", "Prize cards are drawn when all squares are settled, by square, then by turn order.")
R33 = Rule(
    "SC-R33",
    "Ruling",
    "Fallen and titans are players of a challenge, win points and cards; every losing character suffers a fallen among the winners.",
)
R37 = Rule("SC-R37", "Ruling", "The victory card is the prize card.", defines=True)
R38 = Rule(
    "SC-R38",
    "Ruling",
    "22 challenges; a missing pile is that of the next lower number; the card drawn goes under its pile; a tie is played again.",
)
R39 = Rule("SC-R39", "Ruling", "Advantages are shown and applied by the players; in a digital challenge those count that are coded.")
L1 = Rule(
    "SC-L1",
    "Characters",
    "1.1: a character lost to a challenge is discarded, one lost to an anomaly stays with its player, unplayable; 1.0 discards all.",
)
L2 = Rule("SC-L2", "Characters", "Who lost a character takes a new one and places it, unless out.")
L3 = Rule("SC-L3", "Characters", "1.0: after three eliminations, or with no character to draw, a player is out and draws a titan.")
L4 = Rule(
    "SC-L4", "Characters", "1.1: at three anomaly losses, or with no character to draw, a player is out and draws a fallen hero or villain."
)
L5 = Rule(
    "SC-L5", "Fallen Hero/Villain, Titans", "Fallen and titans neither win nor die; defeated they go to the destroyed square furthest away."
)
L6 = Rule("SC-L6", "Fallen Hero/Villain", "1.1: losing a challenge to a fallen is an anomaly loss in every respect.")
L7 = Rule("SC-L7", "Fallen Hero/Villain", "1.1: a fallen has the advantages of the characters that its player lost to anomalies.")
R17 = Rule("SC-R17", "Ruling", "Furthest is by orthogonal steps, then lowest letter, then number; with nothing destroyed the piece stays.")
R19 = Rule("SC-R19", "Ruling", "1.1: a fallen is a hero or a villain as the last character lost was.")
R29 = Rule(
    "SC-R29",
    "Ruling",
    "After the Harbinger and after the challenges seats without a piece draw and place in drawing order; till then they have none.",
)
R31 = Rule("SC-R31", "Ruling", "A new fallen or titan is placed on any square; its deck empty, the other kind, or a plain piece.")
R18 = Rule(
    "SC-R18", "Ruling", "The game ends when characters of one side at most are on the board once all have placed; its players with one win."
)
P_TWICE_DICE = Rule("SC-P-TWICE-DICE", "Prize Cards", "Before the roll to move: roll two dice and move their sum.")
P_THRICE_DICE = Rule("SC-P-THRICE-DICE", "Prize Cards", "Before the roll to move: roll three dice and move their sum.")
P_SLOW_DICE = Rule("SC-P-SLOW-DICE", "Prize Cards", "Before the roll to move: a d4 in place of the d10, not with Twice or Thrice Dice.")
P_DIAGONAL_PLUS_1 = Rule("SC-P-DIAGONAL-PLUS-1", "Prize Cards", "While moving: one diagonal step that does not count.")
P_DIAGONAL = Rule("SC-P-DIAGONAL", "Prize Cards", "While moving: one of the steps may be diagonal.")
P_FLY = Rule("SC-P-FLY", "Prize Cards", "After the roll: cross anomalies, ending on none.")
P_COLUMN_ANOMALY_CLEAR = Rule(
    "SC-P-COLUMN-ANOMALY-CLEAR", "Prize Cards", "In anyone's movement phase: the squares of the piece's column stand again."
)
P_ROW_ANOMALY_CLEAR = Rule(
    "SC-P-ROW-ANOMALY-CLEAR", "Prize Cards", "In anyone's movement phase: the squares of the piece's row stand again."
)
P_PUSH = Rule("SC-P-PUSH", "Prize Cards", "One other piece goes a square away, not diagonally.")
P_PULL = Rule("SC-P-PULL", "Prize Cards", "One other piece comes a square closer, not diagonally.")
P_ANOMALY_PROTECTION = Rule(
    "SC-P-ANOMALY-PROTECTION", "Prize Cards", "Before the Harbinger rolls: the piece's square cannot be destroyed this round."
)
P_SWITCH = Rule("SC-P-SWITCH", "Prize Cards", "At any time: swap places with any piece.")
P_FULLY_ANOMALY_CLEAR = Rule("SC-P-FULLY-ANOMALY-CLEAR", "Prize Cards", "At once when drawn: the whole board stands again.")
P_TELEPORTATION = Rule("SC-P-TELEPORTATION", "Prize Cards", "At any time: to a square that another player occupies.")
P_PULL_BURST_5 = Rule("SC-P-PULL-BURST-5", "Prize Cards", "Before the round's movement: every piece within five squares comes one closer.")
P_PUSH_BURST_2 = Rule("SC-P-PUSH-BURST-2", "Prize Cards", "Before the round's movement: every piece within two squares goes one away.")
R20 = Rule("SC-R20", "Ruling", "Push and Pull are played in the holder's own movement phase.")
R21 = Rule(
    "SC-R21",
    "Ruling",
    "A burst counts diagonals; for each piece its holder chooses an orthogonal step that changes the distance, if there is one.",
)
R34 = Rule(
    "SC-R34",
    "Ruling",
    "One of Twice, Thrice and Slow Dice in a movement phase; step cards are named with the path; Fly comes before the first step.",
)
R35 = Rule(
    "SC-R35",
    "Ruling",
    "Seven moments of a round at which cards are played, seats being asked in turn order until all pass; cards take effect one at a time.",
)
R36 = Rule(
    "SC-R36",
    "Ruling",
    "Push and Pull reach any other piece; Switch and Teleportation need a piece on the board and may land on an anomaly.",
)
D1 = Rule(
    "SC-D1", "Drinks", "Who owes a drink or a finish, and why, is kept; nothing depends on it, and the option leaves it out altogether."
)

PRIZE_RULES: dict[str, Rule] = {
    "twice-dice": P_TWICE_DICE,
    "thrice-dice": P_THRICE_DICE,
    "slow-dice": P_SLOW_DICE,
    "diagonal-plus-1": P_DIAGONAL_PLUS_1,
    "diagonal": P_DIAGONAL,
    "fly": P_FLY,
    "column-anomaly-clear": P_COLUMN_ANOMALY_CLEAR,
    "row-anomaly-clear": P_ROW_ANOMALY_CLEAR,
    "push": P_PUSH,
    "pull": P_PULL,
    "anomaly-protection": P_ANOMALY_PROTECTION,
    "switch": P_SWITCH,
    "fully-anomaly-clear": P_FULLY_ANOMALY_CLEAR,
    "teleportation": P_TELEPORTATION,
    "pull-burst-5": P_PULL_BURST_5,
    "push-burst-2": P_PUSH_BURST_2,
}
"""The rule of each prize card by what it does."""

RULEBOOK: tuple[Rule, ...] = (
    S1,
    S2,
    S3,
    S4,
    S5,
    R1,
    R2,
    R3,
    R24,
    R26,
    R27,
    O1,
    O2,
    R4,
    R9,
    M1,
    R7,
    M2,
    M3,
    M4,
    R28,
    M5,
    M6,
    M7,
    R5,
    R6,
    R8,
    H1,
    H2,
    H3,
    H4,
    H5,
    H6,
    R10,
    R30,
    R11,
    R22,
    R23,
    A1,
    A2,
    A3,
    A4,
    A5,
    A6,
    A7,
    R12,
    R32,
    C1,
    C2,
    C3,
    C4,
    C5,
    C6,
    C7,
    R13,
    R14,
    R15,
    R16,
    R25,
    R33,
    R37,
    R38,
    R39,
    L1,
    L2,
    L3,
    L4,
    L5,
    L6,
    L7,
    R17,
    R19,
    R29,
    R31,
    R18,
    P_TWICE_DICE,
    P_THRICE_DICE,
    P_SLOW_DICE,
    P_DIAGONAL_PLUS_1,
    P_DIAGONAL,
    P_FLY,
    P_COLUMN_ANOMALY_CLEAR,
    P_ROW_ANOMALY_CLEAR,
    P_PUSH,
    P_PULL,
    P_ANOMALY_PROTECTION,
    P_SWITCH,
    P_FULLY_ANOMALY_CLEAR,
    P_TELEPORTATION,
    P_PULL_BURST_5,
    P_PUSH_BURST_2,
    R20,
    R21,
    R34,
    R35,
    R36,
    D1,
)
