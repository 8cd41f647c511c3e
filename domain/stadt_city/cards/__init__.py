"""Prize cards: when each may be played, and whom it moves where."""
