"""The rules of High Moon, numbered: where each stands in the rulebook, and its sense in our words."""

from domain.kernel.rule import Rule

S1 = Rule("HM-S1", "Setup", "High Moon is for two to four players.")
S2 = Rule("HM-S2", "Setup, 1", "Five tiles of each liquor lie face down at random; with two or three players one of each stays in the box.")
S3 = Rule(
    "HM-S3",
    "Setup, 3",
    "The two starting cards overlap as the pack says, and each distillery they show gets a random tile, face up.",
)
S4 = Rule(
    "HM-S4",
    "Setup, 4",
    'Three of the four criteria cards are laid so that four criteria show; the option "first-game" plays one card with two.',
)
S5 = Rule("HM-S5", "Setup, 7 and 8", "A seat has 30 tokens for the whole game: 3 available at the start, the others in reserve.")
S6 = Rule(
    "HM-S6",
    "Setup, 9",
    "Each seat plays the deck of its colour: with three players without the card marked 4, with four without the one marked 3 either.",
)
S7 = Rule(
    "HM-S7",
    "Setup, 9",
    "Decks are shuffled, each seat draws a card, chance names the first to play; turns go clockwise and a seat acts in its own alone.",
)
S8 = Rule(
    "HM-S8",
    "Components",
    "Bottle pieces are singles, doubles and triples; a piece stands for as many bottles as it shows.",
    defines=True,
)
S9 = Rule(
    "HM-S9",
    "Setup, 6",
    "A seat begins with its markers on the lowest space of each track and without points; points have no upper limit.",
)

C1 = Rule(
    "HM-C1",
    "The Turn, 1st Phase",
    "A turn begins with the card in hand; before it only a bottle may be opened, and there is one card a turn.",
)
C2 = Rule("HM-C2", "The Turn, 1st Phase", "A card lies like the starting cards or turned by 180 degrees, never crosswise.")
C3 = Rule("HM-C3", "The Turn, 1st Phase", "A card covers at least one space of the map.")
C4 = Rule("HM-C4", "The Turn, 1st Phase", "At least one space of a card reaches beyond the map as it was.")
C5 = Rule("HM-C5", "The Turn, 1st Phase", "A card covers no token and no tile.")
C6 = Rule("HM-C6", "The Turn, 1st Phase", "Each showing ranch space of its own colour that a seat's card covers gives it 3 tokens.")
C7 = Rule(
    "HM-C7",
    "The Turn, 1st Phase",
    "Each showing ranch space of another colour gives the active seat 1 token and the seat of that colour 2.",
)
C8 = Rule("HM-C8", "The Turn, 1st Phase", "A gain takes what the reserve holds; what is missing is lost and never owed.")
C9 = Rule("HM-C9", "The Turn, 1st Phase", "A card with a distillery gets a random tile on it, face up.")
C10 = Rule(
    "HM-C10",
    "The Turn, 2nd Phase",
    "With its reserve empty the active seat takes a gain from its discards; later tokens get no cheaper by that.",
)

T1 = Rule("HM-T1", "The Turn, 2nd Phase", "After the card a seat places as many available tokens as it likes, one after another.")
T2 = Rule(
    "HM-T2",
    "The Turn, 2nd Phase",
    "The turn's first token is free; for the n-th the seat first discards n-1 available tokens, all of them or none.",
)
T3 = Rule(
    "HM-T3",
    "The Turn, 2nd Phase",
    "A token with its ranch side up founds a ranch on a free ranch space of its own colour, wherever that lies.",
)
T4 = Rule(
    "HM-T4",
    "The Turn, 2nd Phase",
    "A cow goes on a free space beside a token of its seat, or beside a tile that lies beside such a token.",
)
T5 = Rule("HM-T5", "The Turn, 2nd Phase", "A space holds one token.")
T6 = Rule("HM-T6", "The Turn, 2nd Phase", "No token lies on a tile.")
T7 = Rule("HM-T7", "The Turn, 2nd Phase", "No token lies on a ranch space of another colour.")
T9 = Rule("HM-T9", "The Turn, 2nd Phase", "Tokens and tiles on the map never move again.", defines=True)

D1 = Rule(
    "HM-D1",
    "Connecting to a Distillery",
    "A seat is connected to a tile when a token of it lies beside the tile on a route that has a ranch.",
)
D2 = Rule(
    "HM-D2",
    "Connecting to a Distillery",
    "A seat's first connection to a tile gives it one bottle of the tile's liquor, once in the game.",
)
D3 = Rule("HM-D3", "Connecting to a Distillery", "One token may connect its seat to several tiles, each with its bottle.")
D4 = Rule("HM-D4", "Connecting to a Distillery", "Every seat has a first connection of its own to each tile, whoever came before.")
D5 = Rule("HM-D5", "Connecting to a Distillery", "A ranch is connected to all the tiles of its route.")

B1 = Rule("HM-B1", "Liquor Bottles", "A seat may open a bottle in its own turn, one a turn at most.")
B2 = Rule("HM-B2", "Liquor Bottles", "Spider gives 1 to 3 tokens, as many as the seat says.")
B3 = Rule("HM-B3", "Liquor Bottles", "Bat places one or two available tokens without discards.")
B4 = Rule("HM-B4", "Liquor Bottles", "Crow places one token straight from the reserve without discards.")
B5 = Rule("HM-B5", "Liquor Bottles", "Where a token may lie is the same when a bottle places it.")
B6 = Rule("HM-B6", "Liquor Bottles", "Only an unopened bottle that the seat owns can be opened; opened ones are kept for the scoring.")

G1 = Rule("HM-G1", "Covering Tombstone Spaces", "A token on a tombstone moves its seat's marker one space up that track.")
G2 = Rule(
    "HM-G2",
    "Covering Tombstone Spaces",
    "A token on a joker moves a marker up the track that its seat chooses; the seat has to choose.",
)
G3 = Rule("HM-G3", "Covering Tombstone Spaces", "A marker that arrives on a bonus space gives its seat 1 token.")

P1 = Rule("HM-P1", "Passing", "A seat may pass instead of placing tokens and gains 3 tokens.")
P2 = Rule("HM-P2", "Passing", "Who has placed a token or opened a bottle this turn cannot pass, not even if that was before the card.")
P3 = Rule("HM-P3", "Passing", "A turn with nothing placed and nothing opened ends by passing only; any other ends when the seat says so.")
P4 = Rule("HM-P4", "Passing", "Passing ends the turn's second phase; it may be done even when the reserve has nothing to give.")

E1 = Rule("HM-E1", "End of Turn", "The discards return to the reserve, and the opened bottle is put away.")
E2 = Rule("HM-E2", "End of Turn", "The seat draws a card if its deck has one.")
E3 = Rule("HM-E3", "End of Turn", "The turn goes to the next seat clockwise.")
E4 = Rule(
    "HM-E4",
    "End of Turn",
    "The game is over when every seat has played all its cards and finished its turn; after that nobody acts.",
)

F1 = Rule("HM-F1", "Scoring, 1", "Immediate criteria score the moment they are fulfilled, the others at the end.")
F2 = Rule("HM-F2", "Scoring, A", "A route counts only with a ranch and a distillery.")
F3 = Rule("HM-F3", "Scoring, B", "A ranch counts only when it is connected to a distillery.")
F4 = Rule("HM-F4", "Scoring, 3", "Each liquor scores its bottles, opened or not, times the marker's position on its track.")
F5 = Rule("HM-F5", "Scoring, 4", "The lowest of a seat's markers scores what its space says, once, however many stand there.")
F6 = Rule("HM-F6", "Scoring, 5", "Every two unused pieces outside the reserve, available tokens and unopened bottles, score 1 point.")
F7 = Rule("HM-F7", "Scoring, tie", "Of tied seats the one with most tokens in reserve wins; if that is equal too they share the win.")

R1 = Rule(
    "HM-R1",
    "Ruling",
    "A card is a grid of twelve spaces that coincide with the map's, named by its top-left one; the map has no edge.",
)
R2 = Rule(
    "HM-R2",
    "Ruling",
    "Card faces, the starting cards' overlap, tracks and criteria are data of a pack, which the first event names.",
    defines=True,
)
R3 = Rule("HM-R3", "Ruling", "A gain takes the reserve first, then the discards, then stops, without asking; the aid is a mere number.")
R4 = Rule("HM-R4", "Ruling", 'A card that covers tombstones moves no marker, unless the option "tombstones_count_under_cards" is taken.')
R5 = Rule("HM-R5", "Ruling", "Of several gains by one card the active seat has its own first, then the others clockwise.")
R6 = Rule(
    "HM-R6",
    "Ruling",
    "A pack whose cards could ask for a tile that is not there is not loaded, so every distillery has its tile at once.",
    defines=True,
)
R7 = Rule(
    "HM-R7",
    "Ruling",
    "A card that fits nowhere is shown and set aside without effect and counts as played; one that fits cannot be set aside.",
)
R8 = Rule("HM-R8", "Ruling", 'A cow may not lie on a ranch space of its own colour, unless the option "cow_on_own_ranch" is taken.')
R9 = Rule("HM-R9", "Ruling", "A colour that nobody plays is another colour to everybody, and no seat has its 2 tokens.")
R10 = Rule("HM-R10", "Ruling", "Several connections made at once are recorded by the tiles' places, row by row.")
R11 = Rule("HM-R11", "Ruling", "Tokens placed by a bottle leave the price of later tokens alone and count for everything else.")
R12 = Rule("HM-R12", "Ruling", "A bottle may be opened in the turn in which it was gained.")
R13 = Rule("HM-R13", "Ruling", "A bottle that could do nothing may not be opened.")
R14 = Rule("HM-R14", "Ruling", "Crow takes its token from the discards when the reserve is empty.")
R15 = Rule(
    "HM-R15",
    "Ruling",
    "A bottle may be opened before the card, after it and between tokens, but not while a choice is open or after passing.",
)
R16 = Rule(
    "HM-R16",
    "Ruling",
    "A marker on the last space stays there and gives nothing; a joker's choice is among the other tracks, if there are any.",
)
R17 = Rule(
    "HM-R17",
    "Ruling",
    "A marker's position is the value printed on its space, and a pack's tracks should allow the worked example.",
)
R18 = Rule(
    "HM-R18",
    "Ruling",
    "After every action immediate criteria are looked at for every seat, the active one first; a seat scores each once as a rule.",
)
R19 = Rule("HM-R19", "Ruling", "A tile laid beside standing tokens connects their seats at once, the active one first, then clockwise.")
R20 = Rule(
    "HM-R20",
    "Ruling",
    "Chance says which criteria cards lie, in which order and which side up; the outer two show one criterion, the middle one both.",
)
R21 = Rule(
    "HM-R21",
    "Ruling",
    "A seat may name its colour, no colour twice; the others take the pack's in order, with two seats the first and the third.",
)
R22 = Rule(
    "HM-R22",
    "Ruling",
    "Hidden are a card in hand from all but its seat, and the order of decks and face-down tiles from every seat.",
)
R23 = Rule("HM-R23", "Ruling", "An action is carried out in a fixed order, its choices included, before the next one begins.")
R24 = Rule("HM-R24", "Ruling", "A tile beside a tile joins nothing; only tokens connect.")
R25 = Rule("HM-R25", "Ruling", "When several rules forbid an action the first of a fixed list is named.")
R26 = Rule(
    "HM-R26",
    "Ruling",
    "A bat bottle's second token may be left out, follows at once, and may be one that the first has just brought in.",
)
R27 = Rule("HM-R27", "Ruling", "Unused tokens and bottles are added up first, then halved and rounded down.")
R28 = Rule("HM-R28", "Ruling", "The lower places are ranked like the first; seats equal in points and reserve share a place.")
R29 = Rule("HM-R29", "Ruling", "Bottles never run out.", defines=True)

RULEBOOK: tuple[Rule, ...] = (
    S1, S2, S3, S4, S5, S6, S7, S8, S9,
    C1, C2, C3, C4, C5, C6, C7, C8, C9, C10,
    T1, T2, T3, T4, T5, T6, T7, T9,
    D1, D2, D3, D4, D5,
    B1, B2, B3, B4, B5, B6,
    G1, G2, G3,
    P1, P2, P3, P4,
    E1, E2, E3, E4,
    F1, F2, F3, F4, F5, F6, F7,
    R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15, R16, R17, R18, R19, R20, R21, R22, R23, R24, R25, R26, R27, R28, R29,
)  # fmt: skip
