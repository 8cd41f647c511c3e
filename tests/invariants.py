"""What holds in every game at every step; written against the ``Game`` record, so that each new game runs it as it is."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from random import Random
from typing import Any, TypeAlias

from domain.kernel.bag import Bag, certain, size
from domain.kernel.chance import Chance
from domain.kernel.fact import Command, Fact, Facts, TableFact
from domain.kernel.facts import LINE_FACTS, DeadlineLifted, DeadlinePassed, DeadlineSet, Expire, SeatResigned
from domain.kernel.game import AnyGame, OptionValue, PointsCounted
from domain.kernel.names import ORGANISER, PUBLIC, SYSTEM, Seat, Viewer, seat_of, seat_viewer
from domain.kernel.position import Position
from domain.kernel.question import Asked, Choice
from domain.kernel.refusal import Refused
from domain.kernel.secret import Hidden, Unknown
from domain.table.asking import Ask, QuestionGone
from domain.table.commands import Resign, Undo
from domain.table.decide import decide
from domain.table.fold import Folded, fold, opened, take
from tests.match import Match, actor, apart, copy_of

DEADLINES = (DeadlineSet, DeadlineLifted, DeadlinePassed)
"""The facts that a game may find not worth a sentence."""
Look: TypeAlias = Callable[[Match, Random], None]
"""Looks at a table before each step of a game and raises AssertionError when something does not hold."""

Choose: TypeAlias = Callable[[Match, Asked, Sequence[Choice], Random], Choice]
LONGEST = 3000


def any_choice(match: Match, asked: Asked, choices: Sequence[Choice], random: Random) -> Choice:
    return random.choice(choices)


def greedy_choice(match: Match, asked: Asked, choices: Sequence[Choice], random: Random) -> Choice:
    return max(choices, key=lambda choice: match.game.value(match.state, asked.seat, choice))


def play_out(
    game: AnyGame,
    seats: int,
    seed: int | str,
    *,
    options: Mapping[str, OptionValue] | None = None,
    ruleset: str | None = None,
    looks: Sequence[Look] = (),
    choose: Choose = any_choice,
    unrest: float = 0.0,
) -> Match:
    """A whole game from its start to its close. ``unrest`` is how often a step is an undo, a deadline or a resignation."""
    random = Random(f"{game.name} {seats} {seed}")
    match = Match.started(game, seats, seed, options, ruleset)
    while not match.folded.table.closed:
        assert match.tip < LONGEST, "the game does not end"
        for look in looks:
            look(match, random)
        if not (random.random() < unrest and _unrest(match, random)):
            asked = random.choice([asked for asked in match.folded.position.asked if asked.required])
            match.answer(asked.seat, choose(match, asked, game.choices(match.state, asked.seat), random).command)
    for look in looks:
        look(match, random)
    return match


def _unrest(match: Match, random: Random) -> bool:
    seat = random.randrange(match.folded.position.seats)
    due = match.folded.next_deadline()
    match random.randrange(5):
        case 0 if match.folded.position.deadlines and due is not None:
            name = min(match.folded.position.deadlines, key=lambda deadline: deadline.due).name
            match.does(SYSTEM, Expire(name), at=max(due, match.folded.table.at))
        case 1 if seat not in match.folded.position.resigned:
            match.does(actor(seat), Resign())
        case _:
            if not match.undoes(seat):
                return False
            match.does(actor(seat), Undo())
    return True


def now_and_then(steps: int, look: Look) -> Look:
    """A look taken at about one step in so many, where at every step it takes too long."""
    return lambda match, random: look(match, random) if random.randrange(steps) == 0 else None


def somebody_is_asked(match: Match, random: Random) -> None:
    """A table that is neither over nor paused waits for somebody; nobody has two questions."""
    position = match.folded.position
    assert position.finished or any(asked.required for asked in position.asked)
    assert max(Counter(asked.seat for asked in position.asked).values(), default=1) == 1
    assert not {asked.seat for asked in position.asked} & set(position.resigned)


def offered_is_accepted(most: int | None = 10) -> Look:
    """Every choice of every seat, or so many drawn ones, would be accepted, and so would no choice of a seat not asked."""

    def look(match: Match, random: Random) -> None:
        position = match.folded.position
        for seat in map(Seat, range(position.seats)):
            choices = match.game.choices(position.state, seat) if position.question_of(seat) else ()
            assert bool(choices) == bool(position.question_of(seat))
            for choice in _drawn(choices, most, random):
                assert match.facts(match.ask(actor(seat), choice.command, match.question(seat)))
                assert match.game.describe(position.state, choice)
                assert isinstance(match.game.value(position.state, seat, choice), int)

    return look


def _drawn(choices: Sequence[Choice], most: int | None, random: Random) -> Sequence[Choice]:
    return choices if most is None or len(choices) <= most else random.sample(choices, most)


@dataclass
class NotOfferedIsRefused:
    """What was offered to a seat at another moment, and is not offered now, is refused by a rule."""

    most: int = 10
    seen: dict[Seat, dict[Command, None]] = field(default_factory=dict)

    def __call__(self, match: Match, random: Random) -> None:
        position = match.folded.position
        for seat in map(Seat, range(position.seats)):
            asked = position.question_of(seat)
            offered = {choice.command for choice in match.game.choices(position.state, seat)} if asked else set()
            known = self.seen.setdefault(seat, {})
            others = [command for command in known if command not in offered]
            for command in random.sample(others, min(self.most, len(others))):
                assert match.refusal(match.ask(actor(seat), command, match.question(seat))) is not None, command
            known.update(dict.fromkeys(sorted(offered, key=repr)[: self.most]))


def sound(match: Match, random: Random) -> None:
    """Play leads to no state that its game calls faulty."""
    assert match.game.faults(match.state) == ()


def facts_belong(match: Match, random: Random) -> None:
    """Every fact is declared by its game, the line or the table, cites a rule and can be said in words."""
    for ruled in match.events[-1].facts:
        assert type(ruled.fact) in (*match.game.facts, *LINE_FACTS) or isinstance(ruled.fact, TableFact)
        assert ruled.rule
        if type(ruled.fact) in match.game.facts or isinstance(ruled.fact, PointsCounted | SeatResigned):
            assert match.game.words(ruled.fact) or isinstance(ruled.fact, DEADLINES)


@dataclass
class ViewsAgree:
    """Every viewer's fold is total and true; questions and own choices are the same in it as in the full fold."""

    views: dict[Viewer, Folded] = field(default_factory=dict)
    first: int = 0

    def __call__(self, match: Match, random: Random) -> None:
        full = match.folded.position
        for viewer in viewers(match):
            view = self._view(match, viewer)
            mine = view.position
            assert view.table.head == match.folded.table.head
            assert (mine.asked, mine.closed, mine.deadlines) == (full.asked, full.closed, full.deadlines)
            assert match.game.waiting(mine.state) == match.game.waiting(full.state)
            agrees(mine.state, full.state)
            match.game.show(mine.state)
            match.game.picture(mine.state)
            if (seat := seat_of(viewer)) is not None and mine.question_of(seat):
                assert match.game.choices(mine.state, seat) == match.game.choices(full.state, seat)

    def _view(self, match: Match, viewer: Viewer) -> Folded:
        view = self.views.get(viewer) or opened(match.game, match.pack, copy_of(match.events[0], viewer))
        view = fold(view, (copy_of(event, viewer) for event in match.events[view.table.tip :]))
        self.views[viewer] = view
        return view


def viewers(match: Match) -> tuple[Viewer, ...]:
    seats = range(match.folded.position.seats)
    return (PUBLIC, ORGANISER, Viewer("judge:0"), *(seat_viewer(Seat(seat)) for seat in seats))


def agrees(view: Any, full: Any) -> None:
    """What a view says is true: equal where it is public, certain only of what is there where it is hidden."""
    if view == full:
        return
    match view:
        case Hidden():
            return
        case Bag():
            assert view.size == full.size
            assert Counter(view.known) <= Counter(full.known)
        case (Bag(), *_):
            _piles_agree(view, full)
        case tuple():
            assert len(view) == len(full)
            for mine, true in zip(view, full, strict=True):
                agrees(mine, true)
        case Mapping():
            assert view.keys() == full.keys()
            for key in view:
                agrees(view[key], full[key])
        case _:
            assert is_dataclass(view), (view, full)
            assert type(view) is type(full)
            for part in fields(view):
                agrees(getattr(view, part.name), getattr(full, part.name))


def _piles_agree(view: tuple[Bag, ...], full: tuple[Bag, ...]) -> None:
    """Each bag of the view stands for the same stretch of the true pile."""
    assert size(view) == size(full)
    rest = list(full)
    for bag in view:
        stretch: list[Bag] = []
        while size(tuple(stretch)) < bag.size:
            stretch.append(rest.pop(0))
        assert size(tuple(stretch)) == bag.size
        assert Counter(bag.known) <= Counter(certain(tuple(stretch)))


def undo_is_the_prefix(match: Match, random: Random) -> None:
    """Where a seat may take its action back, that gives the position before it; done again, it causes the same."""
    for seat in range(match.folded.position.seats):
        again = match.copy()
        undone, action = again.events[again.folded.table.head - 1], again.asks_of(again.folded.table.head)
        if not again.undoes(seat):
            continue
        again.does(actor(seat), Undo())
        before = match.at(undone.parent or 0).position
        assert again.folded.position == before
        assert again.folded.line() == match.folded.line()[:-1]
        named = None if action.question is None else again.question(seat)
        redone = again.take(again.ask(actor(seat), action.command, named))
        assert without_questions(redone.facts) == without_questions(undone.facts)
        assert redone.draws == undone.draws
        assert again.state == match.state


def without_questions(facts: Facts) -> Facts:
    """Facts compared across a head move: the ids of the questions that they open differ."""
    return tuple(replace(ruled, fact=_without_question(ruled.fact)) for ruled in facts)


def _without_question(fact: Fact) -> Fact:
    kind: Any = fact
    blank: Fact = replace(kind, question=None) if hasattr(fact, "question") else fact
    return blank


@dataclass
class ParallelSeats:
    """Seats with parallel questions may answer in any order: one position and one set of question ids comes of it."""

    orders: int = 3
    tried: int = 0

    def __call__(self, match: Match, random: Random) -> None:
        parallel = [asked for asked in match.folded.position.asked if asked.required and not asked.alone]
        if len(parallel) < 2:
            return
        commands = {asked.seat: random.choice(match.game.choices(match.state, asked.seat)).command for asked in parallel}
        asks = [match.ask(actor(seat), command, match.question(seat)) for seat, command in commands.items()]
        outcomes = [self._outcome(match, random.sample(asks, len(asks))) for _ in range(self.orders)]
        assert all(outcome == outcomes[0] for outcome in outcomes)
        self.tried += self.orders

    @staticmethod
    def _outcome(match: Match, asks: Sequence[Ask]) -> tuple[Any, ...]:
        other = match.copy()
        for ask in asks:
            other.take(replace(ask, at=other.folded.table.at))
        after: Position[Any] = other.folded.position
        return after.state, after.asked, after.closed, dict(after.draws), {answer.seat for answer in after.answers}


def prefix_and_rest(match: Match, random: Random) -> None:
    """Folding to any version and then on gives what folding all at once gives; so does folding one by one."""
    cut = random.randint(1, len(match.events))
    begun = opened(match.game, match.pack, match.events[0])
    whole = fold(apart(begun), match.events[1:])
    parts = fold(apart(fold(apart(begun), match.events[1:cut])), match.events[cut:])
    assert whole == parts == match.folded
    assert take(fold(apart(begun), match.events[1:-1]), match.events[-1]) == whole


@dataclass
class _SwappedChance:
    """Chance with two cards of one shuffle in each other's place: the ``number``-th whose label begins like this."""

    chance: Chance
    labels: tuple[str, ...]
    number: int
    places: tuple[float, float]
    swapped: list[str] = field(default_factory=list)
    shuffles: int = 0

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        order = list(self.chance.shuffle(label, items))
        if not label.startswith(self.labels):
            return tuple(order)
        if self.shuffles == self.number:
            first, second = (int(place * len(order)) for place in self.places)
            order[first], order[second] = order[second], order[first]
            self.swapped[:] = [order[first], order[second]]
        self.shuffles += 1
        return tuple(order)

    def below(self, label: str, bound: int) -> int:
        return self.chance.below(label, bound)


def unseen_makes_no_difference(match: Match, viewer: Viewer, random: Random, labels: tuple[str, ...], shuffles: int = 1) -> int:
    """Play the same commands in a world where two cards of one shuffle lie the other way round.

    ``labels`` are the shuffles whose order is hidden, ``shuffles`` how many of them a start makes. The viewer's copies
    are the same until a copy shows one of the two cards, or until somebody would have to play a card that is elsewhere.
    Returns how many copies were the same after the start.
    """
    swapped: list[str] = []
    number, places = random.randrange(shuffles), (random.random(), random.random())

    def start(state: Any, chance: Chance) -> Facts:
        return match.game.start(state, _SwappedChance(chance, labels, number, places, swapped))

    first = match.events[0]
    other = Match(replace(match.game, start=start), match.pack, [first], opened(replace(match.game, start=start), match.pack, first))
    same = 0
    for ask in match.asks:
        if other.folded.table.closed:
            break
        try:
            other.take(ask)
        except (Refused, QuestionGone):
            break
        mine, theirs = (copy_of(world.events[other.tip - 1], viewer) for world in (match, other))
        if mine != theirs:
            shown = repr(mine) + repr(theirs)
            assert any(card in shown for card in swapped), f"{viewer} can tell {swapped} apart at version {other.tip}"
            break
        same += bool(swapped) and swapped[0] != swapped[1]
    return max(0, same - 1)


def copies_decide_alike(match: Match, viewer: Viewer) -> int:
    """Deciding every command again from a viewer's copies causes what its copies say, or cannot be told from them.

    Returns how many could be told.
    """
    told = 0
    view = opened(match.game, match.pack, copy_of(match.events[0], viewer))
    for ask, event in zip(match.asks, match.events[1:], strict=True):
        copy = copy_of(event, viewer)
        command = replace(ask.command, **copy.command.arguments) if is_dataclass(ask.command) else ask.command
        try:
            again = replace(event, facts=decide(view, replace(ask, command=command)).facts)
        except Unknown:
            again = None
        told += again is not None
        assert again is None or copy_of(again, viewer).facts == copy.facts
        view = take(view, copy)
    return told
