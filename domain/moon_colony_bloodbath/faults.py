"""What can never be on the table: cards lost, made or in the wrong deck, and less than nothing of anything."""

from collections import Counter
from collections.abc import Iterator

from domain.kernel.bag import Bag, certain
from domain.kernel.counting import miscounted, negative
from domain.kernel.rule import cites
from domain.moon_colony_bloodbath.parts import Building, CardName, Pack
from domain.moon_colony_bloodbath.rulebook import S1, S2, S3, S4
from domain.moon_colony_bloodbath.state import Player, State

CHITS = 4
"""Action chits of a seat."""


def faults(state: State) -> tuple[str, ...]:
    """Of a state that holds every card: each fault as a phrase that names the seat or the deck."""
    seats = ((f"seat {player.seat}", _of_seat(player)) for player in state.players)
    return (
        *(_miscounted(state) if state.phase != "setup" else ()),
        *(f"{seat}: {what}" for seat, found in seats for what in found),
    )


def _miscounted(state: State) -> Iterator[str]:
    yield from (f"buildings: {what}" for what in miscounted(state.pack.building_deck(), buildings(state)))
    yield from (f"progress cards: {what}" for what in miscounted(_progress_deck(state.pack), progress_cards(state)))


@cites(S1)
def buildings(state: State) -> Iterator[CardName]:
    """Every card in a place for building cards."""
    yield from (card for lane in state.lanes for card in certain(lane))
    yield from (each.card for each in state.discards)
    for player in state.players:
        yield from (*player.hand.known, *player.on_mat.known, *player.under_mat.known)
        yield from (building.card for building in player.buildings)


@cites(S4)
def progress_cards(state: State) -> Iterator[CardName]:
    """Every card in a place for progress cards, and those that are left in the box."""
    for pile in (state.progress, state.on_top, state.robots, state.twists):
        yield from certain(pile)
    yield from (*state.turned, *state.set_aside, *state.developments, *state.events, *state.batch.known, *state.left_out)
    yield from (perk for player in state.players for perk in player.perks)


@cites(S2, S3, S4)
def _progress_deck(pack: Pack) -> Iterator[CardName]:
    yield from (name for name, card in pack.cards.items() if not isinstance(card, Building) for _ in range(card.copies))


@cites(S2)
def _of_seat(player: Player) -> Iterator[str]:
    yield from negative({"people": player.people, "money": player.money, "food": player.food})
    yield from negative({f"boxes on {building.card}": building.boxes for building in player.buildings})
    yield from negative({f"cards {where}": bag.size for where, bag in _places(player).items()})
    if not 0 <= player.chits <= CHITS:
        yield f"{player.chits} chits in the centre, not 0 to {CHITS}"
    numbers = Counter(building.number for building in player.buildings)
    yield from (f"{times} buildings have the number {number}" for number, times in numbers.items() if times > 1)


def _places(player: Player) -> dict[str, Bag]:
    return {"in hand": player.hand, "on the mat": player.on_mat, "under the mat": player.under_mat}
