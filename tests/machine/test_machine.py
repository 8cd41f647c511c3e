"""Whatever is asked and whatever falls over, in any order: what was acknowledged stands, and everybody reads what is theirs."""

import secrets
import sys

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.machine.machine import WholeOfGavel

QUICK = (Phase.generate,)
"""A run starts real servers, so a failure is told as it was found; `long` makes it shorter first."""


@pytest.mark.parametrize(
    ("runs", "steps", "phases"), [(8, 25, QUICK), pytest.param(100, 50, (*QUICK, Phase.shrink), marks=pytest.mark.long)]
)
def test_what_was_acknowledged_stands_whatever_falls_over(
    runs: int, steps: int, phases: tuple[Phase, ...], pytestconfig: pytest.Config, capsys: pytest.CaptureFixture[str]
) -> None:
    given = pytestconfig.getoption("--hypothesis-seed")
    seed = secrets.randbits(32) if given in (None, "random") else int(given)
    with capsys.disabled():
        print(f"\nstate machine, {runs} runs of {steps} steps: --hypothesis-seed={seed}", file=sys.stderr)  # noqa: T201
    machine = hypothesis.seed(seed)(type("Seeded", (WholeOfGavel,), {}))
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=runs,
            stateful_step_count=steps,
            phases=phases,
            deadline=None,
            derandomize=False,
            database=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
