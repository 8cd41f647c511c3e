"""The HTTP API (design 9)."""

from service.api.app import create_app

__all__ = ["create_app"]
