"""Dealing anew what a viewer has not seen: prize cards in hands and deck, and the order of every deck."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from domain.kernel.bag import Bag, Pile, certain, ordered, size
from domain.kernel.chance import Chance
from domain.kernel.dealing import ANEW, Hindsight, Unseen, fixed, without
from domain.kernel.fact import Facts
from domain.kernel.facts import DealtAnew
from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.kernel.secret import Hidden, Secret, reveal, sealed_for
from domain.stadt_city.facts import (
    ChallengeDrawn,
    CharacterDrawn,
    DeckShuffled,
    FallenDrawn,
    PrizeDrawn,
    PrizePlayed,
    PrizesDiscarded,
    TitanDrawn,
)
from domain.stadt_city.parts import CardName, Effect
from domain.stadt_city.rulebook import P_FULLY_ANOMALY_CLEAR
from domain.stadt_city.state import State

DECKS = ("characters", "heroes", "villains", "titans")
"""All of whose cards are known by name: only their order is hidden."""
PRIZES, HAND, GONE, CHALLENGES = "prizes", "hand", "gone", "challenges"


TRIES = 20
"""After so many deals that do not fit, one is made from what is certain of each place, whatever is likely."""


def deal(state: State, chance: Chance) -> tuple[DealtAnew, ...]:
    """The decks, the piles of challenges, the prize cards in the deck, in every hand and with seats that have resigned."""
    held, prizes = _prizes(state, chance) if state.ruleset.has_prizes else (_Held({}, ()), ())
    decks = ((name, getattr(state, name)) for name in DECKS)
    piles = ((f"{CHALLENGES}:{pile.players}", pile.cards) for pile in state.piles)
    return (
        *(DealtAnew(HAND, sealed_for(cards, seat), seat) for seat, cards in held.hands.items() if cards),
        *((DealtAnew(GONE, sealed_for(held.gone)),) if held.gone else ()),
        *(DealtAnew(name, sealed_for(_laid(pile, Unseen(chance, ()), chance))) for name, pile in (*decks, *piles) if pile),
        *((DealtAnew(PRIZES, sealed_for(prizes)),) if prizes else ()),
    )


@dataclass(frozen=True, slots=True)
class _Held:
    """The prize cards in hands, by seat, and with those who resigned."""

    hands: Mapping[Seat, tuple[CardName, ...]]
    gone: tuple[CardName, ...]


def _prizes(state: State, chance: Chance) -> tuple[_Held, tuple[CardName, ...]]:
    """What is held, and the deck, top first: each deal of what is unseen as likely as any other that fits."""
    for _ in range(TRIES):
        held, left = _hands(state, chance, fixed(state.prizes))
        deck = Unseen(chance, left).lay(state.prizes)
        if _fits(state.prizes, deck):
            return held, deck
    held, left = _hands(state, chance, certain(state.prizes))
    return held, _laid(state.prizes, Unseen(chance, left), chance)


@cites(P_FULLY_ANOMALY_CLEAR)
def _hands(state: State, chance: Chance, in_deck: tuple[CardName, ...]) -> tuple[_Held, tuple[CardName, ...]]:
    """What is held, and the cards that are left; nobody holds a card that plays itself when it is drawn."""
    places = (player.hand for player in state.players)
    known = (*(card for bag in places for card in bag.known), *state.gone.known)
    unseen = without(state.pack.prize_deck(), state.prize_discards, known, in_deck)
    unheld = tuple(card for card in unseen if state.pack.prizes[card].effect is Effect.FULLY_ANOMALY_CLEAR)
    holdable = Unseen(chance, without(unseen, unheld))
    hands = {player.seat: holdable.fill(player.hand) for player in state.players}
    gone = holdable.fill(state.gone)
    dealt = (card for cards in (*hands.values(), gone) for card in cards)
    return _Held(hands, gone), without(unseen, without(dealt, known))


def _fits(pile: Pile, cards: tuple[CardName, ...]) -> bool:
    """Whether each part of the pile has the cards that are certainly there."""
    left = iter(cards)
    return all(not without(bag.known, islice(left, bag.size)) for bag in pile)


def _laid(pile: Pile, unseen: Unseen, chance: Chance) -> tuple[CardName, ...]:
    """Top first: what is certain stays in its part of the pile, in any order there."""
    return tuple(card for bag in pile for card in _shuffled(unseen.fill(bag), chance))


def _shuffled(cards: tuple[CardName, ...], chance: Chance) -> tuple[CardName, ...]:
    return chance.shuffle(ANEW, cards) if len(cards) > 1 else cards


def dealt(state: State, fact: DealtAnew) -> State:
    """The place holds these cards from now on; where they are hidden nothing changes."""
    cards = reveal(fact.cards)
    if isinstance(cards, Hidden):
        return state
    if fact.place == HAND and fact.seat is not None:
        return state.with_player(fact.seat, hand=Bag.of(*cards))
    if fact.place == GONE:
        return replace(state, gone=Bag.of(*cards))
    name, _, players = fact.place.partition(":")
    if name == CHALLENGES:
        piles = (replace(pile, cards=ordered(cards)) if pile.players == int(players) else pile for pile in state.piles)
        return replace(state, piles=tuple(piles))
    return replace(state, **{name: ordered(cards)})


def recall(state: State, facts: Facts) -> State:
    """What was drawn lay on top; a prize card that was played or discarded was in the hand, unless it was drawn since."""
    then = _Drawn(state)
    for ruled in facts:
        match ruled.fact:
            case DeckShuffled(deck=deck):
                then.shuffled(deck)
            case PrizeDrawn(seat=seat, card=card):
                then.hindsight.enters((HAND, seat), card)
                then.drawn(PRIZES, card)
            case PrizePlayed(seat=seat, card=card):
                then.hindsight.leaves((HAND, seat), card)
            case PrizesDiscarded(seat=seat, cards=cards):
                for card in cards:
                    then.hindsight.leaves((HAND, seat), card)
            case CharacterDrawn() | FallenDrawn() | TitanDrawn() | ChallengeDrawn() as fact if fact.card is not None:
                then.drawn(_deck_of(fact), fact.card)
    return then.known()


def _deck_of(fact: CharacterDrawn | FallenDrawn | TitanDrawn | ChallengeDrawn) -> str:
    """Where the card lay on top; "" where that is no deck."""
    match fact:
        case CharacterDrawn():
            return "characters"
        case FallenDrawn():
            return fact.deck or ""
        case TitanDrawn():
            return "titans"
        case ChallengeDrawn():
            return f"{CHALLENGES}:{fact.players}"


class _Drawn:
    """What was drawn from each deck while it was the one that the line set out with."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._left = dict(_piles(state))
        self._sizes = {name: size(pile) for name, pile in self._left.items()}
        self.hindsight = Hindsight()

    def shuffled(self, deck: str) -> None:
        """From now on another order is drawn from."""
        self._sizes[deck] = 0

    def drawn(self, deck: str, card: Secret[str]) -> None:
        if self._sizes.get(deck, 0) > 0:
            self._sizes[deck] -= 1
            self.hindsight.drawn(deck, card)

    def known(self) -> State:
        state = self._state
        for player in state.players:
            state = state.with_player(player.seat, hand=self.hindsight.bag((HAND, player.seat), player.hand))
        piles = {name: self.hindsight.pile(name, pile) for name, pile in self._left.items()}
        decks = {name: piles[name] for name in (*DECKS, PRIZES)}
        challenges = tuple(replace(pile, cards=piles[f"{CHALLENGES}:{pile.players}"]) for pile in state.piles)
        return replace(state, piles=challenges, **decks)


def _piles(state: State) -> Iterator[tuple[str, Pile]]:
    yield from ((name, getattr(state, name)) for name in (*DECKS, PRIZES))
    yield from ((f"{CHALLENGES}:{pile.players}", pile.cards) for pile in state.piles)
