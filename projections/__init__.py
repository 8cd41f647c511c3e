"""Read models as pure folds; they know the domain and nothing of where they are kept."""

from projections.citations import CITATIONS
from projections.conduct import CONDUCT
from projections.players import PLAYERS
from projections.projection import Projection, Told
from projections.rulings import RULINGS
from projections.scores import SCORES
from projections.tables import TABLES

PROJECTIONS: tuple[Projection, ...] = (SCORES, TABLES, PLAYERS, CONDUCT, CITATIONS, RULINGS)

__all__ = ["PROJECTIONS", "Projection", "Told"]
