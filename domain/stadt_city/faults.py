"""What can never be on the table: cards lost or made, pieces off the board, bonds that hold one side alone."""

from collections.abc import Iterator

from domain.kernel.bag import Pile, certain
from domain.kernel.counting import miscounted, negative
from domain.kernel.rule import cites
from domain.stadt_city.parts import CardName, Kind
from domain.stadt_city.rulebook import A3, L1, R38, S5
from domain.stadt_city.state import Player, State


def faults(state: State) -> tuple[str, ...]:
    """Of a state that holds every card: each fault as a phrase that names the seat or the deck."""
    seats = ((f"seat {player.seat}", _of_seat(state, player)) for player in state.players)
    return (*_miscounted(state), *(f"{seat}: {what}" for seat, found in seats for what in found))


@cites(S5, L1, R38)
def _miscounted(state: State) -> Iterator[str]:
    pack, rules = state.pack, state.ruleset
    fallen = (*pack.of_kind(Kind.FALLEN_HERO), *pack.of_kind(Kind.FALLEN_VILLAIN)) if rules.out_as == "fallen" else ()
    titans = pack.of_kind(Kind.TITAN) if rules.out_as == "titan" else ()
    yield from (f"characters: {what}" for what in miscounted(pack.character_deck(), _characters(state)))
    yield from (f"fallen: {what}" for what in miscounted(fallen, _drawn(state, "fallen", state.heroes, state.villains)))
    yield from (f"titans: {what}" for what in miscounted(titans, _drawn(state, "titan", state.titans)))
    yield from (f"prize cards: {what}" for what in miscounted(pack.prize_deck() if rules.has_prizes else (), _prizes(state)))
    for pile in state.piles:
        whole = pack.challenge_pile(pile.players, state.options.drinks)
        yield from (f"challenges for {pile.players}: {what}" for what in miscounted(whole, certain(pile.cards)))


def _characters(state: State) -> Iterator[CardName]:
    yield from (*certain(state.characters), *state.character_discards)
    for player in state.players:
        yield from player.kept
    yield from _drawn(state, "character")


def _drawn(state: State, kind: str, *piles: Pile) -> Iterator[CardName]:
    """The cards of one kind of piece: those on the board or waiting to be placed, and those in these piles."""
    for pile in piles:
        yield from certain(pile)
    for player in state.players:
        if player.piece is not None and player.piece.kind == kind and player.piece.card is not None:
            yield player.piece.card


def _prizes(state: State) -> Iterator[CardName]:
    yield from (*certain(state.prizes), *state.prize_discards, *state.gone.known)
    for player in state.players:
        yield from player.hand.known


@cites(A3)
def _of_seat(state: State, player: Player) -> Iterator[str]:
    yield from negative({"losses": player.losses, "cards in hand": player.hand.size})
    if player.square is not None and not state.board.has(player.square):
        yield f"{player.square} is off the board"
    if player.ally is not None and state.players[player.ally].ally != player.seat:
        yield f"allied with seat {player.ally}, who is not allied with it"
    if player.ally in player.refused:
        yield f"allied with seat {player.ally}, whom it refused"
