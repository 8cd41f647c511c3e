"""Card texts: the written form of an ability, ``spend a box here: gain 4 food; draw a card``, read into effects.

Before the steps stand, each with a colon: ``may``, ``several``, ``once``, ``at <event>``, ``if <what is had>``, ``spend <cost>``.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, cast, get_args

from domain.moon_colony_bloodbath import effects
from domain.moon_colony_bloodbath.abilities import Ability, Cheaper, FoodAsMoney, Had, Having, Ignores, Passive, Trigger
from domain.moon_colony_bloodbath.effects import ACTIONS, Each, Spend, Step, Way


class Unreadable(Exception):
    """These words say nothing that a card can do."""


def ability(trigger: Trigger, text: str) -> Ability:
    """The ability that a line of a card writes; Unreadable with the words at fault."""
    if _CHOICE_IN_A_WAY.search(text):
        raise Unreadable(f"{text!r}: a way offers no choice of its own; write each of them as a way beside the others")
    *prefixes, steps = _COLON.split(text)
    read = _Prefixes()
    for prefix in prefixes:
        read = read.taking(prefix)
    flags = read.flags
    return Ability(
        trigger,
        _steps(steps),
        _in_order(read.cost),
        may="may" in flags,
        several="several" in flags,
        once="once" in flags,
        event=read.event,
        condition=read.condition,
    )


def passive(text: str) -> Passive:
    """The passive that a line under ``always`` writes."""
    return cast(Passive, _first(text, _PASSIVES))


@dataclass(frozen=True, slots=True)
class _Prefixes:
    flags: frozenset[str] = frozenset()
    cost: tuple[Spend, ...] = ()
    event: str = ""
    condition: Having | None = None

    def taking(self, prefix: str) -> "_Prefixes":
        kind, _, rest = prefix.partition(" ")
        if prefix in ("may", "several", "once"):
            return _Prefixes(self.flags | {prefix}, self.cost, self.event, self.condition)
        if kind == "spend":
            return _Prefixes(self.flags, (*self.cost, *_costs(rest)), self.event, self.condition)
        if kind == "at" and rest:
            return _Prefixes(self.flags, self.cost, rest, self.condition)
        if kind == "if":
            return _Prefixes(self.flags, self.cost, self.event, _having(rest))
        raise Unreadable(f"{prefix!r} is nothing that stands before a colon")


_COLON, _SEMICOLON = re.compile(r": (?![^\[]*\])"), re.compile(r"; (?![^\[]*\])")
"""What parts prefixes and steps, but not within the brackets of a way."""
_CHOICE_IN_A_WAY = re.compile(r"\[[^\]]*\bchoose\b")
_AMOUNT = r"(?P<amount>an?|\d+)"
MOST, MOST_CARDS, MOST_CHOSEN = 99, 10, 5
"""The highest number on a card; of cards drawn; of what is chosen one by one: five cards of twenty are 15,504 choices already."""
_DIGITS = 9
"""More than any number that is wanted, fewer than Python reads."""
_THINGS = {"box": "boxes", "card": "cards", "building": "buildings", "person": "people"}


def _number(text: str, most: int = MOST, least: int = 1) -> int:
    number = 1 if text in ("a", "an") else int(text[:_DIGITS])
    if not least <= number <= most:
        raise Unreadable(f"{text}: a number from {least} to {most} is wanted here")
    return number


def _amount(found: re.Match[str]) -> tuple[Any, int]:
    """What it is and how much; cards are chosen one by one, and boxes where they do not lie here."""
    what = _thing(found["what"])
    chosen = what in ("boxes", "cards") and not found.groupdict().get("here")
    return what, _number(found["amount"], MOST_CHOSEN if chosen else MOST)


def _put(found: re.Match[str]) -> Step:
    where: Any = _PLACES.get(found["where"], "anywhere")
    return effects.PutBoxes(_number(found["amount"], MOST if where == "here" else MOST_CHOSEN), where)


def _thing(text: str) -> Any:
    return _THINGS.get(text, text)


def _costs(text: str) -> tuple[Spend, ...]:
    return tuple(_cost(part) for part in text.split(" and "))


def _in_order(costs: Iterable[Spend]) -> tuple[Spend, ...]:
    """As they are paid: none takes what a later one needs, be it food spent as money, a box, or what a LOST ability takes."""
    return tuple(sorted(costs, key=lambda cost: (not cost.here, _PAID_FIRST.index(cost.what))))


_PAID_FIRST = ("boxes", "food", "money", "cards", "people")


def _cost(text: str) -> Spend:
    found = re.fullmatch(rf"{_AMOUNT} (?P<what>money|food|box|boxes|people|person|cards?)(?P<here> here)?", text)
    if not found or (found["here"] and _thing(found["what"]) != "boxes"):
        raise Unreadable(f"{text!r} cannot be spent")
    if found["amount"].strip("0") == "":
        raise Unreadable(f"{text!r}: what is spent must cost something")
    return Spend(*_amount(found), bool(found["here"]))


_HAD = {"boxes here": "boxes-here", "people on the mat": "people-on-mat"}


def _having(text: str) -> Having:
    found = re.fullmatch(r"(?:(?P<no>no)|(?P<least>\d+) or more|(?P<most>\d+) or less) (?P<what>[a-z ]+)", text)
    what: Any = _HAD.get(found["what"], found["what"]) if found else ""
    if not found or what not in get_args(Had):
        raise Unreadable(f"{text!r} is nothing that a seat has")
    if found["least"]:
        return Having(what, _number(found["least"], least=0))
    return Having(what, 0, _number(found["most"] or "0", least=0))


def _steps(text: str) -> tuple[Step, ...]:
    return tuple(cast(Step, _first(part, _STEPS)) for part in _SEMICOLON.split(text))


def _first(text: str, patterns: "tuple[tuple[str, _Build], ...]") -> object:
    for pattern, build in patterns:
        if found := re.fullmatch(pattern, text):
            return build(found)
    raise Unreadable(f"{text!r} is nothing that a card can do")


_Build = Callable[[re.Match[str]], object]
_EACH = r"(?: for each (?P<each>plus|minus|building|box|discarded card|of (?P<names>[a-z0-9-]+(?:, [a-z0-9-]+)*)))?"
_COST = r"(?: at cost (?:(?P<most>\d+) or less|(?P<least>\d+) or more|(?P<from>\d+) to (?P<to>\d+)))?"
_EACHES = {"building": "buildings", "box": "boxes", "discarded card": "discarded"}
_PLACES = {" here": "here", " on a building without one": "without-box"}
_ACTION = "|".join(action.upper() for action in ACTIONS)


def _each(found: re.Match[str]) -> Each | None:
    if names := found["names"]:
        return Each("names", tuple(names.split(", ")))
    what: Any = _EACHES.get(found["each"], found["each"])
    return Each(what) if what else None


def _bounds(found: re.Match[str]) -> tuple[int, int | None]:
    """The lowest and the highest printed cost that is meant."""
    least, to = _number(found["least"] or found["from"] or "0", least=0), found["most"] or found["to"]
    most = _number(to, least=0) if to else None
    if most is not None and most < least:
        raise Unreadable(f"no cost is from {least} to {most}")
    return least, most


def _act(found: re.Match[str]) -> Step:
    actions: Any = tuple(action.lower() for action in found[0].split(" or "))
    return effects.Act(actions)


def _choose(found: re.Match[str]) -> Step:
    return effects.Choose(tuple(map(_way, re.findall(r"\[([^\[\]]+)\]", found[0]))))


def _way(text: str) -> Way:
    *prefixes, steps = text.split(": ")
    if any(not prefix.startswith("spend ") for prefix in prefixes):
        raise Unreadable(f"{text!r}: before the steps of a way stands only what it spends")
    return Way(_steps(steps), _in_order(cost for prefix in prefixes for cost in _costs(prefix.removeprefix("spend "))))


_STEPS: tuple[tuple[str, _Build], ...] = (
    (rf"gain {_AMOUNT} (?P<what>money|food|people|person){_EACH}", lambda m: effects.Gain(*_amount(m), _each(m))),
    (rf"lose {_AMOUNT} (?P<what>money|food|people|person){_EACH}", lambda m: effects.Lose(*_amount(m), _each(m))),
    (rf"lose {_AMOUNT} (?P<what>box|boxes)", lambda m: effects.Lose(*_amount(m))),
    (r"lose a building", lambda m: effects.LoseBuilding()),
    (r"lose (?P<amount>\d+) fewer", lambda m: effects.LossSmaller(_number(m["amount"]))),
    (rf"draw {_AMOUNT} cards?", lambda m: effects.Draw(_number(m["amount"], MOST_CARDS))),
    (rf"discard {_AMOUNT} cards?", lambda m: effects.Discard(_number(m["amount"], MOST_CHOSEN))),
    (rf"put {_AMOUNT} box(?:es)?(?P<where> here| on a building without one)?", _put),
    (r"move a box", lambda m: effects.MoveBox()),
    (rf"BUILD{_COST}", lambda m: effects.Build(*_bounds(m))),
    (rf"(?:{_ACTION})(?: or (?:{_ACTION}))*", _act),
    (r"any action", lambda m: effects.Act()),
    (r"add a perk", lambda m: effects.AddPerk()),
    (r"add a robot", lambda m: effects.AddRobot()),
    (r"add an event", lambda m: effects.AddEvent()),
    (r"add a twist", lambda m: effects.AddTwist()),
    (r"add (?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)", lambda m: effects.AddDevelopment(m["name"])),
    (r"repeat a PLAY", lambda m: effects.RepeatPlay()),
    (r"feed every building, and gain (?P<gain>\d+) people if nobody is lost", lambda m: effects.Feed(_number(m["gain"], least=0))),
    (r"lay a card on the mat", lambda m: effects.LayOnMat()),
    (rf"lay {_AMOUNT} cards? under the mat", lambda m: effects.LayUnderMat(_number(m["amount"], MOST_CARDS))),
    (r"discard the cards under the mat", lambda m: effects.DiscardFromUnderMat()),
    (r"pass a card to the left", lambda m: effects.PassLeft()),
    (r"the next Work is without abilities", lambda m: effects.SetAside("abilities")),
    (r"the next Work is without BUILD", lambda m: effects.SetAside("build")),
    (r"pick an action", lambda m: effects.StartWork()),
    (r"end the game", lambda m: effects.EndGame()),
    (r"choose \[[^\[\]]+\](?: \[[^\[\]]+\])+", _choose),
)  # fmt: skip

_PASSIVES: tuple[tuple[str, _Build], ...] = (
    (rf"BUILD (?P<by>\d+) cheaper{_COST}", lambda m: Cheaper(_number(m["by"]), *_bounds(m))),
    (r"food is money", lambda m: FoodAsMoney()),
    (r"ignore (?P<event>[a-z0-9-]+)", lambda m: Ignores(m["event"])),
)
