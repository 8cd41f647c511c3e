"""The worker process: RQ's worker in the main thread, the sweeper beside it, both started again whatever ends them."""

import os
import signal
import threading
import time
from collections.abc import Iterable
from types import FrameType

import redis
import structlog
from rq import SimpleWorker
from rq.exceptions import StopRequested
from rq.serializers import JSONSerializer
from rq.worker import WorkerStatus

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from service.config import Settings
from service.parts import Parts, assemble
from service.queue import job_queue
from service.store import StoreUnavailable, connect
from workers import process
from workers.sweeper import Sweeper

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0
STEP = 0.1
WORKER_TTL = 30
SWEEPER_ENDS_WITHIN = 10.0

log = structlog.get_logger()


class Worker(SimpleWorker):
    """RQ's worker without what we do not need of it: our loop has the signals, and nobody sends it commands."""

    max_connection_wait_time = 1.0
    log_result_lifespan = False

    def _install_signal_handlers(self) -> None:
        pass

    def subscribe(self) -> None:
        pass

    def stop(self) -> None:
        """Called in the main thread: end after the present job, or at once while waiting for one."""
        self._stop_requested = True
        if self.get_state() != WorkerStatus.BUSY:
            raise StopRequested


class Loop:
    """Runs workers one after the other until it is told to stop; a crash of one is followed by the next."""

    def __init__(self) -> None:
        self.stopping = False
        self._worker: Worker | None = None

    def request_stop(self, _number: int, _frame: FrameType | None) -> None:
        """The handler of SIGTERM and SIGINT."""
        # A plain value and no Event: its lock might be held by the very code that the signal interrupted.
        self.stopping = True
        if self._worker is not None:
            self._worker.stop()

    def assembled(self, settings: Settings, catalogue: Iterable[AnyGame]) -> Parts | None:
        """The parts, once the store answers; None when told to stop before. Raises SettingsRefused."""
        pause = FIRST_PAUSE
        while not self.stopping:
            try:
                return assemble(settings, catalogue)
            except StoreUnavailable as error:
                log.warning("waiting for the store", error=type(error).__name__)
                pause = self._rest(pause)
        return None

    def work(self, queue_url: str) -> None:
        """Do jobs until told to stop."""
        pause = FIRST_PAUSE
        while not self.stopping:
            began = time.monotonic()
            try:
                self._work_once(queue_url)
            except StopRequested:
                continue
            except (redis.RedisError, OSError, ValueError) as error:
                log.warning("the queue does not answer", error=type(error).__name__)
            if not self.stopping:
                log.warning("the worker has ended; starting it again")
                pause = self._rest(pause if time.monotonic() - began < LONGEST_PAUSE else FIRST_PAUSE)

    def _work_once(self, queue_url: str) -> None:
        with connect(queue_url, answer_within=None) as client:
            worker = Worker(
                [job_queue(client)],
                connection=client,
                worker_ttl=WORKER_TTL,
                maintenance_interval=60,
                serializer=JSONSerializer,
                log_job_description=False,
            )
            self._worker = worker
            try:
                if not self.stopping:
                    worker.work(logging_level="WARNING")
            finally:
                self._worker = None

    def _rest(self, pause: float) -> float:
        """Wait, but no longer than until told to stop; the next pause."""
        until = time.monotonic() + pause
        while not self.stopping and time.monotonic() < until:
            time.sleep(min(STEP, pause))
        return min(pause * 2, LONGEST_PAUSE)


def run(settings: Settings, catalogue: Iterable[AnyGame] = CATALOGUE, parent: int | None = None) -> None:
    """Work until SIGTERM or SIGINT, or, with ``parent``, until that process ends. For a process's main thread.

    Raises SettingsRefused or ConfigurationRefused at the start; from then on nothing but a signal ends it.
    """
    loop = Loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, loop.request_stop)
    if parent is not None:
        threading.Thread(target=_outlive_not, args=(parent,), name="parent", daemon=True).start()
    parts = loop.assembled(settings, catalogue)
    if parts is None:
        return
    process.set_up(parts)
    stopped = threading.Event()
    sweeper = threading.Thread(target=Sweeper(parts).run, args=(stopped,), name="sweeper", daemon=True)
    sweeper.start()
    log.info("working", pid=os.getpid())
    loop.work(settings.queue)
    stopped.set()
    sweeper.join(SWEEPER_ENDS_WITHIN)
    log.info("stopped", pid=os.getpid())


def _outlive_not(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(STEP)
    os.kill(os.getpid(), signal.SIGTERM)
