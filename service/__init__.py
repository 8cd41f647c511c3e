"""Everything that talks to the outside: the store, the embedded server, the API, the command line."""

VERSION = "0.1.0"
