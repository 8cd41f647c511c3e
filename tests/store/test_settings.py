"""The start-up self-test of the server's settings."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from service.store import SettingsRefused, StoreUnavailable, check_settings, connect
from tests.servers import PROGRAMS, start_server

LOSING = {"appendonly": "no", "appendfsync": "everysec", "maxmemory": "100mb", "maxmemory-policy": "allkeys-lru"}


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@contextmanager
def running(folder: Path, program: str, settings: Mapping[str, str]) -> Iterator[redis.Redis]:
    server = start_server(folder, program, settings)
    try:
        with connect(server.url) as client:
            yield client
    finally:
        server.stop()


def named(refused: pytest.ExceptionInfo[SettingsRefused]) -> list[str]:
    return [fault.split()[0] for fault in refused.value.faults]


def test_the_settings_of_the_embedded_server_pass_without_a_warning(client: redis.Redis) -> None:
    assert check_settings(client) == ()


def test_every_setting_that_loses_data_is_named_with_its_remedy(tmp_path: Path, program: str) -> None:
    with running(tmp_path, program, LOSING) as client, pytest.raises(SettingsRefused) as refused:
        check_settings(client)
    assert named(refused) == ["appendonly", "appendfsync", "maxmemory-policy"]
    for name, wanted in (("appendonly", "yes"), ("appendfsync", "always"), ("maxmemory-policy", "noeviction")):
        assert f"CONFIG SET {name} {wanted}" in str(refused.value)


@pytest.mark.parametrize("wrong", ["appendonly", "appendfsync"])
def test_one_wrong_setting_is_enough(tmp_path: Path, program: str, wrong: str) -> None:
    with running(tmp_path, program, {wrong: LOSING[wrong]}) as client, pytest.raises(SettingsRefused) as refused:
        check_settings(client)
    assert named(refused) == [wrong]


def test_an_eviction_policy_without_a_memory_limit_never_evicts(tmp_path: Path, program: str) -> None:
    with running(tmp_path, program, {"maxmemory-policy": "allkeys-lru"}) as client:
        assert check_settings(client) == ()


def test_accepted_durability_turns_faults_into_warnings(tmp_path: Path, program: str) -> None:
    with running(tmp_path, program, LOSING) as client:
        warnings = check_settings(client, accepted=True)
    assert [warning.split()[0] for warning in warnings] == ["appendonly", "appendfsync", "maxmemory-policy"]


def test_a_preamble_that_redis_cannot_read_only_warns(tmp_path: Path, program: str) -> None:
    with running(tmp_path, program, {"aof-use-rdb-preamble": "yes"}) as client:
        assert [warning.split()[0] for warning in check_settings(client)] == ["aof-use-rdb-preamble"]


@pytest.mark.parametrize("accepted", [False, True])
def test_a_server_whose_functions_may_not_be_called_is_refused(tmp_path: Path, program: str, accepted: bool) -> None:
    with running(tmp_path, program, {}) as client:
        client.acl_setuser("default", enabled=True, nopass=True, keys=["*"], commands=["+@all", "-fcall"])
        with pytest.raises(SettingsRefused) as refused:
            check_settings(client, accepted)
    assert named(refused) == ["functions"]


def test_settings_that_may_not_be_read_are_a_fault_that_can_be_accepted(tmp_path: Path, program: str) -> None:
    with running(tmp_path, program, {}) as client:
        client.acl_setuser("default", enabled=True, nopass=True, keys=["*"], commands=["+@all", "-config"])
        with pytest.raises(SettingsRefused) as refused:
            check_settings(client)
        assert named(refused) == ["its"]
        assert len(check_settings(client, accepted=True)) == 1


def test_a_server_that_does_not_answer_is_no_matter_of_settings(tmp_path: Path) -> None:
    with connect(f"unix://{tmp_path}/none.sock", resends=0) as client, pytest.raises(StoreUnavailable):
        check_settings(client, accepted=True)
