"""Read models as pure folds; they know the domain and nothing of where they are kept."""

from projections.projection import Projection, Told
from projections.scores import SCORES
from projections.tables import TABLES

PROJECTIONS: tuple[Projection, ...] = (SCORES, TABLES)

__all__ = ["PROJECTIONS", "Projection", "Told"]
