"""The HTTP API, on a real store."""
