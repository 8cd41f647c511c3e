"""Drawing and discarding building cards."""

from domain.kernel.bag import Pile, size
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import Unknown, sealed_for
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.facts import BuildingsShuffled, CardDiscarded, CardDrawn, CardPutUnderMat
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.rulebook import N_RECYCLING, N_SURVEYING, R2, R24, R30, T11
from domain.moon_colony_bloodbath.rules.doing import Doing


@cites(R2, R30)
def draw(doing: Doing, seat: Seat, rule: Rule) -> CardName | None:
    """Draw one card, or none when deck and discards are empty."""
    if not any(doing.state.lanes):
        if not doing.state.discards:
            return None
        shuffle(doing)
    card = _next(doing.state.lanes, seat)
    doing.happens(CardDrawn(seat, sealed_for(card, seat)), rule)
    return card


@cites(T11, R30)
def shuffle(doing: Doing) -> None:
    """The discards are the deck again."""
    cards = doing.chance.shuffle("buildings", [each.card for each in doing.state.discards])
    doing.happens(BuildingsShuffled(sealed_for(cards)), T11)


@cites(R30)
def _next(lanes: tuple[Pile, ...], seat: Seat) -> CardName:
    """The card that the seat draws next: its lane's top, or the foot of the longest lane."""
    bag = lanes[seat][0] if lanes[seat] else max(lanes, key=size)[-1]
    if bag.size != 1 or not bag.whole:
        raise Unknown("the order of the deck is sealed from this copy")
    return bag.known[0]


def draw_cards(doing: Doing, seat: Seat, cards: int, rule: Rule) -> None:
    for _ in range(cards):
        draw(doing, seat, rule)


@cites(N_SURVEYING)
def put_under_mat(doing: Doing, seat: Seat, cards: int, rule: Rule) -> None:
    for _ in range(cards):
        if (card := draw(doing, seat, rule)) is not None:
            doing.happens(CardPutUnderMat(seat, sealed_for(card, seat)), rule)


@cites(R24, N_RECYCLING)
def discard(doing: Doing, seat: Seat, cards: tuple[CardName, ...], place: str, rule: Rule) -> None:
    """Discard these cards; each counts for what happens when a card is discarded."""
    # Discarded at once: what happens at each comes when all of them have gone.
    for card in cards:
        doing.happens(CardDiscarded(seat, card, place), rule)
    for _ in cards:
        doing.when(seat, Trigger.CARD_DISCARDED)


@cites(R24)
def discard_all(doing: Doing, seat: Seat, place: str, rule: Rule) -> int:
    """Discard every card that lies there; how many those were."""
    player = doing.state.players[seat]
    bag = player.hand if place == "hand" else player.under_mat
    if not bag.whole:
        raise Unknown("the cards are sealed from this copy")
    discard(doing, seat, bag.known, place, rule)
    return bag.size


def discard_hand(doing: Doing, seat: Seat, rule: Rule) -> None:
    discard_all(doing, seat, "hand", rule)
