"""The scenarios, each under its own id."""
