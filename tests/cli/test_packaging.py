"""The container files, read by a parser: no container engine is needed here, and none proves that they run."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.config import from_environment
from service.store.settings import _losing
from tests.cli.running import ROOT


@pytest.fixture
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return found


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def test_the_store_of_the_composition_keeps_what_it_acknowledges(compose: dict[str, Any]) -> None:
    program, *words = compose["services"]["store"]["command"]
    assert program == "redis-server"
    settings = {name.removeprefix("--"): value for name, value in zip(words[::2], words[1::2], strict=True)}
    assert list(_losing({"maxmemory": "0", **settings})) == []
    assert (settings["maxmemory-policy"], settings["save"]) == ("noeviction", "")


def test_service_and_worker_are_set_as_the_program_reads_it(compose: dict[str, Any]) -> None:
    for name in ("service", "worker"):
        part = compose["services"][name]
        settings = from_environment(part["environment"])
        assert (settings.store_url, settings.queue) == ("redis://store:6379/0", "redis://store:6379/1")
        assert part["command"] in (["serve"], ["worker"])


def test_everything_in_the_composition_is_checked_for_health_and_waits_for_its_store(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert {name: list(part["depends_on"]) for name, part in services.items() if "depends_on" in part} == {
        "service": ["store"],
        "worker": ["store", "service"],
    }
    assert all(
        condition == {"condition": "service_healthy"} for part in services.values() for condition in part.get("depends_on", {}).values()
    )
    assert "healthcheck" in services["store"]
    assert "healthcheck" in services["worker"]
    assert "HEALTHCHECK" in dict(instructions())


def test_nothing_in_the_composition_may_do_more_than_it_must(compose: dict[str, Any]) -> None:
    for part in compose["services"].values():
        assert (part["read_only"], part["cap_drop"], part["security_opt"]) == (True, ["ALL"], ["no-new-privileges:true"])
    mounted = {volume.split(":")[0] for part in compose["services"].values() for volume in part["volumes"]}
    assert mounted == set(compose["volumes"])
    assert [port.split(":")[0] for port in compose["services"]["service"]["ports"]] == ["127.0.0.1"]


def test_the_image_copies_what_is_there_and_not_kept_away_and_runs_as_nobody_in_particular() -> None:
    let_in = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = [rest.split()[-2] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    assert copied
    for source in copied:
        assert (ROOT / source).exists()
        assert any(f"{source}/".startswith(f"{name}/") or name.startswith(source) for name in let_in)
    assert dict(instructions())["USER"] == "gavel"
    packages = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()} - {"tests"}
    assert packages <= {Path(source).name for source in copied}
