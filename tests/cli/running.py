"""Commands in this process, and commands and services in processes of their own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import requests
from click.testing import CliRunner, Result

from tests.kernel.night_market import NIGHT_MARKET

ROOT = Path(__file__).parents[2]
WITHIN = 90.0


def run(command: click.Command, *words: object) -> Result:
    return CliRunner().invoke(command, list(map(str, words)), obj=(NIGHT_MARKET,), env={"COLUMNS": "200"})


def told(command: click.Command, *words: object, code: int = 0) -> Any:
    """What a command says as JSON; nothing else may be on its standard output."""
    result = run(command, *words, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def gavel(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program itself, run to its end."""
    command = [sys.executable, ROOT / "scripts" / "gavel", *map(str, words)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=WITHIN, check=False, stdin=subprocess.DEVNULL)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def started(*words: object, log: Path, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The program, running; killed at the end when it still is."""
    command = [sys.executable, str(ROOT / "scripts" / "gavel"), *map(str, words)]
    with log.open("wb") as out:
        process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT), **environment}, stdout=out, stderr=out)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def answers(url: str, process: subprocess.Popen[bytes], path: str = "/healthz") -> requests.Response:
    """The first 200 from there."""
    until = time.monotonic() + WITHIN
    while time.monotonic() < until and process.poll() is None:
        try:
            answer = requests.get(f"{url}{path}", timeout=5)
            if answer.status_code == 200:
                return answer
        except requests.RequestException:
            pass
        time.sleep(0.05)
    raise AssertionError(f"{url}{path} does not answer; the process ended with {process.poll()}")


def stopped(process: subprocess.Popen[bytes], number: int = signal.SIGTERM) -> int:
    process.send_signal(number)
    return process.wait(WITHIN)
