"""The start: decks, hands, the first progress deck and the first turn."""

from collections.abc import Iterator, Mapping

from domain.kernel.bag import Bag
from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.game import Opening, OptionValue
from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.kernel.secret import sealed_for
from domain.moon_colony_bloodbath.facts import BuildingsShuffled, Gained, RobotsShuffled, ScientistTaken, TwistsDealt, TwistsShuffled
from domain.moon_colony_bloodbath.parts import Kind, Pack, Scientist
from domain.moon_colony_bloodbath.rulebook import ONE_ENDLESS, ONE_PLAYER, R17, R30, S1, S2, S3, S4, S6, T3
from domain.moon_colony_bloodbath.rules.doing import Doing
from domain.moon_colony_bloodbath.rules.drawing import draw_cards
from domain.moon_colony_bloodbath.rules.turns import run, shuffle_progress, turn_over
from domain.moon_colony_bloodbath.state import Options, Player, State

FEWEST, MOST = 1, 5
HAND = 4
BEGINS_WITH = {"people": 30, "money": 4, "food": 4}
TWISTS = 2


@cites(S4, S6, R17, T3)
def initial(opening: Opening[Pack]) -> State:
    """Every card in its place before the first shuffle."""
    pack = opening.pack
    players = tuple(Player(seat, scientist.key) for seat, scientist in zip(opening.seats, scientists(opening), strict=True))
    return State(
        pack,
        _options(opening.options),
        players,
        lanes=((),) * len(players),
        turned=starting_cards(pack, len(players)),
        robots=(Bag.of(*pack.of_kind(Kind.ROBOT, copies=True)),),
        twists=(Bag.of(*pack.of_kind(Kind.TWIST, copies=True)),),
        developments=tuple(sorted(pack.of_kind(Kind.DEVELOPMENT, copies=True))),
        events=pack.of_kind(Kind.EVENT, copies=True),
        left_out=_left_out(pack, players),
    )


def _options(chosen: Mapping[str, OptionValue]) -> Options:
    return Options(
        open_work=bool(chosen.get("open_work", False)),
        fail_at_once=bool(chosen.get("fail_at_once", False)),
        endless=bool(chosen.get("endless", False)),
        first_game_twists=bool(chosen.get("first_game_twists", False)),
    )


@cites(ONE_ENDLESS)
def contradictions(chosen: Mapping[str, OptionValue], seats: int) -> tuple[str, ...]:
    """An endless game is a lone colony's."""
    return (f"endless: only one seat plays on without an end, not {seats}",) if chosen.get("endless") and seats > 1 else ()


@cites(S3, ONE_PLAYER)
def starting_cards(pack: Pack, seats: int) -> tuple[str, ...]:
    """Work and Trouble, and alone Loneliness."""
    lonely = pack.of_kind(Kind.LONELINESS, copies=True) if seats == 1 else ()
    return (*pack.of_kind(Kind.TROUBLE, copies=True), *pack.of_kind(Kind.WORK, copies=True), *lonely)


def _left_out(pack: Pack, players: tuple[Player, ...]) -> tuple[str, ...]:
    """The perks of scientists whom nobody plays, and Loneliness in company."""
    played = {player.scientist for player in players}
    perks = (perk for scientist in pack.scientists if scientist.key not in played for perk in pack.perks(scientist.key))
    return (*perks, *(pack.of_kind(Kind.LONELINESS, copies=True) if len(players) > 1 else ()))


def scientists(opening: Opening[Pack]) -> Iterator[Scientist]:
    """Each seat's scientist: that of the colour it named, or the first that nobody named."""
    everyone = opening.pack.scientists
    free = [scientist for scientist in everyone if scientist.colour not in opening.colours]
    for colour in opening.colours:
        named = next((scientist for scientist in everyone if scientist.colour == colour), None)
        yield named or free.pop(0)


@cites(S1, S2, S3, S4)
def start(state: State, chance: Chance) -> Facts:
    """Shuffle, deal, give each seat what it begins with, and turn over the first card."""
    doing = Doing(state, chance)
    for player in state.players:
        _settle(doing, player)
    doing.happens(BuildingsShuffled(sealed_for(chance.shuffle("buildings", state.pack.building_deck()))), S1)
    for seat in state.seats:
        draw_cards(doing, seat, HAND, S1)
    doing.happens(RobotsShuffled(sealed_for(chance.shuffle("robots", state.robots[0].known))), S4)
    _deal_twists(doing)
    shuffle_progress(doing)
    turn_over(doing)
    run(doing)
    return doing.facts()


@cites(S2, R30)
def _settle(doing: Doing, player: Player) -> None:
    doing.happens(ScientistTaken(player.seat, player.scientist), S2)
    for what, amount in BEGINS_WITH.items():
        doing.happens(Gained(Seat(player.seat), what, amount, ""), S2)


@cites(S3, S4)
def _deal_twists(doing: Doing) -> None:
    """Two twists, shown to all, for a first game from the simpler ones; the others are a deck."""
    state = doing.state
    eligible = state.pack.simple_twists() if state.options.first_game_twists else state.twists[0].known
    dealt = doing.chance.shuffle("twists", eligible)[:TWISTS]
    doing.happens(TwistsDealt(dealt), S3)
    rest = doing.state.twists[0].known
    doing.happens(TwistsShuffled(sealed_for(doing.chance.shuffle("twist-deck", rest))), S4)
