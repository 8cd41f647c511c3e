"""The table: what every game shares, from opening to close (rules TB-…)."""
