"""The one place where the driver is called: commands out, bytes back, its errors translated."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

import redis

from service.store.errors import NoAnswer, StoreUnavailable
from service.store.functions import LIBRARY, function_name

Word: TypeAlias = str | bytes | int


class Server:
    """A Redis or Valkey server and the function library of this version, loaded when it is first missed."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._execute: Callable[..., Any] = client.execute_command

    def ask(self, *command: Word) -> Any:
        with _translated():
            return self._execute(*command)

    def ask_all(self, commands: Iterable[Sequence[Word]], *, atomic: bool = False) -> list[Any]:
        """The answers to many commands in one round trip; ``atomic``: with nothing of anybody else between them."""
        with _translated(), self._client.pipeline(transaction=atomic) as pipe:
            execute: Callable[..., Any] = pipe.execute_command
            for command in commands:
                execute(*command)
            return pipe.execute()

    def ask_all_while(self, key: str, read: Sequence[Word], found: Any, commands: Iterable[Sequence[Word]]) -> bool:
        """Many commands at once, provided that reading the key still answers ``found``; False, and nothing done, where it does not."""
        with _translated(), self._client.pipeline() as pipe:
            execute: Callable[..., Any] = pipe.execute_command
            pipe.watch(key)  # type: ignore[no-untyped-call]
            if execute(*read) != found:
                return False
            pipe.multi()
            for command in commands:
                execute(*command)
            with suppress(redis.WatchError):
                pipe.execute()
                return True
        return False

    def call(self, function: str, keys: Sequence[str], arguments: Sequence[Word]) -> Any:
        command = called(function, keys, arguments)
        with _translated():
            try:
                return self._execute(*command)
            except redis.ResponseError as error:
                if "Function not found" not in str(error):
                    raise
            self._execute("FUNCTION LOAD", "REPLACE", LIBRARY)
            return self._execute(*command)

    def call_all(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """The answers to many function calls (``called``) that are harmless twice, in one round trip."""
        try:
            return self.ask_all(commands)
        except StoreUnavailable as error:
            if "Function not found" not in str(error):
                raise
        self.ask("FUNCTION LOAD", "REPLACE", LIBRARY)
        return self.ask_all(commands)


def called(function: str, keys: Sequence[str], arguments: Sequence[Word]) -> tuple[Word, ...]:
    """The command that calls a function of the library."""
    return ("FCALL", function_name(function), len(keys), *keys, *arguments)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except redis.AuthenticationError as error:
        raise StoreUnavailable(f"the store does not let us in: {error}") from error
    except (redis.ConnectionError, redis.TimeoutError) as error:
        raise NoAnswer(f"no answer from the store: {error}") from error
    except redis.RedisError as error:
        raise StoreUnavailable(f"the store answered: {error}") from error
