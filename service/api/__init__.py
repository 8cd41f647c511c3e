"""The HTTP API."""

from service.api.app import create_app

__all__ = ["create_app"]
