"""What a card costs its builder, which cards may be built, and how food helps to pay."""

from domain.kernel.bag import Bag
from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.kernel.secret import Unknown
from domain.moon_colony_bloodbath.abilities import Cheaper
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.rulebook import B6, N_CONSTRUCTION_ROBOT, N_POTATO_FARM, N_REACTOR, R6, R15
from domain.moon_colony_bloodbath.rules.abilities import food_is_money, passives, unbuildable
from domain.moon_colony_bloodbath.state import Player, State


@cites(R6, B6, N_REACTOR)
def price(state: State, seat: Seat, card: CardName) -> int:
    """The printed cost less every reduction of the seat in play, at least 0; reductions look at the cost."""
    cost = state.pack.building(card).cost
    reductions = (passive for passive in passives(state, seat) if isinstance(passive, Cheaper))
    return max(0, cost - sum(each.by for each in reductions if within(cost, each.at_least, each.at_most)))


def within(number: int, at_least: int | None, at_most: int | None) -> bool:
    return (at_least or 0) <= number and (at_most is None or number <= at_most)


@cites(N_CONSTRUCTION_ROBOT, R15)
def buildable_from(player: Player) -> Bag:
    """Where the seat may build from: the mat while cards lie there, else the hand."""
    return player.on_mat if player.on_mat.size else player.hand


def allowed(state: State, seat: Seat, at_least: int | None = None, at_most: int | None = None) -> tuple[CardName, ...]:
    """The different cards of these costs that the seat may build, whether it can pay or not. Unknown on another's view."""
    bag = buildable_from(state.players[seat])
    if not bag.whole:
        raise Unknown("the hand is sealed from this copy")
    if unbuildable(state):
        return ()
    return tuple(card for card in sorted(set(bag.known)) if within(state.pack.building(card).cost, at_least, at_most))


@cites(R6, N_POTATO_FARM)
def affordable(state: State, seat: Seat, amount: int) -> bool:
    food_from, food_to = food_parts(state, seat, amount)
    return food_from <= food_to


@cites(N_POTATO_FARM)
def food_parts(state: State, seat: Seat, amount: int) -> tuple[int, int]:
    """The least and the most of an amount of money that may be paid in food; the least is above the most when it cannot be paid."""
    player = state.players[seat]
    return max(0, amount - player.money), min(player.food, amount) if food_is_money(state, seat) else 0
