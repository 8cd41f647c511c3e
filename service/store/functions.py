"""The function library that runs inside the server."""

import hashlib
from importlib.resources import files

_SOURCE = files(__package__).joinpath("functions.lua").read_text()
_VERSION = hashlib.sha256(_SOURCE.encode()).hexdigest()[:12]

# Named after its own text, so that two releases on one server never replace each other's functions.
LIBRARY = _SOURCE.replace("@version@", _VERSION)


def function_name(function: str) -> str:
    return f"gavel_{function}_{_VERSION}"
