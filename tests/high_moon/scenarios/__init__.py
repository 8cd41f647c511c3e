"""Positions with their right outcome, worked out by hand."""
