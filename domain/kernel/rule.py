"""Numbered rules, and the functions that cite them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NewType, TypeVar

RuleId = NewType("RuleId", str)
Cited = TypeVar("Cited", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule or ruling: its id, where it stands, and its sense in our words.

    A rule that only defines or denies something may be cited by pack data or by its test alone: ``defines=True``.
    """

    id: RuleId
    where: str
    says: str
    defines: bool = False

    def __init__(self, id: str, where: str, says: str, defines: bool = False) -> None:
        object.__setattr__(self, "id", RuleId(id))
        object.__setattr__(self, "where", where)
        object.__setattr__(self, "says", says)
        object.__setattr__(self, "defines", defines)


def cites(*rules: Rule) -> Callable[[Cited], Cited]:
    """Mark a function as carrying out these rules; ``scripts/rule_report`` reads the marks."""

    def mark(function: Cited) -> Cited:
        function.__cites__ = (*getattr(function, "__cites__", ()), *rules)  # type: ignore[attr-defined]
        return function

    return mark
