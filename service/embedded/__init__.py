"""The embedded store: a server of our own, started on a data folder and gone with its parent."""

from service.embedded.errors import EmbeddedError, FolderInUse, ServerFailed, ServerNotFound
from service.embedded.folders import default_data_folder
from service.embedded.server import EmbeddedServer

__all__ = ["EmbeddedError", "EmbeddedServer", "FolderInUse", "ServerFailed", "ServerNotFound", "default_data_folder"]
