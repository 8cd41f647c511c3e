"""The demonstration: bots play a whole game through the HTTP API."""
