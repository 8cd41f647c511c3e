"""Facts: what happened, one atomic change each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from domain.kernel.rule import Rule, RuleId


@dataclass(frozen=True, slots=True)
class News:
    """Which field of a fact tells somebody something new.

    Everybody who may see the field learns it, except the seat named by the fact's field ``knew``.
    """

    field: str
    knew: str = ""


class Fact:
    """A past-tense record. Concrete facts are frozen slotted dataclasses with these class values.

    NAME is the stored name: once a name or a field has landed, it never changes (service/docs/record.md).
    FREE_TEXT names the fields that hold what a person wrote: sealed always, never repeated at the close.
    ASIDE: it stands beside the game and is part of the line all the same: what holds for everybody else stays, as it does where
    the table's own facts are. It never makes an answer come too late and is nobody's action.
    A landed name may still be given more fields, each None by default; what changes otherwise raises SCHEMA and puts into
    UPCASTS a function from the fields of each schema to those of the next.
    """

    __slots__ = ()

    NAME: ClassVar[str]
    SCHEMA: ClassVar[int] = 1
    NEWS: ClassVar[tuple[News, ...]] = ()
    FREE_TEXT: ClassVar[tuple[str, ...]] = ()
    ASIDE: ClassVar[bool] = False
    UPCASTS: ClassVar[tuple[Callable[[Mapping[str, Any]], Mapping[str, Any]], ...]] = ()

    def by(self, rule: Rule) -> "Ruled":
        """This fact together with the rule it follows from."""
        return Ruled(self, rule.id)


class LineFact(Fact):
    """A fact of the line that every game shares; the kernel folds it."""

    __slots__ = ()


class TableFact(Fact):
    """A fact of the table, which no head move takes back; never a node of the tree."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Ruled:
    """A fact and the id of the rule it follows from."""

    fact: Fact
    rule: RuleId


Facts: TypeAlias = tuple[Ruled, ...]


def moves_on(facts: Facts) -> bool:
    """Whether the game goes on by these: one of them is a fact of the game that does not stand beside it."""
    return any(not isinstance(ruled.fact, TableFact) and not ruled.fact.ASIDE for ruled in facts)


class Command:
    """An imperative record: what somebody asks for. Concrete commands are frozen slotted dataclasses.

    A first field ``seat`` is filled from who asks; the other fields are the stored arguments. FREE_TEXT is as for facts.
    ANSWERS is whether it answers a question: one that does not may be asked for at any moment, naming none. UNSEEN names the
    secrets that nobody but the giver may see until they are opened.
    JUDGED: a judge asks for it, no seat does, and it answers no question; its first field is ``judge``, filled from who asks.
    OPTION names the option, yes or no, of its game without which a table has no such command and does not speak of it.
    """

    __slots__ = ()

    NAME: ClassVar[str]
    OPTION: ClassVar[str | None] = None
    ANSWERS: ClassVar[bool] = True
    JUDGED: ClassVar[bool] = False
    FREE_TEXT: ClassVar[tuple[str, ...]] = ()
    UNSEEN: ClassVar[tuple[str, ...]] = ()
