"""Dealing anew what a viewer has not seen: building cards, robots and twists, each among their own kind."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from domain.kernel.bag import Bag, size
from domain.kernel.chance import Chance
from domain.kernel.dealing import ANEW, Hindsight, Unseen, fixed, without
from domain.kernel.fact import Fact, Facts
from domain.kernel.facts import DealtAnew
from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.kernel.secret import sealed_for
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.facts import (
    FACTS,
    BatchShuffled,
    BuildingBuilt,
    BuildingsShuffled,
    CardDiscarded,
    CardDrawn,
    CardLaidOnMat,
    CardPassed,
    CardPutUnderMat,
    CardTurnedOver,
    ProgressShuffled,
    TurnEnded,
)
from domain.moon_colony_bloodbath.parts import CardName, Kind
from domain.moon_colony_bloodbath.rulebook import R30, S4, T11
from domain.moon_colony_bloodbath.state import Player, State

Cards: TypeAlias = tuple[CardName, ...]
OWN = ("hand", "on_mat", "under_mat")
"""The places of a seat that it may look into and nobody else."""


def deal(state: State, chance: Chance) -> tuple[DealtAnew, ...]:
    return (*_buildings(state, chance), *_progress(state, chance))


@cites(R30, T11)
def _buildings(state: State, chance: Chance) -> Iterator[DealtAnew]:
    """The deck holds nothing but what it was shuffled from; the rest is in hands and on mats."""
    unseen = _unseen_buildings(state)
    possible = tuple((Counter(unseen) & Counter(without(state.shuffled, *(player.drawn.known for player in state.players)))).elements())
    deck = Unseen(chance, possible)
    lanes = [deck.lay(lane) for lane in state.lanes]
    drawn = deck.take(len(possible))
    for seat, place, cards in _held(state, drawn, without(unseen, possible), chance):
        yield DealtAnew(place, sealed_for(tuple(sorted(cards)), seat), seat)
    for number, lane in enumerate(lanes):
        if lane:
            yield DealtAnew("lane", sealed_for(lane), Seat(number))


def _unseen_buildings(state: State) -> Cards:
    seen = (building.card for player in state.players for building in player.buildings)
    held = (card for player in state.players for place in OWN for card in _bag(player, place).known)
    lying = (card for lane in state.lanes for card in fixed(lane))
    return without(state.pack.building_deck(), seen, (each.card for each in state.discards), held, lying)


def _held(state: State, drawn: Cards, older: Cards, chance: Chance) -> Iterator[tuple[Seat, str, Cards]]:
    """What each seat holds in each place: of the deck as it is now, only whoever has drawn from it holds anything."""
    lacks = {player.seat: sum(_bag(player, place).size - len(_bag(player, place).known) for place in OWN) for player in state.players}
    open = {player.seat: min(lacks[player.seat], player.drawn.size - len(player.drawn.known)) for player in state.players}
    holders = chance.shuffle(ANEW, [str(seat) for seat, cards in open.items() for _ in range(cards)])
    # Cards may have been passed on since they were drawn: then there are more of them than their drawers lack.
    takers = [*map(Seat, map(int, holders[: len(drawn)]))]
    left = {seat: cards - takers.count(seat) for seat, cards in lacks.items()}
    rest = Unseen(chance, (*drawn[len(takers) :], *older))
    for player in state.players:
        own = [card for seat, card in zip(takers, drawn, strict=False) if seat == player.seat]
        mixed = Unseen(chance, (*own, *rest.take(left[player.seat])))
        for place in OWN:
            if _bag(player, place).size:
                yield player.seat, place, mixed.fill(_bag(player, place))


def _bag(player: Player, place: str) -> Bag:
    bag: Bag = getattr(player, place)
    return bag


@cites(S4)
def _progress(state: State, chance: Chance) -> Iterator[DealtAnew]:
    """Which robots and twists lie in the supply and which have been added, each place in an order left to chance."""
    known = [card for bag in (*state.progress, *state.on_top, state.batch) for card in bag.known]
    robots, twists = (Unseen(chance, _left(state, kind, known)) for kind in (Kind.ROBOT, Kind.TWIST))
    progress = _pile(state.progress, state.progress_twists, robots, twists, chance)
    on_top = _pile(state.on_top, state.on_top_twists, robots, twists, chance)
    places = {
        "progress": progress,
        "on_top": on_top,
        "batch": robots.fill(state.batch),
        "robots": robots.take(size(state.robots)),
        "twists": twists.take(size(state.twists)),
    }
    yield from (DealtAnew(place, sealed_for(cards)) for place, cards in places.items() if cards)


def _left(state: State, kind: Kind, known: list[CardName]) -> Cards:
    """The cards of a kind that lie nobody knows where."""
    return without(state.pack.of_kind(kind, copies=True), state.turned, state.set_aside, known)


def _pile(pile: tuple[Bag, ...], twists_at: frozenset[int], robots: Unseen, twists: Unseen, chance: Chance) -> Cards:
    """The cards of a pile, top first; ``twists_at`` is how many lie below each unseen twist, all else unseen is a robot."""
    below = size(pile)
    cards: list[CardName] = []
    for bag in pile:
        below -= bag.size
        lacking = twists if bag.size == 1 and below in twists_at else robots
        cards += chance.shuffle(ANEW, lacking.fill(bag))
    return tuple(cards)


def recall(state: State, facts: Facts) -> State:
    """What was drawn or turned over lay on top, unless it came there later; what was shown was in the hand, and so on."""
    then, after, added = Hindsight(), state, 0
    orders = {"lanes", "progress"}
    for ruled in facts:
        before, after = after, evolve(after, ruled.fact) if isinstance(ruled.fact, FACTS) else after  # type: ignore[arg-type]
        match ruled.fact:
            case BuildingsShuffled():
                orders.discard("lanes")
            case ProgressShuffled():
                orders.discard("progress")
            case CardTurnedOver() if added:
                added -= 1
            case CardTurnedOver(card=card) if "progress" in orders:
                then.drawn("progress", card)
            case BatchShuffled() | TurnEnded():
                added += size(after.progress) - size(before.progress)
            case CardDrawn(seat=seat, card=card):
                if before.lanes[seat] and "lanes" in orders:
                    then.drawn(("lane", seat), card)
                then.enters(("hand", seat), card)
            case _:
                _moved(then, before, ruled.fact)
    return _as_recalled(state, then)


def _moved(then: Hindsight, before: State, fact: Fact) -> None:
    """A card has left a place of a seat, perhaps for another."""
    match fact:
        case BuildingBuilt(seat=seat, card=card):
            then.leaves(("on_mat" if before.players[seat].on_mat.size else "hand", seat), card)
        case CardDiscarded(seat=seat, card=card, place=place):
            then.leaves((place.replace("-", "_"), seat), card)
        case CardLaidOnMat(seat=seat, card=card):
            then.leaves(("hand", seat), card)
            then.enters(("on_mat", seat), card)
        case CardPutUnderMat(seat=seat, card=card):
            then.leaves(("hand", seat), card)
            then.enters(("under_mat", seat), card)
        case CardPassed(seat=seat, to=to, card=card):
            then.leaves(("hand", seat), card)
            then.enters(("hand", to), card)


def _as_recalled(state: State, then: Hindsight) -> State:
    for player in state.players:
        places = {place: then.bag((place, player.seat), _bag(player, place)) for place in OWN}
        state = state.with_player(player.seat, **places)
    lanes = tuple(then.pile(("lane", Seat(seat)), lane) for seat, lane in enumerate(state.lanes))
    return replace(state, lanes=lanes, progress=then.pile("progress", state.progress))
