"""The rules: pure functions of what has happened. Standard library only."""
