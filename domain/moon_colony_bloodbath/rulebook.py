"""The rules of Moon Colony Bloodbath and the rulings on it, in our words."""

from domain.kernel.rule import Rule

S1 = Rule("MC-S1", "Setup", "1 to 5 seats, clockwise; the 90 buildings are shuffled and each seat is dealt 4.")
S2 = Rule("MC-S2", "Setup", "A seat begins with 30 people on the mat, 4 money, 4 food, its scientist's 5 perks and 4 action chits.")
S3 = Rule("MC-S3", "Setup", "Two twists face up are shuffled with 2 Trouble and 4 Work into the first progress deck.")
S4 = Rule(
    "MC-S4",
    "Setup",
    "Robots are shuffled, so are the twists left over; developments lie in pairs, events by number, the lowest on top.",
)
S5 = Rule("MC-S5", "Setup", "Chits never run out, cards do.", defines=True)
S6 = Rule(
    "MC-S6",
    "Setup",
    "Hands are private; mats, buildings, boxes, perks, developments, events and discards are open; decks are face down.",
)
R17 = Rule(
    "MC-R17",
    "Ruling",
    "Sizes are public; a discard is shown, of a pile only its top; cards on or under a mat are their owner's to see.",
)
T1 = Rule("MC-T1", "Turns", "The top progress card is turned over and everyone follows it at the same time; then the next one is.")
T2 = Rule("MC-T2", "Turns", "The discards are shuffled only when a card must be turned over and there is none.")
T3 = Rule("MC-T3", "Turns", "At each such shuffle the action chits come off the mats.")
T4 = Rule("MC-T4", "Turns", "A turn ends only when every seat is done.")
T5 = Rule("MC-T5", "More rules", "Do as much as can be done; the rest is not done.")
T6 = Rule("MC-T6", "More rules", '"You may spend X to" does nothing unless X is spent.')
T7 = Rule("MC-T7", "More rules", "Abilities are not optional unless they say so.")
T8 = Rule("MC-T8", "More rules", "An ability that spends a box spends one each time it happens, unless it says that several may be spent.")
T9 = Rule("MC-T9", "More rules", "Added cards go on top.")
T10 = Rule("MC-T10", "More rules", "Cards added at once are shuffled among themselves first.")
T11 = Rule("MC-T11", "More rules", "A building drawn from an empty deck comes from its shuffled discards.")
T12 = Rule("MC-T12", "More rules", "Discard piles cannot be looked through.")
R1 = Rule(
    "MC-R1",
    "Ruling",
    "All that seats add in one turn goes on top together in an unseen order; what a card adds by its own text lies above it.",
)
R2 = Rule(
    "MC-R2",
    "Ruling",
    "Cards are drawn one by one; discards of this very turn are shuffled in too; with nothing left a draw yields nothing.",
)
R30 = Rule(
    "MC-R30",
    "Ruling",
    "Each shuffle deals the building deck into a lane for each seat; an empty lane takes from the foot of the longest.",
)
R3 = Rule(
    "MC-R3",
    "Ruling",
    "Seats answer in any order; they wait for each other only at the window, the picks, cards laid down, a robot's loss and a pass.",
)
W1 = Rule("MC-W1", "Work", "One action: 2 boxes, build a card, 4 money, 4 food, or 2 cards.")
W2 = Rule("MC-W2", "Work", "The same action may be picked each time.", defines=True)
W3 = Rule("MC-W3", "Work", "The action chit lies on the action picked and goes to the centre when it is done.")
W4 = Rule("MC-W4", "Work", "BUILD: pay, put into play, do the PLAY abilities in printed order, all of it the action's own effect.")
W5 = Rule("MC-W5", "Work", "Cards built at the same time are revealed together.")
W6 = Rule("MC-W6", "Work", "Abilities named for an action happen at each one, before or after its own effect, in the order the seat likes.")
W7 = Rule("MC-W7", "Buildings", "They happen for actions that no Work caused, too.")
W8 = Rule("MC-W8", "Work", "Boxes lie on buildings only.")
R4 = Rule(
    "MC-R4",
    "Ruling",
    "Picks, and cards laid down to build, stay hidden until the last one is made; the option open_work shows them at once.",
)
R5 = Rule("MC-R5", "Ruling", "Who picked BUILD must build if it can pay for an allowed card; RESTOCK without a building yields nothing.")
R6 = Rule("MC-R6", "Ruling", "The price is the cost less every reduction in play, at least 0; food may pay a part of it with Potato Farm.")
R18 = Rule(
    "MC-R18",
    "Ruling",
    "The abilities of one action are those of the buildings in play when it begins that still stand when their turn comes.",
)
R19 = Rule("MC-R19", "Ruling", "A Work starts after its window and before the picks; the empty hand is looked for once, for all copies.")
R20 = Rule(
    "MC-R20",
    "Ruling",
    "Any time is whenever the table waits, within an own loss too, but not inside a payment, a draw, a pass or a laying of boxes.",
)
R28 = Rule("MC-R28", "Ruling", "What happens when something else happens comes at once after it.")
B1 = Rule("MC-B1", "Buildings", "PLAY abilities happen once, when the building is built.")
B2 = Rule("MC-B2", "Buildings", "Two of one building both work.")
B3 = Rule(
    "MC-B3",
    "Buildings",
    "A lost building is discarded, its people move to the mat, its boxes are gone, its LOST abilities are done.",
)
B4 = Rule("MC-B4", "Losing people", "Nobody loses a building by choice alone.")
B5 = Rule("MC-B5", "Losing people", "Which building is lost is its owner's choice.")
B6 = Rule("MC-B6", "Notes", "A cost is the printed number whatever is paid.")
B7 = Rule("MC-B7", "Buildings", "A building's abilities exist while it is in play.")
R29 = Rule("MC-R29", "Ruling", "A loss of a building goes in this order: card, people, boxes, LOST.")
R21 = Rule(
    "MC-R21",
    "Ruling",
    "Launch Pad repeats a PLAY ability of an own building in play, never of a Launch Pad; nothing is built again.",
)
R22 = Rule("MC-R22", "Ruling", "A BUILD that a card gives may be declined; one given to all is laid face down and revealed together.")
R23 = Rule(
    "MC-R23",
    "Ruling",
    "What exactly a seat loses, spends, discards or moves is its choice, and so is which way it takes of those it can.",
)
R24 = Rule("MC-R24", "Ruling", "Discarding is from hand or from under the mat; what else goes to a pile is not discarded by a seat.")
P1 = Rule("MC-P1", "Perks", "To add a perk is to add one of the seat's own remaining ones, its choice.")
P2 = Rule("MC-P2", "Perks", "A perk affects its owner only.")
P3 = Rule("MC-P3", "Perks", "Once added it stays in the deck.")
P4 = Rule("MC-P4", "Perks", "Perks are no hand cards; they are added only when something says so.")
D1 = Rule("MC-D1", "Developments", "A development is added from the supply and affects everyone.")
D2 = Rule("MC-D2", "Developments", "A third copy cannot be added.")
E1 = Rule("MC-E1", "Events", "Trouble adds the next event on top, once and not for each seat.")
E2 = Rule("MC-E2", "Events", "Events come in the order of their numbers.")
E3 = Rule("MC-E3", "Events", "Hunger: a food for each building counted once, a person for each unfed as one loss, else 2 people more.")
E4 = Rule("MC-E4", "Events", "The food is lost whether the seat likes it or not.")
E5 = Rule("MC-E5", "Events", "Paperwork: draw 1, then discard 2; Hacker Lair does neither.")
E6 = Rule("MC-E6", "Events", "Glitch adds the next robot on top, one in all.")
E7 = Rule("MC-E7", "Events", "Leak and its like: lose the number printed.")
E8 = Rule("MC-E8", "Events", "Instruction Manual ends the game as soon as it is turned over.")
R12 = Rule("MC-R12", "Ruling", "From an empty supply nothing is added, paid for or counted.")
X1 = Rule("MC-X1", "Robots", "A robot: everyone loses the number printed; when all have, the rest of its text.")
X2 = Rule("MC-X2", "Twists", "A twist is followed by everyone, optional where it says so.")
R13 = Rule("MC-R13", "Ruling", "Two copies of one mine pay once.")
R14 = Rule("MC-R14", "Ruling", "Before Accident's loss each Organ Banks may spend a box lying on it, if that saves anybody.")
R15 = Rule("MC-R15", "Ruling", "A card on or under the mat is not in hand.")
R27 = Rule("MC-R27", "Ruling", "Alone, a seat passes a card to itself.")
L1 = Rule("MC-L1", "Losing people", "People are lost from the mat.")
L2 = Rule("MC-L2", "Losing people", "While the mat is short, a building is lost; then the people are.")
L3 = Rule("MC-L3", "Losing people", "A loss is taken as one.")
L4 = Rule("MC-L4", "Losing people", "LOST abilities are worked through before the loss goes on.")
L5 = Rule("MC-L5", "Losing people", "A colony fails that cannot take a loss in full, or that holds nobody after one.")
L6 = Rule("MC-L6", "Losing people", "The most people, on the mat and printed on buildings, win.")
R7 = Rule(
    "MC-R7",
    "Ruling",
    "A failed colony does nothing more; the others finish the card, with fail_at_once only the loss or the Work; then the game ends.",
)
R8 = Rule("MC-R8", "Ruling", "Equal numbers share the win.")
R9 = Rule("MC-R9", "Ruling", "Who cannot take a loss still loses every building and then everybody.")
R10 = Rule("MC-R10", "Ruling", "People paid as a cost are taken as a loss; who has that many may pay, even the last.")
ONE_PLAYER = Rule("MC-1P1", "One player", "Alone, Loneliness is among the starting cards.")
ONE_SCORE = Rule("MC-1P2", "One player", "Reaching Instruction Manual wins; else the highest number among the added events is the score.")
ONE_LONELY = Rule("MC-1P3", "One player", "Loneliness: 3 people for each plus symbol in play, less 3 for each minus symbol.")
ONE_ENDLESS = Rule(
    "MC-1P4",
    "One player",
    "Endless: from Instruction Manual on a robot is added for each event, and their number is the score.",
)
R11 = Rule("MC-R11", "Ruling", "Both kinds of symbol are counted first; then the gains, then the losses as one.")
R26 = Rule("MC-R26", "Ruling", "An endless colony that fails earlier scores by events; one robot more ranks above any event.")
R16 = Rule("MC-R16", "Ruling", "There are five actions.", defines=True)
R25 = Rule("MC-R25", "Ruling", "A pack in which an action causes itself again is refused.")
N_AUTOMATIC_DOORS = Rule("MC-N-AUTOMATIC-DOORS", "Notes", "Waits for the next Work, in which no building has any ability.")
N_CONSTRUCTION_ROBOT = Rule(
    "MC-N-CONSTRUCTION-ROBOT",
    "Notes",
    "A card laid on the mat is the only one that may be built; two may be built in any order.",
)
N_DELIVERY_DRONE = Rule(
    "MC-N-DELIVERY-DRONE",
    "Notes",
    "All choose unseen, then all pass left; an empty hand passes nothing and still receives.",
)
N_DRILLING_ROBOT = Rule("MC-N-DRILLING-ROBOT", "Notes", "A building lost by order is lost like any other.")
N_ENGINEERS = Rule("MC-N-ENGINEERS", "Notes", "A building lost by order is lost like any other.")
N_RADIATION = Rule("MC-N-RADIATION", "Notes", "A building lost by order is lost like any other.")
N_MINING_ROBOT = Rule("MC-N-MINING-ROBOT", "Notes", "After the loss 1 money for each of six mines still in play.")
N_REPAIRS_ROBOT = Rule("MC-N-REPAIRS-ROBOT", "Notes", "Waits for the next Work, in which nobody may build.")
N_ROBOT_BUTLER = Rule("MC-N-ROBOT-BUTLER", "Notes", "Lose a box if there is one.")
N_ROBOT_COMPANION = Rule("MC-N-ROBOT-COMPANION", "Notes", "An action without a chit; it is no Work.")
N_ROBOT_WAITER = Rule("MC-N-ROBOT-WAITER", "Notes", "Lose people, then 2 food or what there is.")
N_SENTIENT_AI = Rule("MC-N-SENTIENT-AI", "Notes", "One twist on top of everything when all have lost; nobody is paid for it.")
N_STACKING_ROBOT = Rule("MC-N-STACKING-ROBOT", "Notes", "Each box spent before makes the loss 2 smaller, not below 0.")
N_WAREHOUSE_ROBOT = Rule("MC-N-WAREHOUSE-ROBOT", "Notes", "A box onto a building without one, if there is such a building.")
N_ALUMINUM_MINE = Rule("MC-N-ALUMINUM-MINE", "Notes", "5 money on MINE if there is none at that moment.")
N_ASSEMBLY_LINE = Rule("MC-N-ASSEMBLY-LINE", "Notes", "The BUILD of its loss is without its own reduction.")
N_BUNKER = Rule("MC-N-BUNKER", "Notes", "The next robot, added by its owner.")
N_FLAG = Rule("MC-N-FLAG", "Notes", "Nobody lives there; alone it keeps no colony alive.")
N_FUEL_CELLS = Rule("MC-N-FUEL-CELLS", "Notes", "A box of the same RESTOCK may be spent, if it lies there.")
N_KITCHEN = Rule("MC-N-KITCHEN", "Notes", "A box of the same RESTOCK may be spent, if it lies there.")
N_HACKER_LAIR = Rule("MC-N-HACKER-LAIR", "Notes", "Paperwork passes its owner by, like it or not.")
N_LAUNCH_PAD = Rule("MC-N-LAUNCH-PAD", "Notes", "Any PLAY ability of the own buildings may be repeated.")
N_MARKET = Rule("MC-N-MARKET", "Notes", "Food of the same FARM may be spent.")
N_RESTAURANT = Rule("MC-N-RESTAURANT", "Notes", "Food of the same FARM may be spent.")
N_MOON_HOTEL = Rule("MC-N-MOON-HOTEL", "Notes", "1 person for each separate gain of food.")
N_ORGAN_BANKS = Rule("MC-N-ORGAN-BANKS", "Notes", "A box lying there in place of 3 people of Accident, and of nothing else.")
N_POTATO_FARM = Rule("MC-N-POTATO-FARM", "Notes", "Food is money where money is spent, in any mix, and nowhere else.")
N_RD_STORAGE = Rule("MC-N-RD-STORAGE", "Notes", "Any time, again and again while boxes last.")
N_RADIO_ANTENNAE = Rule("MC-N-RADIO-ANTENNAE", "Notes", "Each copy draws a card if the hand was empty when the Work started.")
N_REACTOR = Rule("MC-N-REACTOR", "Notes", "It looks at costs, which nothing changes.")
N_RECYCLING = Rule("MC-N-RECYCLING", "Notes", "1 money for each card discarded.")
N_SOLAR_PANELS = Rule("MC-N-SOLAR-PANELS", "Notes", "They may come after the built card's PLAY and use its boxes.")
N_TRADING_POST = Rule("MC-N-TRADING-POST", "Notes", "2 money for each perk, development, robot or event its owner adds.")
N_WAREHOUSE = Rule("MC-N-WAREHOUSE", "Notes", "A box from one own building to another.")
N_BUDGET_CUTS = Rule("MC-N-BUDGET-CUTS", "Notes", "Lose 2 money or what there is; food does not help.")
N_INNOVATION = Rule("MC-N-INNOVATION", "Notes", "The card is paid for.")
N_REPAIRS = Rule("MC-N-REPAIRS", "Notes", "Without boxes nothing.")
N_CONSTRUCTION_KITS = Rule(
    "MC-N-CONSTRUCTION-KITS",
    "Notes",
    "A box, then a card of cost 4 or less, paid for; the box may be given for nothing.",
)
N_GRAND_PLAN = Rule("MC-N-GRAND-PLAN", "Notes", "A discard, then a card of cost 5 or more, paid for; the card may be given for nothing.")
N_OVERTIME = Rule("MC-N-OVERTIME", "Notes", "The card is paid for.")
N_RISKY_RESEARCH = Rule("MC-N-RISKY-RESEARCH", "Notes", "The people paid are lost as any others.")
N_SURVEYING = Rule("MC-N-SURVEYING", "Notes", "No cards under the mat may be cashed in, for nothing; those on the mat are others.")

NOTES: tuple[Rule, ...] = (
    N_AUTOMATIC_DOORS,
    N_CONSTRUCTION_ROBOT,
    N_DELIVERY_DRONE,
    N_DRILLING_ROBOT,
    N_ENGINEERS,
    N_RADIATION,
    N_MINING_ROBOT,
    N_REPAIRS_ROBOT,
    N_ROBOT_BUTLER,
    N_ROBOT_COMPANION,
    N_ROBOT_WAITER,
    N_SENTIENT_AI,
    N_STACKING_ROBOT,
    N_WAREHOUSE_ROBOT,
    N_ALUMINUM_MINE,
    N_ASSEMBLY_LINE,
    N_BUNKER,
    N_FLAG,
    N_FUEL_CELLS,
    N_KITCHEN,
    N_HACKER_LAIR,
    N_LAUNCH_PAD,
    N_MARKET,
    N_RESTAURANT,
    N_MOON_HOTEL,
    N_ORGAN_BANKS,
    N_POTATO_FARM,
    N_RD_STORAGE,
    N_RADIO_ANTENNAE,
    N_REACTOR,
    N_RECYCLING,
    N_SOLAR_PANELS,
    N_TRADING_POST,
    N_WAREHOUSE,
    N_BUDGET_CUTS,
    N_INNOVATION,
    N_REPAIRS,
    N_CONSTRUCTION_KITS,
    N_GRAND_PLAN,
    N_OVERTIME,
    N_RISKY_RESEARCH,
    N_SURVEYING,
)
"""Notes on single cards, the note of ``kale-farm`` being ``MC-N-KALE-FARM``."""

RULEBOOK: tuple[Rule, ...] = (
    S1,
    S2,
    S3,
    S4,
    S5,
    S6,
    R17,
    T1,
    T2,
    T3,
    T4,
    T5,
    T6,
    T7,
    T8,
    T9,
    T10,
    T11,
    T12,
    R1,
    R2,
    R30,
    R3,
    W1,
    W2,
    W3,
    W4,
    W5,
    W6,
    W7,
    W8,
    R4,
    R5,
    R6,
    R18,
    R19,
    R20,
    R28,
    B1,
    B2,
    B3,
    B4,
    B5,
    B6,
    B7,
    R29,
    R21,
    R22,
    R23,
    R24,
    P1,
    P2,
    P3,
    P4,
    D1,
    D2,
    E1,
    E2,
    E3,
    E4,
    E5,
    E6,
    E7,
    E8,
    R12,
    X1,
    X2,
    R13,
    R14,
    R15,
    R27,
    L1,
    L2,
    L3,
    L4,
    L5,
    L6,
    R7,
    R8,
    R9,
    R10,
    ONE_PLAYER,
    ONE_SCORE,
    ONE_LONELY,
    ONE_ENDLESS,
    R11,
    R26,
    R16,
    R25,
    *NOTES,
)
