"""Answers within a step, a cost or a loss: what exactly is given up, taken, moved or repeated."""

from domain.kernel.refusal import require
from domain.kernel.rule import cites
from domain.kernel.secret import known
from domain.moon_colony_bloodbath.commands import (
    AddPerk,
    ChooseBoxes,
    ChooseWay,
    DiscardCards,
    LayCardOnMat,
    LoseBuilding,
    MoveBox,
    Pay,
    RepeatAbility,
)
from domain.moon_colony_bloodbath.effects import PutBoxes
from domain.moon_colony_bloodbath.facts import CardLaidOnMat
from domain.moon_colony_bloodbath.rulebook import (
    B5,
    N_CONSTRUCTION_ROBOT,
    N_POTATO_FARM,
    N_WAREHOUSE,
    P1,
    P4,
    R21,
    R23,
    T12,
    W8,
)
from domain.moon_colony_bloodbath.rules.acting import buy
from domain.moon_colony_bloodbath.rules.adding import add_perk
from domain.moon_colony_bloodbath.rules.answering import asked, source_of, step_done
from domain.moon_colony_bloodbath.rules.citing import rule_of
from domain.moon_colony_bloodbath.rules.doing import Doing, card_of
from domain.moon_colony_bloodbath.rules.drawing import discard
from domain.moon_colony_bloodbath.rules.losing import lose_building, take_boxes
from domain.moon_colony_bloodbath.rules.options import (
    amount_to_pay,
    box_choices,
    cards_in,
    discards,
    frame_of,
    step_of,
    ways,
)
from domain.moon_colony_bloodbath.rules.possible import box_moves, repeatable
from domain.moon_colony_bloodbath.rules.prices import food_parts
from domain.moon_colony_bloodbath.rules.steps import move_box, put_boxes, repeat, take_way


@cites(R23, T12)
def discard_cards(doing: Doing, command: DiscardCards) -> None:
    seat = command.seat
    asked(doing.state, seat, "discard", "discard-cost")
    require(command.cards in discards(doing.state, seat), R23, "so many cards from hand, sorted, are discarded")
    source = step_done(doing, seat)
    discard(doing, seat, command.cards, "hand", rule_of(doing.state, source))


@cites(N_CONSTRUCTION_ROBOT)
def lay_card_on_mat(doing: Doing, command: LayCardOnMat) -> None:
    seat = command.seat
    asked(doing.state, seat, "lay-on-mat")
    card = known(command.card)
    require(card in cards_in(doing.state.players[seat].hand), N_CONSTRUCTION_ROBOT, "the card is not in hand")
    step_done(doing, seat)
    doing.happens(CardLaidOnMat(seat, command.card), N_CONSTRUCTION_ROBOT)


@cites(R23, W8)
def choose_boxes(doing: Doing, command: ChooseBoxes) -> None:
    seat = command.seat
    asked(doing.state, seat, "boxes")
    require(command.buildings in box_choices(doing.state, seat), W8, "a building's number for each box, sorted")
    new = frame_of(doing.state, seat).kind == "steps" and isinstance(step_of(doing.state, seat), PutBoxes)
    source = step_done(doing, seat)
    (put_boxes if new else take_boxes)(doing, seat, command.buildings, source)


@cites(N_WAREHOUSE)
def choose_move(doing: Doing, command: MoveBox) -> None:
    seat = command.seat
    asked(doing.state, seat, "move-box")
    require((command.building, command.to) in box_moves(doing.state, seat), N_WAREHOUSE, "a box moves from one own building to another")
    source = step_done(doing, seat)
    move_box(doing, seat, command.building, command.to, source)


@cites(B5)
def choose_building(doing: Doing, command: LoseBuilding) -> None:
    seat = command.seat
    asked(doing.state, seat, "lose-building")
    require(doing.state.players[seat].building(command.building), B5, "the building is not in play")
    if doing.top(seat).kind == "steps":
        step_done(doing, seat)
    lose_building(doing, seat, command.building)


@cites(N_POTATO_FARM)
def pay(doing: Doing, command: Pay) -> None:
    seat = command.seat
    asked(doing.state, seat, "pay")
    amount = amount_to_pay(doing.state, seat)
    least, most = food_parts(doing.state, seat, amount)
    require(least <= command.food <= most, N_POTATO_FARM, f"from {least} to {most} food")
    if doing.top(seat).kind == "price":
        buy(doing, seat, command.food)
    else:
        source = step_done(doing, seat)
        doing.pay(seat, amount, command.food, card_of(source), rule_of(doing.state, source))


@cites(P1, P4)
def choose_perk(doing: Doing, command: AddPerk) -> None:
    seat = command.seat
    asked(doing.state, seat, "add-perk")
    require(command.card in doing.state.players[seat].perks, P1, "the perk is not one of the seat's own that remain")
    step_done(doing, seat)
    add_perk(doing, seat, command.card)


@cites(R21)
def choose_repeated(doing: Doing, command: RepeatAbility) -> None:
    seat = command.seat
    asked(doing.state, seat, "repeat")
    source = source_of(doing.state, seat, command.building, command.ability, R21)
    require(source in repeatable(doing.state, seat), R21, "no PLAY ability that may be repeated")
    step_done(doing, seat)
    repeat(doing, seat, source)


@cites(R23)
def choose_way(doing: Doing, command: ChooseWay) -> None:
    seat = command.seat
    asked(doing.state, seat, "way")
    require(command.way in ways(doing.state, seat), R23, "that way cannot be taken")
    step_done(doing, seat)
    take_way(doing, seat, command.way)
