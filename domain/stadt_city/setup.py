"""The start: the order of ages, the Harbinger, shuffled decks, and the first characters."""

from collections.abc import Iterator, Mapping

from domain.kernel.bag import Bag, Pile
from domain.kernel.chance import Chance
from domain.kernel.fact import Facts
from domain.kernel.game import Ages, Opening, OptionValue
from domain.kernel.names import Seat
from domain.kernel.rule import cites
from domain.kernel.secret import sealed_for
from domain.stadt_city.board import Board
from domain.stadt_city.facts import AgesSettled, ColourTaken, DeckShuffled
from domain.stadt_city.parts import Kind, Pack
from domain.stadt_city.rulebook import C7, L3, L4, R1, R2, R3, S1, S4, S5
from domain.stadt_city.rules.doing import Doing
from domain.stadt_city.rules.turns import run
from domain.stadt_city.rulesets import RULESETS, Ruleset
from domain.stadt_city.state import ChallengePile, Options, Player, State

FEWEST, MOST = 2, 10


@cites(S1, S5, R1)
def initial(opening: Opening[Pack]) -> State:
    """Every card in its place before the first shuffle."""
    pack, ruleset, options = opening.pack, RULESETS[opening.ruleset], _options(opening.options)
    players = tuple(Player(seat, colour) for seat, colour in zip(opening.seats, _colours(opening), strict=True))
    return State(
        pack,
        ruleset,
        options,
        players,
        Board(ruleset.size),
        ages=opening.ages,
        tied=opening.seats,
        characters=_unsorted(*pack.character_deck()),
        heroes=_fallen(pack, ruleset, Kind.FALLEN_HERO),
        villains=_fallen(pack, ruleset, Kind.FALLEN_VILLAIN),
        titans=_unsorted(*pack.of_kind(Kind.TITAN)) if ruleset.out_as == "titan" else (),
        prizes=_unsorted(*pack.prize_deck()) if ruleset.has_prizes else (),
        piles=tuple(_piles(pack, options)),
    )


def _options(chosen: Mapping[str, OptionValue]) -> Options:
    return Options(
        crossing_kills=bool(chosen.get("crossing_kills", True)),
        digital=bool(chosen.get("digital", False)),
        drinks=bool(chosen.get("drinks", True)),
        dice=str(chosen.get("dice", "rolled")),
        reports=str(chosen.get("reports", "confirmed")),
        answer_time=int(chosen.get("answer_time", "120")),
    )


def _colours(opening: Opening[Pack]) -> Iterator[str]:
    """Each seat's colour: the one it named, or the first that nobody named."""
    free = [colour for colour in opening.pack.colours if colour not in opening.colours]
    return (named or free.pop(0) for named in opening.colours)


def _unsorted(*cards: str) -> Pile:
    return (Bag.of(*cards),) if cards else ()


@cites(L3, L4)
def _fallen(pack: Pack, ruleset: Ruleset, kind: Kind) -> Pile:
    return _unsorted(*pack.of_kind(kind)) if ruleset.out_as == "fallen" else ()


@cites(C7)
def _piles(pack: Pack, options: Options) -> Iterator[ChallengePile]:
    """A pile for each number of players that some challenge suits."""
    for players in range(2, MOST + 1):
        if names := pack.challenge_pile(players, options.drinks):
            yield ChallengePile(players, _unsorted(*names))


def start(state: State, chance: Chance) -> Facts:
    """All that happens until somebody is asked to roll, or to place the first character."""
    doing = Doing(state, chance)
    _settle_ages(doing)
    for player in state.players:
        doing.happens(ColourTaken(player.seat, player.colour), S1)
    _shuffle(doing)
    run(doing)
    return doing.facts()


@cites(S4, R2)
def _settle_ages(doing: Doing) -> None:
    """One draw orders those of one date; where no ages were asked all count as of one date."""
    seats = doing.state.seats
    ages = doing.state.ages or Ages((seats,), ())
    oldest_first = tuple(seat for number, group in enumerate(ages.oldest_first) for seat in _by_draw(doing, number, group))
    celebrating = tuple(seat for seat in oldest_first if seat in ages.birthdays)
    others = tuple(seat for seat in reversed(oldest_first) if seat not in ages.birthdays)
    doing.happens(AgesSettled(oldest_first, (*celebrating, *others)), S4)


@cites(R2)
def _by_draw(doing: Doing, number: int, group: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """A group of one date, the first counting as the oldest."""
    if len(group) < 2:
        return group
    return tuple(Seat(int(seat)) for seat in doing.shuffle(f"ages:{number}", tuple(map(str, group))))


@cites(R3, C7)
def _shuffle(doing: Doing) -> None:
    state = doing.state
    decks = {"characters": R3, "heroes": L4, "villains": L4, "titans": L3, "prizes": S5}
    for deck, rule in decks.items():
        if pile := getattr(state, deck):
            doing.happens(DeckShuffled(deck, sealed_for(doing.shuffle(deck, pile[0].known))), rule)
    for each in state.piles:
        name = f"challenges:{each.players}"
        doing.happens(DeckShuffled(name, sealed_for(doing.shuffle(name, each.cards[0].known))), C7)
