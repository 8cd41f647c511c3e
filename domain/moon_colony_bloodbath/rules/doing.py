"""What is being done for one command: the state as it changes, the facts so far, and the seats' stacks."""

from domain.kernel.chance import Chance
from domain.kernel.fact import Facts, Ruled
from domain.kernel.names import Seat
from domain.kernel.rule import Rule, cites
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.facts import ColonyFailed, Fact, Gained, LeftToDo, Paid
from domain.moon_colony_bloodbath.parts import CardName
from domain.moon_colony_bloodbath.rulebook import L5, N_MOON_HOTEL, R7, R28, T4
from domain.moon_colony_bloodbath.rules.abilities import sources
from domain.moon_colony_bloodbath.rules.citing import rule_of
from domain.moon_colony_bloodbath.state import Frame, Source, State


class Doing:
    """One command at work. Facts change the state at once; stacks are told once, when the table waits again."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self._facts: list[Ruled] = []
        self._told = tuple(player.stack for player in state.players)

    def happens(self, fact: Fact, rule: Rule) -> None:
        self.state = evolve(self.state, fact)
        self._facts.append(fact.by(rule))

    @cites(T4)
    def facts(self) -> Facts:
        """All that happened, and what each seat has left to do where that has changed."""
        # Told where it has changed only: an answer given unseen leaves the stack as it is, and so nothing but its seal.
        left = []
        for player, told in zip(self.state.players, self._told, strict=True):
            if player.stack != told and not player.out and self.state.phase == "turn":
                left.append(LeftToDo(player.seat, player.stack).by(T4))
        return (*self._facts, *left)

    def top(self, seat: Seat) -> Frame:
        return self.state.players[seat].stack[-1]

    def push(self, seat: Seat, *frames: Frame) -> None:
        """The last frame comes first of all."""
        self.state = self.state.with_stack(seat, *self.state.players[seat].stack, *frames)

    def pop(self, seat: Seat) -> None:
        self.state = self.state.with_stack(seat, *self.state.players[seat].stack[:-1])

    def become(self, seat: Seat, frame: Frame) -> None:
        """Put another frame in the place of the top one."""
        self.state = self.state.with_stack(seat, *self.state.players[seat].stack[:-1], frame)

    def drop(self, seat: Seat) -> None:
        """Nothing is left for the seat to do."""
        self.state = self.state.with_stack(seat)

    def queue(self, seat: Seat, pending: tuple[Source, ...]) -> None:
        """These abilities come next, one after another."""
        if pending:
            self.push(seat, Frame("queue", pending=pending))

    @cites(R28)
    def when(self, seat: Seat, trigger: Trigger) -> None:
        """What happens when this happens comes at once."""
        self.queue(seat, sources(self.state, seat, trigger))

    @cites(N_MOON_HOTEL, R28)
    def gain(self, seat: Seat, what: str, amount: int, source: Source | None) -> None:
        if not amount:
            return
        self.happens(Gained(seat, what, amount, card_of(source)), rule_of(self.state, source))
        if what == "food":
            self.when(seat, Trigger.FOOD_GAINED)

    def pay(self, seat: Seat, amount: int, food: int, card: CardName, rule: Rule) -> None:
        """Pay an amount of money, part of it in food."""
        for what, part in (("money", amount - food), ("food", food)):
            if part:
                self.happens(Paid(seat, what, part, card), rule)

    @cites(L5, R7)
    def fail(self, seat: Seat) -> None:
        """The colony fails and does nothing more."""
        self.happens(ColonyFailed(seat), L5)


def card_of(source: Source | None) -> CardName:
    return source.card if source else ""
