"""Questions: what a table waits for, and what a seat may answer."""

from dataclasses import dataclass
from typing import NewType, TypeAlias

from domain.kernel.fact import Command
from domain.kernel.names import Seat

QuestionId = NewType("QuestionId", str)
"""``<head moves so far>.<seat>.<that seat's questions closed on this line>``."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One seat is asked something; said from public facts only. A seat has at most one question at a time.

    ``alone`` questions are refused once anything has happened since the asker looked; others stand whatever
    other seats do. ``detail`` tells two questions of one kind apart when one can take the other's place.
    """

    seat: Seat
    kind: str
    alone: bool = True
    required: bool = True
    detail: str = ""


Amounts: TypeAlias = tuple[tuple[str, int], ...]
"""Pairs of what, and how many."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal answer, with what it surely costs and gives, before chance."""

    command: Command
    costs: Amounts = ()
    gives: Amounts = ()


def question_id(head_moves: int, seat: Seat, closed: int) -> QuestionId:
    return QuestionId(f"{head_moves}.{seat}.{closed}")


def parse_question_id(text: str) -> tuple[int, Seat, int] | None:
    """The three numbers of a question id, or None when the text is not one."""
    parts = text.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        return None
    head_moves, seat, closed = map(int, parts)
    return head_moves, Seat(seat), closed
