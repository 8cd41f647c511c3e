"""The tests: a mirror of the tree they test."""
