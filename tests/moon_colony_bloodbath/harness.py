"""Given colonies, when a progress card is turned over and seats answer, then this has happened, or a refusal by this rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from domain.kernel.bag import Bag, ordered
from domain.kernel.facts import AnswerSealed
from domain.kernel.game import Opening
from domain.kernel.names import Seat
from domain.kernel.refusal import Refused
from domain.kernel.rule import Rule
from domain.kernel.secret import Sealed, sealed_for
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.commands import Answer, ChooseBoxes, Command, LoseBuilding, UseAbility
from domain.moon_colony_bloodbath.decide import decide
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.facts import CardDrawn, LeftToDo, StageBegun
from domain.moon_colony_bloodbath.parts import Pack
from domain.moon_colony_bloodbath.questions import choices, waiting
from domain.moon_colony_bloodbath.rules.doing import Doing
from domain.moon_colony_bloodbath.rules.turns import run, turn_over
from domain.moon_colony_bloodbath.setup import initial
from domain.moon_colony_bloodbath.state import InPlay, Options, Player, State, Turn
from tests.moon_colony_bloodbath.packs import PLAIN, name, pack

A, B, C, D = map(Seat, range(4))
PACK = pack()


@dataclass
class Scripted:
    """Chance as the test wants it; a shuffle that is not scripted keeps the order of its items."""

    shuffles: Mapping[str, Sequence[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    draws: Mapping[str, int] = field(default_factory=dict)

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        self.asked.append(label)
        order = tuple(map(name, self.shuffles.get(label, tuple(items))))
        assert sorted(order) == sorted(items)
        return order

    def below(self, label: str, bound: int) -> int:
        raise AssertionError("nothing in this game is a bare number")


def bag(*keys: str) -> Bag:
    return Bag.of(*map(name, keys))


def colony(seat: int, *buildings: str | tuple[str, int], hand: Sequence[str] = (), **changes: Any) -> Player:
    """A seat with 10 people on the mat, no money, no food; a building may come with so many boxes."""
    laid = tuple(each if isinstance(each, tuple) else (each, 0) for each in buildings)
    stands = tuple(InPlay(number, name(key), boxes) for number, (key, boxes) in enumerate(laid, start=1))
    scientist = PACK.scientists[seat].key
    given = {"people": 10, "buildings": stands, "built": len(stands), "hand": bag(*hand), **changes}
    return replace(Player(Seat(seat), scientist), **given)


def position(*players: Player, deck: Sequence[str] = (), chosen: Pack = PACK, lane: Sequence[str] | None = None, **changes: Any) -> State:
    """A table between two turns: ``deck`` is the progress deck from the top, a Work below it; ``lane`` each seat's next cards."""
    begun = initial(Opening("1", chosen, {}, (None,) * len(players)))
    options = replace(Options(), **changes.pop("options", {}))
    perks = tuple(replace(player, perks=player.perks or chosen.perks(player.scientist)) for player in players)
    lanes = tuple(ordered(tuple(map(name, (PLAIN,) * 12 if lane is None else lane))) for _ in players)
    state = replace(begun, players=perks, options=options, lanes=lanes, turned=(), phase="turn", turn=Turn(1, name("work")))
    return replace(state, progress=ordered(tuple(map(name, (*deck, "work")))), **changes)


@dataclass
class Table:
    """A game under way: what it holds, and every fact so far."""

    state: State
    chance: Scripted = field(default_factory=Scripted)
    last: tuple[Any, ...] = ()
    """The facts of the latest step."""

    def then(self, *commands: Command) -> "Table":
        """Each is accepted."""
        for command in commands:
            facts = decide(self.state, command, self.chance)
            self._take(facts)
        return self

    def refuses(self, command: Command, rule: Rule) -> "Table":
        with pytest.raises(Refused) as refused:
            decide(self.state, command, self.chance)
        assert refused.value.refusal.rule.id == rule.id
        assert refused.value.refusal.reason
        return self

    def _take(self, facts: tuple[Any, ...]) -> None:
        before = self.state
        for ruled in facts:
            self.state = evolve(self.state, ruled.fact)
        assert self.state != before
        self.last = facts

    def has(self, seat: Seat, **expected: Any) -> "Table":
        """Check a seat: ``buildings``, ``hand`` by entries, ``boxes`` as a mapping of entry to number, ``kind`` what it is asked."""
        player = self.state.players[seat]
        found: dict[str, Any] = {}
        for what in expected:
            match what:
                case "buildings":
                    found[what] = [_key(each.card) for each in player.buildings]
                case "hand" | "on_mat" | "under_mat":
                    found[what] = list(map(_key, getattr(player, what).known))
                case "boxes":
                    found[what] = {_key(each.card): each.boxes for each in player.buildings if each.card in map(name, expected[what])}
                case "kind":
                    found[what] = self.kind(seat)
                case "all_people":
                    found[what] = self.state.people(seat)
                case _:
                    found[what] = getattr(player, what)
        assert found == expected
        return self

    def kind(self, seat: Seat) -> str | None:
        return next((asked.kind for asked in waiting(self.state) if asked.seat == seat), None)

    def offers(self, seat: Seat) -> list[Any]:
        """What the seat may answer, sealed answers by their value."""
        return [choice.command for choice in choices(self.state, seat)]

    def answers(self, seat: Seat) -> list[str]:
        """The values of the sealed answers that are offered."""
        sealed = (command.answer for command in self.offers(seat) if isinstance(command, Answer))
        return [_key(answer.value) for answer in sealed if isinstance(answer, Sealed)]

    def happened(self, *expected: Any) -> "Table":
        """The facts of the latest step, whole and in order; what a seat has left to do and stages apart."""
        assert tuple(ruled for ruled in self.last if not isinstance(ruled.fact, LeftToDo | StageBegun)) == expected
        return self

    def number(self, seat: Seat, key: str) -> int:
        """The number of the seat's first building of this entry."""
        return next(each.number for each in self.state.players[seat].buildings if each.card == name(key))

    def lose(self, seat: Seat, key: str) -> "Table":
        return self.then(LoseBuilding(seat, self.number(seat, key)))

    def use(self, seat: Seat, key: str, number: int | None = None) -> "Table":
        """Use the first ability of the building that is no PLAY or LOST ability."""
        building = self.number(seat, key) if number is None else number
        abilities = self.state.pack.building(name(key)).abilities
        ability = next(n for n, each in enumerate(abilities) if each.trigger not in (Trigger.PLAY, Trigger.LOST))
        return self.then(UseAbility(seat, building, ability))

    def boxes(self, seat: Seat, *keys: str) -> "Table":
        return self.then(ChooseBoxes(seat, tuple(sorted(self.number(seat, key) for key in keys))))


def _key(card: str) -> str:
    return card.partition(":")[2] or card


def given(state: State, **shuffles: Sequence[str]) -> Table:
    """The next progress card is turned over, and the table goes on until it waits."""
    table = Table(state, Scripted({label.replace("_", "-"): order for label, order in shuffles.items()}))
    doing = Doing(state, table.chance)
    turn_over(doing)
    run(doing)
    table._take(doing.facts())
    return table


def say(seat: Seat, answer: str) -> Answer:
    """A sealed answer: an action, a card by its entry, or ``none``."""
    plain = answer in ("restock", "build", "mine", "farm", "research")
    return Answer(seat, sealed_for(answer if plain else name(answer), seat))


def sealed(seat: Seat, answer: str) -> AnswerSealed:
    return AnswerSealed(seat, say(seat, answer).answer)


def drawn(seat: Seat, key: str) -> CardDrawn:
    return CardDrawn(seat, sealed_for(name(key), seat))
