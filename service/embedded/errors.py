"""Why an embedded server did not start."""


class EmbeddedError(Exception):
    """The embedded server cannot be had; the text says what to do."""


class ServerNotFound(EmbeddedError):
    """No server program on this machine that is new enough."""


class FolderInUse(EmbeddedError):
    """Another server keeps its data in this folder."""


class ServerFailed(EmbeddedError):
    """The program was started and ended, or gave no sign of life."""
