"""The rules of Night Market, a small game that has everything a game may ask of the kernel."""

from domain.kernel.rule import Rule

SETUP = Rule("NM-S1", "Setup", "The goods are shuffled face down; every seat draws a hand.")
OFFER = Rule("NM-O1", "Offers", "Each round every seat with cards secretly offers one; the last offer opens them all.")
SPOILT = Rule("NM-O2", "Offers", "Where two offers are the same goods, all of those are thrown away.")
LATE = Rule("NM-O3", "Offers", "When the bell rings, the offers made are opened and the slow seats offer nothing.")
TURN = Rule("NM-T1", "Turns", "After the offers each seat has one turn, clockwise, and acts in no other.")
DEALS = Rule("NM-T2", "Turns", "At most two deals a turn, each with a card in hand: sell it, bury it or give it away.")
SELL = Rule("NM-T3", "Turns", "A card that is sold lies on the seat's stall for all to see.")
BURY = Rule("NM-T4", "Turns", "A card that is buried lies face down before its seat, who may look at it.")
GIVE = Rule("NM-T5", "Turns", "A card that is given away goes unseen to the next seat clockwise still at the market.")
LUCK = Rule("NM-T6", "Turns", "Once a turn a seat may roll the die and gains as many coins.")
DRAW = Rule("NM-T7", "Turns", "At the end of a turn its seat draws cards while there are any.")
LIMIT = Rule("NM-T8", "Turns", "Whoever holds too many cards at the end of a turn lays one after another aside, unseen.")
FINE = Rule("NM-J1", "Judging", "A judge may fine a seat coins that it has.")
LEAVE = Rule("NM-L1", "Leaving", "A seat that leaves keeps its stall; its hand and what it buried stay face down.")
END = Rule("NM-E1", "End", "After the last round all that is buried is turned up.")
STALL = Rule("NM-E2", "Scoring", "A card on a stall scores its worth.")
BURIED = Rule("NM-E3", "Scoring", "A buried card that is turned up scores twice its worth.")
COINS = Rule("NM-E4", "Scoring", "A coin scores a point.")
TIE = Rule("NM-E5", "Scoring", "Most points win; of those level, whoever has more cards on the stall; then they share.")
PACK = Rule("NM-P1", "Goods", "A pack names its goods, each with its worth and how many cards it has.", defines=True)

RULEBOOK: tuple[Rule, ...] = (
    SETUP,
    OFFER,
    SPOILT,
    LATE,
    TURN,
    DEALS,
    SELL,
    BURY,
    GIVE,
    LUCK,
    DRAW,
    LIMIT,
    FINE,
    LEAVE,
    END,
    STALL,
    BURIED,
    COINS,
    TIE,
    PACK,
)
