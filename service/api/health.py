"""Whether the process lives, and whether it can do its work."""

from flask import Flask, Response

from service.api.problems import UNAVAILABLE, Problem
from service.api.routing import answer
from service.parts import Parts, now
from service.store import NO_TIP
from service.sweep import Sweeps

NO_TABLE = "ready"
SWEEP_AGE = 60_000
"""Milliseconds after which a sweeper that has not passed is taken to be gone."""


def add_health(app: Flask, parts: Parts) -> None:
    sweeps = Sweeps(parts.settings)

    @app.get("/healthz")
    def healthz() -> Response:
        return answer({"status": "alive"})

    @app.get("/readyz")
    def readyz() -> Response:
        """Ready when the store answers and the sweeper has passed lately."""
        if parts.events.tip(NO_TABLE) != NO_TIP:
            raise Problem(UNAVAILABLE)
        last = sweeps.last()
        if last is None:
            return answer({"status": "not ready", "store": "answers", "sweeper": "has not passed yet"}, 503)
        age = now() - last.at
        ready = age <= SWEEP_AGE
        found = {"store": "answers", "sweeper_age_ms": age, "behind": last.behind, "parked": last.parked}
        return answer({"status": "ready" if ready else "not ready", **found}, 200 if ready else 503)
