"""Taking a fact of Moon Colony Bloodbath into the state."""

from bisect import bisect_right
from typing import TypeAlias, assert_never

from domain.kernel.bag import Bag, Pile, draw, ordered, size
from domain.kernel.facts import AnswerDropped, AnswerSealed, DealtAnew, SeatResigned
from domain.kernel.names import Seat
from domain.kernel.replace import replace
from domain.kernel.secret import Hidden, Secret, reveal
from domain.moon_colony_bloodbath.facts import (
    AbilityUsed,
    ActionDone,
    ActionPicked,
    ActionShown,
    BatchShuffled,
    BoxPut,
    BoxTaken,
    BuildingBuilt,
    BuildingLost,
    BuildingsShuffled,
    CardAdded,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CardLaidOnMat,
    CardPassed,
    CardPutUnderMat,
    CardSetAside,
    CardTurnedOver,
    ColonyFailed,
    Fact,
    Gained,
    GameEnded,
    LeftToDo,
    Lost,
    Paid,
    PeopleMoved,
    ProgressShuffled,
    RobotsShuffled,
    ScientistTaken,
    StageBegun,
    StandingAnswerGiven,
    TurnEnded,
    TwistsDealt,
    TwistsShuffled,
    WaitingCardDiscarded,
    WentOn,
)
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.state import Discarded, InPlay, State, Turn

_Face: TypeAlias = str | Hidden


def evolve(state: State, fact: Fact | AnswerDropped | DealtAnew) -> State:
    """The state after a fact; nothing is refused here."""
    match fact:
        case ScientistTaken():
            return state.with_player(fact.seat, scientist=fact.scientist, perks=state.pack.perks(fact.scientist))
        case BuildingsShuffled():
            return _deck_shuffled(state, _order(fact.cards))
        case TwistsDealt():
            return replace(state, turned=(*state.turned, *fact.cards), twists=_without(state.twists, fact.cards))
        case TwistsShuffled():
            return replace(state, twists=_pile(fact.cards, state.twists))
        case RobotsShuffled():
            return replace(state, robots=_pile(fact.cards, state.robots))
        case ProgressShuffled():
            unsorted = (Bag.of(*state.turned),)
            players = tuple(replace(player, chits=0) if player.chits else player for player in state.players)
            progress = _pile(fact.cards, unsorted)
            return replace(state, progress=progress, progress_twists=frozenset(), turned=(), players=players)
        case CardTurnedOver():
            turn = Turn(state.turn.number + 1, fact.card)
            turned = (*state.turned, fact.card)
            progress = draw(state.progress, fact.card)
            below = frozenset(number for number in state.progress_twists if number < size(progress))
            return replace(state, phase="turn", turn=turn, progress=progress, progress_twists=below, turned=turned)
        case StageBegun():
            players = tuple(replace(player, done=False) if player.done else player for player in state.players)
            part = state.turn.part + 1 if fact.stage == state.turn.stage else 0
            return replace(state, turn=replace(state.turn, stage=fact.stage, part=part), players=players)
        case AnswerSealed():
            return state.with_player(fact.seat, answer=reveal(fact.answer))
        case ActionPicked() | ActionShown():
            return state.with_player(fact.seat, picked=fact.action, answer=None)
        case ActionDone():
            return state.with_player(fact.seat, picked="", chits=state.players[fact.seat].chits + 1)
        case DealtAnew():
            return _dealt(state, fact)
        case CardLaid() | AbilityUsed() | AnswerDropped():
            return state.with_player(fact.seat, answer=None)
        case WentOn():
            return state.with_player(fact.seat, done=True)
        case StandingAnswerGiven():
            return state.with_player(fact.seat, goes_on=fact.goes_on)
        case Gained():
            return _change(state, fact.seat, fact.what, fact.amount)
        case Lost() | Paid():
            return _change(state, fact.seat, fact.what, -fact.amount)
        case PeopleMoved():
            return _change(state, fact.seat, "people", fact.people)
        case BoxPut():
            return _boxes(state, fact.seat, fact.building, 1)
        case BoxTaken():
            return _boxes(state, fact.seat, fact.building, -1)
        case BuildingBuilt():
            return _built(state, fact)
        case BuildingLost():
            left = tuple(building for building in state.players[fact.seat].buildings if building.number != fact.building)
            return _discard(state.with_player(fact.seat, buildings=left), fact.seat, fact.card)
        case CardDrawn():
            return _card_drawn(state, fact.seat, _face(fact.card))
        case CardDiscarded():
            return _discard(_leaves(state, fact.seat, fact.place.replace("-", "_"), fact.card), fact.seat, fact.card)
        case CardLaidOnMat():
            return _aside(state, fact.seat, "on_mat", _face(fact.card))
        case CardPutUnderMat():
            return _aside(state, fact.seat, "under_mat", _face(fact.card))
        case CardPassed():
            given = _leaves(state, fact.seat, "hand", _face(fact.card)).with_player(fact.seat, answer=None)
            return _into_hand(given, fact.to, _face(fact.card))
        case CardAdded():
            return _added(state, fact)
        case BatchShuffled():
            unsorted = (state.batch,)
            return replace(state, progress=(*_pile(fact.cards, unsorted), *state.progress), batch=Bag(0))
        case CardSetAside():
            turned = state.turned[:-1] if state.turned[-1:] == (fact.card,) else state.turned
            return replace(state, turned=turned, set_aside=(*state.set_aside, fact.card))
        case WaitingCardDiscarded():
            waiting = list(state.set_aside)
            waiting.remove(fact.card)
            forbids = state.turn.forbids | ({fact.forbids} if fact.forbids else frozenset())
            turn = replace(state.turn, forbids=forbids)
            return replace(state, set_aside=tuple(waiting), turned=(*state.turned, fact.card), turn=turn)
        case ColonyFailed():
            return state.with_player(fact.seat, failed=True, stack=(), answer=None)
        case LeftToDo():
            return state.with_stack(fact.seat, *fact.frames)
        case TurnEnded():
            twists = state.progress_twists | {size(state.progress) + number for number in state.on_top_twists}
            progress = (*state.on_top, *state.progress)
            return replace(state, progress=progress, progress_twists=twists, on_top=(), on_top_twists=frozenset())
        case GameEnded():
            players = tuple(replace(player, stack=(), answer=None) for player in state.players)
            return replace(state, phase="over", ended_by=fact.because, players=players)
        case SeatResigned():
            return state.with_player(fact.seat, resigned=True, stack=(), answer=None)
        case _:
            assert_never(fact)


def _face(card: Secret[str]) -> _Face:
    return reveal(card)


def _order(cards: Secret[tuple[str, ...]]) -> tuple[str, ...] | Hidden:
    return reveal(cards)


def _pile(cards: Secret[tuple[str, ...]], unsorted: Pile) -> Pile:
    """A shuffled pile: in its order where that is known, else what is certain of the whole."""
    order = _order(cards)
    if not isinstance(order, Hidden):
        return ordered(order)
    known = tuple(sorted(face for bag in unsorted for face in bag.known))
    return (Bag(size(unsorted), known),) if size(unsorted) else ()


def _without(pile: Pile, cards: tuple[str, ...]) -> Pile:
    bag = pile[0]
    for card in cards:
        bag = bag.take(card)
    return (bag,)


def _dealt(state: State, fact: DealtAnew) -> State:
    cards = reveal(fact.cards)
    if isinstance(cards, Hidden):
        return state
    match fact.place:
        case "lane":
            return replace(state, lanes=tuple(ordered(cards) if seat == fact.seat else lane for seat, lane in enumerate(state.lanes)))
        case "batch":
            return replace(state, batch=Bag.of(*cards))
        case _ if fact.seat is not None:
            return state.with_player(fact.seat, **{fact.place: Bag.of(*cards)})
        case _:
            return replace(state, **{fact.place: ordered(cards)})


def _deck_shuffled(state: State, order: tuple[str, ...] | Hidden) -> State:
    """The discards are the building deck, or at the start every building card is."""
    cards = tuple(sorted(each.card for each in state.discards)) or state.pack.building_deck()
    players = tuple(replace(player, drawn=Bag(0)) for player in state.players)
    return replace(state, players=players, lanes=_lanes(order, len(cards), len(players)), shuffled=cards, discards=())


def _lanes(order: tuple[str, ...] | Hidden, cards: int, seats: int) -> tuple[Pile, ...]:
    if not isinstance(order, Hidden):
        return tuple(ordered(order[seat::seats]) for seat in range(seats))
    sizes = [len(range(seat, cards, seats)) for seat in range(seats)]
    return tuple((Bag(number),) if number else () for number in sizes)


def _card_drawn(state: State, seat: Seat, card: _Face) -> State:
    player = state.players[seat]
    state = replace(state, lanes=_drawn(state.lanes, seat, card))
    return state.with_player(seat, hand=player.hand.put(card), drawn=player.drawn.put(card))


def _drawn(lanes: tuple[Pile, ...], seat: Seat, card: _Face) -> tuple[Pile, ...]:
    """Without the card that the seat drew: its own lane's top, or the foot of the longest (MC-R30)."""
    changed = list(lanes)
    if lanes[seat]:
        changed[seat] = draw(lanes[seat], card)
    else:
        longest = max(range(len(lanes)), key=lambda number: size(lanes[number]))
        foot = lanes[longest][-1].take(card)
        changed[longest] = (*lanes[longest][:-1], *((foot,) if foot.size else ()))
    return tuple(changed)


def _change(state: State, seat: Seat, what: str, amount: int) -> State:
    return state.with_player(seat, **{what: getattr(state.players[seat], what) + amount})


def _boxes(state: State, seat: Seat, number: int, boxes: int) -> State:
    buildings = state.players[seat].buildings
    changed = (replace(each, boxes=each.boxes + boxes) if each.number == number else each for each in buildings)
    return state.with_player(seat, buildings=tuple(changed))


def _built(state: State, fact: BuildingBuilt) -> State:
    player = state.players[fact.seat]
    buildings = (*player.buildings, InPlay(fact.building, fact.card))
    state = _leaves(state, fact.seat, "on_mat" if player.on_mat.size else "hand", fact.card)
    return state.with_player(fact.seat, buildings=buildings, built=fact.building)


def _discard(state: State, seat: Seat, card: CardName) -> State:
    # Not simply on top: where it lies among those of its turn must not hang on who answered first.
    at = bisect_right(state.discards, (state.turn.number, seat), key=lambda each: (each.turn, each.seat))
    entry = Discarded(state.turn.number, seat, card)
    return replace(state, discards=(*state.discards[:at], entry, *state.discards[at:]))


def _into_hand(state: State, seat: Seat, card: _Face) -> State:
    return state.with_player(seat, hand=state.players[seat].hand.put(card))


def _leaves(state: State, seat: Seat, place: str, card: _Face) -> State:
    bag: Bag = getattr(state.players[seat], place)
    return state.with_player(seat, **{place: bag.take(card)})


def _aside(state: State, seat: Seat, place: str, card: _Face) -> State:
    bag: Bag = getattr(state.players[seat], place)
    return _leaves(state, seat, "hand", card).with_player(seat, **{place: bag.put(card)})


def _added(state: State, fact: CardAdded) -> State:
    card = _face(fact.card)
    state = _from_supply(state, fact, card)
    if fact.extra:
        state = replace(state, extra_robots=state.extra_robots + 1)
    if fact.seat is not None:
        return replace(state, batch=state.batch.put(card))
    top = Bag(1) if isinstance(card, Hidden) else Bag.of(card)
    twists = state.on_top_twists | {size(state.on_top)} if fact.kind == "twist" else state.on_top_twists
    return replace(state, on_top=(top, *state.on_top), on_top_twists=twists)


def _from_supply(state: State, fact: CardAdded, card: _Face) -> State:
    match fact.kind:
        case "robot":
            return replace(state, robots=draw(state.robots, card))
        case "twist":
            return replace(state, twists=draw(state.twists, card))
        case "event":
            highest = state.pack.progress(state.events[0]).number
            return replace(state, events=state.events[1:], highest_event=highest)
        case "development":
            left = list(state.developments)
            left.remove(str(card))
            return replace(state, developments=tuple(left))
        case _:
            seat = fact.seat or Seat(0)
            perks = tuple(perk for perk in state.players[seat].perks if perk != card)
            return state.with_player(seat, perks=perks)
