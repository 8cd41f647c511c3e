"""Every answer that the rules allow a seat, from its own view, with what it surely costs and gives."""

from collections.abc import Callable, Iterator, Mapping

from domain.kernel.names import Seat
from domain.kernel.question import Amounts, Choice
from domain.kernel.rule import cites
from domain.kernel.secret import sealed_for
from domain.moon_colony_bloodbath.commands import (
    Accept,
    AddPerk,
    Answer,
    Build,
    ChooseBoxes,
    ChooseWay,
    Decline,
    DiscardCards,
    DoAction,
    GoOn,
    LayCardOnMat,
    LoseBuilding,
    MoveBox,
    Pay,
    PickAction,
    RepeatAbility,
    UseAbility,
)
from domain.moon_colony_bloodbath.effects import Choose, PutBoxes
from domain.moon_colony_bloodbath.outcomes import acted, added, built, discarded, done, own_effect
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.rulebook import R20, W1
from domain.moon_colony_bloodbath.rules.abilities import ability_of
from domain.moon_colony_bloodbath.rules.asking import any_time_now, question, waiting
from domain.moon_colony_bloodbath.rules.options import (
    actions,
    amount_to_pay,
    box_choices,
    cards_in,
    cards_to_build,
    discards,
    first_abilities,
    frame_of,
    may_build_nothing,
    may_finish,
    step_of,
    ways,
)
from domain.moon_colony_bloodbath.rules.possible import box_moves, repeatable
from domain.moon_colony_bloodbath.rules.prices import food_parts, price
from domain.moon_colony_bloodbath.state import NOTHING, Source, State

__all__ = ["choices", "waiting"]


@cites(R20)
def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every legal answer to the seat's question; an any-time ability is one wherever it may be used."""
    if not any(asked.seat == seat for asked in waiting(state)):
        return ()
    kind = question(state, seat)
    answers = _OFFERED[kind](state, seat) if kind else iter(())
    return (*answers, *(_ability(state, seat, source) for source in any_time_now(state, seat)))


@cites(W1)
def _picks(state: State, seat: Seat) -> Iterator[Choice]:
    for action in actions(state, seat):
        yield Choice(Answer(seat, sealed_for(action, seat)), *acted(state, seat, action))


def _actions(state: State, seat: Seat) -> Iterator[Choice]:
    for action in actions(state, seat):
        yield Choice(PickAction(seat, action), *acted(state, seat, action))


def _cards_laid(state: State, seat: Seat) -> Iterator[Choice]:
    for card in cards_to_build(state, seat):
        yield Choice(Answer(seat, sealed_for(card, seat)), *_built(state, seat, card))
    if may_build_nothing(state, seat):
        yield Choice(Answer(seat, sealed_for(NOTHING, seat)))
    yield from (_ability(state, seat, source) for source in first_abilities(state, seat))


def _cards_built(state: State, seat: Seat) -> Iterator[Choice]:
    for card in cards_to_build(state, seat):
        yield Choice(Build(seat, card), *_built(state, seat, card))
    if may_build_nothing(state, seat):
        yield Choice(Decline(seat))
    yield from (_ability(state, seat, source) for source in first_abilities(state, seat))


def _built(state: State, seat: Seat, card: CardName) -> tuple[Amounts, Amounts]:
    money = price(state, seat, card)
    return (("money", money),) if money else (), built(state, seat, card)


def _passes(state: State, seat: Seat) -> Iterator[Choice]:
    return (Choice(Answer(seat, sealed_for(card, seat)), ((card, 1),)) for card in cards_in(state.players[seat].hand))


def _offer(state: State, seat: Seat) -> Iterator[Choice]:
    source = (frame_of(state, seat).pending or ())[0]
    ability = ability_of(state, source)
    yield Choice(Accept(seat), *done(state, seat, ability))
    yield Choice(Decline(seat))


def _order(state: State, seat: Seat) -> Iterator[Choice]:
    frame = frame_of(state, seat)
    if frame.own:
        yield Choice(DoAction(seat), gives=own_effect(state, seat, frame.action or ""))
    yield from (_ability(state, seat, source) for source in first_abilities(state, seat))
    if may_finish(state, seat):
        yield Choice(Decline(seat))


def _ability(state: State, seat: Seat, source: Source) -> Choice:
    ability = ability_of(state, source)
    return Choice(UseAbility(seat, source.building, source.ability), *done(state, seat, ability))


def _going_on(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(GoOn(seat))


def _discards(state: State, seat: Seat) -> Iterator[Choice]:
    for cards in discards(state, seat):
        yield Choice(DiscardCards(seat, cards), (("cards", len(cards)),), discarded(state, seat, len(cards)))


def _cards_on_mat(state: State, seat: Seat) -> Iterator[Choice]:
    return (Choice(LayCardOnMat(seat, sealed_for(card, seat))) for card in cards_in(state.players[seat].hand))


def _boxes(state: State, seat: Seat) -> Iterator[Choice]:
    new = frame_of(state, seat).kind == "steps" and isinstance(step_of(state, seat), PutBoxes)
    for numbers in box_choices(state, seat):
        amounts = (("boxes", len(numbers)),)
        yield Choice(ChooseBoxes(seat, numbers), () if new else amounts, amounts if new else ())


def _box_moves(state: State, seat: Seat) -> Iterator[Choice]:
    return (Choice(MoveBox(seat, building, to)) for building, to in box_moves(state, seat))


def _losses(state: State, seat: Seat) -> Iterator[Choice]:
    for building in state.players[seat].buildings:
        people = state.pack.building(building.card).people
        costs = ((building.card, 1), *((("boxes", building.boxes),) if building.boxes else ()))
        yield Choice(LoseBuilding(seat, building.number), costs, (("people", people),) if people else ())


def _splits(state: State, seat: Seat) -> Iterator[Choice]:
    amount = amount_to_pay(state, seat)
    least, most = food_parts(state, seat, amount)
    for food in range(least, most + 1):
        parts = (("money", amount - food), ("food", food))
        yield Choice(Pay(seat, food), tuple(part for part in parts if part[1]))


def _perks(state: State, seat: Seat) -> Iterator[Choice]:
    for perk in state.players[seat].perks:
        yield Choice(AddPerk(seat, perk), gives=added(state, seat, perk))


def _repeats(state: State, seat: Seat) -> Iterator[Choice]:
    for source in repeatable(state, seat):
        ability = ability_of(state, source)
        command = RepeatAbility(seat, source.building, source.ability)
        yield Choice(command, *done(state, seat, ability))


def _ways(state: State, seat: Seat) -> Iterator[Choice]:
    step = step_of(state, seat)
    for number in ways(state, seat):
        way = step.ways[number] if isinstance(step, Choose) else None
        if way is not None:
            yield Choice(ChooseWay(seat, number), *done(state, seat, way))


_OFFERED: Mapping[str, Callable[[State, Seat], Iterator[Choice]]] = {
    "pick": _picks,
    "work": _actions,
    "act": _actions,
    "lay": _cards_laid,
    "build": _cards_built,
    "pass": _passes,
    "offer": _offer,
    "order": _order,
    "go-on": _going_on,
    "discard": _discards,
    "discard-cost": _discards,
    "lay-on-mat": _cards_on_mat,
    "boxes": _boxes,
    "move-box": _box_moves,
    "lose-building": _losses,
    "pay": _splits,
    "add-perk": _perks,
    "repeat": _repeats,
    "way": _ways,
}
