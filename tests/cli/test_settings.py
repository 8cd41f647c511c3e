"""Settings: what is wrong is refused by name, and a child process reads what its parent was set to."""

from dataclasses import fields
from pathlib import Path

import pytest

from service.config import READERS, ConfigurationRefused, Settings, from_environment
from service.running import environment_of


def test_a_child_process_reads_what_its_parent_was_set_to(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path,
        store_url="redis://store:6379/0",
        queue_url="redis://queue:6379/3",
        port=9000,
        processes=3,
        log="debug",
        cors_origins=("https://club.example", "http://localhost:3000"),
        metrics="token",
        metrics_dir=tmp_path / "counts",
    )
    assert from_environment(environment_of(settings)) == settings


def test_every_setting_is_read_from_the_environment() -> None:
    assert {field.name for field in fields(Settings)} == set(READERS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GAVEL_PORT", "0"),
        ("GAVEL_PORT", "http"),
        ("GAVEL_STORE_URL", "http://store"),
        ("GAVEL_STORE_URL", "redis://store:port/0"),
        ("GAVEL_QUEUE_URL", "redis://store:6379/first"),
        ("GAVEL_DURABILITY", "maybe"),
        ("GAVEL_LOG", "loud"),
        ("GAVEL_METRICS", "everybody"),
        ("GAVEL_PROCESSES", "0"),
        ("GAVEL_NOTHING", "1"),
    ],
)
def test_a_setting_that_is_wrong_is_refused_by_its_name(name: str, value: str) -> None:
    with pytest.raises(ConfigurationRefused) as refused:
        from_environment({name: value})
    assert name in str(refused.value)


def test_a_refusal_quotes_no_password() -> None:
    with pytest.raises(ConfigurationRefused) as refused:
        from_environment({"GAVEL_STORE_URL": "redis://user:hush@store:port/0"})
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    ["redis://store", "rediss://u:p@store.example:6380/2", "redis://[::1]:6379/0", "unix:///run/r.sock?db=1", "redis://127.0.0.1:6379"],
)
def test_urls_of_every_kind_are_taken(url: str) -> None:
    assert from_environment({"GAVEL_STORE_URL": url}).store_url == url
