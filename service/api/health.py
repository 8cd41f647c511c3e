"""Whether the process lives, and whether it can do its work."""

from flask import Flask, Response

from service.api.routing import answer
from service.parts import Parts
from service.readiness import readiness
from service.sweep import Sweeps


def add_health(app: Flask, parts: Parts) -> None:
    sweeps = Sweeps(parts.settings)

    @app.get("/healthz")
    def healthz() -> Response:
        return answer({"status": "alive"})

    @app.get("/readyz")
    def readyz() -> Response:
        """200 when moves are taken and read models follow, 503 with what is ``wrong`` when not; each part either way."""
        found = readiness(parts, sweeps)
        return answer(found.as_json(), 503 if found.wrong else 200)
