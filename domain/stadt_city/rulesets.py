"""The two rulesets as values: all in which they differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from domain.kernel.rule import Rule, cites
from domain.stadt_city.rulebook import L1, L3, L4, L6, M1, M2, M6, R5, R6, R7, R24, R26, S1

Cause: TypeAlias = Literal["movement", "harbinger", "card", "challenge", "fallen", "alliance"]
"""How a character is lost: to an anomaly while moving, under the Harbinger's dice or by a card; to a challenge against characters
alone, or with a ``fallen`` among the winners; through its player's ally."""

Named: TypeAlias = Literal["a direction", "squares"]


@dataclass(frozen=True, slots=True)
class Mover:
    """How pieces move: what a move names, and the rules by which its parts happen. ``rules.ways`` says what is open to it."""

    names: Named
    stepping: Rule
    """By which so many squares are moved."""
    short: Rule
    """By which a move ends alive before all its squares are moved, or none is."""
    dies_crossing: Rule
    dies_ending: Rule


ANOMALIES: frozenset[Cause] = frozenset({"movement", "harbinger", "card"})


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What one ruleset says where the other says something else."""

    name: str
    size: int
    """Columns and rows of the map."""
    die: int
    """Faces of the movement die."""
    mover: Mover
    rerolls: bool
    """Whether a Harbinger's pair that names a destroyed square is rolled again, or spent; ``rules.pairs`` says what follows."""
    winner_draws: int
    loser_draws: int
    """Prize cards drawn after a challenge."""
    counted: frozenset[Cause]
    """Losses that count towards being out."""
    kept: frozenset[Cause]
    """Losses after which the character stays with its player."""
    beaten_by_fallen: Cause
    """What a loss to a side with a fallen or titan on it counts as."""
    losses_called: str
    """What those that count are called."""
    out_as: Literal["titan", "fallen"]
    out_rule: Rule
    most_losses: int = 3

    @property
    def has_prizes(self) -> bool:
        """Whether there are prize cards, and with them moments to play them at."""
        return self.winner_draws > 0


@cites(R24, R26, S1, L1, L3, L4, L6, M1, M2, M6, R5, R6, R7)
def _rulesets() -> Mapping[str, Ruleset]:
    anomaly_losses: frozenset[Cause] = ANOMALIES | {"fallen"}
    newer = Ruleset(
        name="1.1",
        size=10,
        die=10,
        mover=Mover("squares", M2, short=R6, dies_crossing=R5, dies_ending=M6),
        rerolls=False,
        winner_draws=3,
        loser_draws=1,
        counted=anomaly_losses,
        kept=anomaly_losses,
        beaten_by_fallen="fallen",
        losses_called="anomaly losses",
        out_as="fallen",
        out_rule=L4,
    )
    older = Ruleset(
        name="1.0",
        size=6,
        die=4,
        mover=Mover("a direction", M1, short=R7, dies_crossing=M1, dies_ending=M1),
        rerolls=True,
        winner_draws=0,
        loser_draws=0,
        counted=ANOMALIES | {"challenge", "alliance"},
        kept=frozenset(),
        beaten_by_fallen="challenge",
        losses_called="eliminations",
        out_as="titan",
        out_rule=L3,
    )
    return {newer.name: newer, older.name: older}


RULESETS: Mapping[str, Ruleset] = _rulesets()
"""By name, the default first."""
