"""A command that the rules refuse."""

from dataclasses import dataclass

from domain.kernel.rule import Rule


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command was refused: the rule, and a sentence about this case."""

    rule: Rule
    reason: str


class Refused(Exception):
    """Carries a refusal out of a rule function; ``refusal_of`` in the kernel turns it back into a value."""

    def __init__(self, rule: Rule, reason: str) -> None:
        super().__init__(f"{rule.id}: {reason}")
        self.refusal = Refusal(rule, reason)


def require(condition: object, rule: Rule, reason: str) -> None:
    """Refuse by this rule unless the condition holds."""
    if not condition:
        raise Refused(rule, reason)
