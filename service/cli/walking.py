"""Walking through a record: which steps are wanted, and going forward, back and on to the next of a kind by hand."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import click

from domain.kernel.ledger import is_news
from domain.kernel.names import seat_of
from projections.tree import tree_of
from service.record import Step

Wanted: TypeAlias = Callable[[Step], bool]
KEYS = "n next · p previous · r RULE cites it · s SEAT involves it · d disclosed something · b BRANCH · V a version · q quit"


@dataclass(frozen=True, slots=True)
class Sought:
    """Which steps are wanted: those that cite a rule, involve a seat, told somebody something; all of what is named."""

    rule: str | None = None
    seat: int | None = None
    disclosed: bool = False

    def __bool__(self) -> bool:
        return self.rule is not None or self.seat is not None or self.disclosed

    def __call__(self, step: Step) -> bool:
        return (
            (self.rule is None or cites(step, self.rule))
            and (self.seat is None or involves(step, self.seat))
            and (not self.disclosed or disclosed(step))
        )


def cites(step: Step, rule: str) -> bool:
    return any(ruled.rule == rule for ruled in step.event.facts)


def involves(step: Step, seat: int) -> bool:
    """Whether the seat acted, or a fact names it."""
    return seat_of(step.event.actor) == seat or any(getattr(ruled.fact, "seat", None) == seat for ruled in step.event.facts)


def disclosed(step: Step) -> bool:
    """Whether anybody learned something that was hidden before."""
    return is_news(step.event.facts, None)


def on_branch(steps: Sequence[Step], tip: int) -> tuple[Step, ...]:
    """The steps of the line that leads to a node; a usage error when the version is none."""
    tree = tree_of(step.event for step in steps)
    if tip not in tree.parents:
        tips = ", ".join(str(branch.tip) for branch in tree.branches())
        raise click.BadParameter(f"version {tip} is no node of a line; branches end at {tips}", param_hint="--branch")
    line = frozenset(tree.line(tip))
    return tuple(step for step in steps if step.event.version in line)


def walk(steps: Sequence[Step], first: int, show: Callable[[Step], None]) -> None:
    """Show a step, ask where to go, and so on until the reader leaves."""
    every, at = steps, first
    click.echo(KEYS)
    while True:
        show(every[at])
        word = ""
        while not word:
            word = click.prompt("", default="n", show_default=False, prompt_suffix="> ").strip()
            if word == "q":
                return
            try:
                if word.startswith("b"):
                    every, at = _onto(steps, word[1:])
                else:
                    at = _next(every, at, word)
            except click.ClickException as error:
                click.echo(error.format_message())
                word = ""


def _onto(steps: Sequence[Step], said: str) -> tuple[Sequence[Step], int]:
    """The steps of a branch and the last of them; all steps when no branch is named."""
    tip = said.strip()
    every = on_branch(steps, _number(tip)) if tip else steps
    return every, len(every) - 1


def _next(steps: Sequence[Step], at: int, word: str) -> int:
    """Where a word leads; ClickException when it leads nowhere."""
    kind, _, rest = word.partition(" ")
    match kind:
        case "n":
            return _first(range(at + 1, len(steps)), "this is the last step")
        case "p":
            return _first(range(at - 1, -1, -1), "this is the first step")
        case "r" if rest:
            return _seek(steps, at, Sought(rule=rest.strip()))
        case "s" if rest:
            return _seek(steps, at, Sought(seat=_number(rest)))
        case "d":
            return _seek(steps, at, Sought(disclosed=True))
    number = _number(word)
    return _first((place for place, step in enumerate(steps) if step.event.version == number), f"version {number} is not here")


def _seek(steps: Sequence[Step], at: int, wanted: Wanted) -> int:
    return _first((place for place in range(at + 1, len(steps)) if wanted(steps[place])), "no later step does that")


def _first(places: Iterable[int], otherwise: str) -> int:
    for place in places:
        return place
    raise click.ClickException(otherwise)


def _number(text: str) -> int:
    if not (text.strip().isascii() and text.strip().isdecimal()):
        raise click.ClickException(KEYS)
    return int(text)
