"""Adding cards to the progress deck."""

from domain.kernel.bag import top
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from domain.kernel.secret import Secret, Unknown, known, sealed_for
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.facts import BatchShuffled, CardAdded
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.rulebook import (
    D1,
    D2,
    E1,
    E2,
    E6,
    N_BUNKER,
    N_SENTIENT_AI,
    N_TRADING_POST,
    ONE_ENDLESS,
    P1,
    P3,
    P4,
    R1,
    R12,
    T9,
    T10,
)
from domain.moon_colony_bloodbath.rules.doing import Doing


@cites(T9, R1, N_TRADING_POST)
def _add(doing: Doing, seat: Seat | None, kind: str, card: Secret[CardName], rule: Rule, extra: bool = False) -> None:
    doing.happens(CardAdded(kind, card, extra, seat), rule)
    if seat is not None:
        doing.when(seat, Trigger.CARD_ADDED)


@cites(P1, P3, P4)
def add_perk(doing: Doing, seat: Seat, card: CardName) -> None:
    _add(doing, seat, "perk", card, P1)


@cites(D1, D2)
def add_development(doing: Doing, seat: Seat, key: str) -> None:
    card = doing.state.pack.card_name(key)
    if card in doing.state.developments:
        _add(doing, seat, "development", card, D1)


@cites(E6, N_BUNKER, R12)
def add_robot(doing: Doing, seat: Seat | None, rule: Rule, extra: bool = False) -> None:
    """The next robot, seen by nobody."""
    robot = top(doing.state.robots)
    if robot is not None:
        _add(doing, seat, "robot", sealed_for(known(robot)), rule, extra)


@cites(E1, E2, ONE_ENDLESS, R12)
def add_event(doing: Doing, seat: Seat | None, rule: Rule) -> None:
    """The next event; in an endless game a robot in the place of Instruction Manual and ever after."""
    if not doing.state.events:
        return
    event = doing.state.events[0]
    if doing.state.options.endless and len(doing.state.players) == 1 and doing.state.pack.progress(event).ends_game:
        add_robot(doing, seat, ONE_ENDLESS, extra=True)
    else:
        _add(doing, seat, "event", event, rule)


@cites(N_SENTIENT_AI, R12)
def add_twist(doing: Doing) -> None:
    twist = top(doing.state.twists)
    if twist is not None:
        _add(doing, None, "twist", sealed_for(known(twist)), N_SENTIENT_AI)


@cites(T10, R1)
def shuffle_batch(doing: Doing) -> None:
    """What seats have added this turn goes on top in an order left to chance and seen by nobody."""
    batch = doing.state.batch
    if not batch.size:
        return
    if not batch.whole:
        raise Unknown("a card added is sealed from this copy")
    order = doing.chance.shuffle("batch", batch.known) if batch.size > 1 else batch.known
    doing.happens(BatchShuffled(sealed_for(order)), T10)
