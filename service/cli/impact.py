"""`gavel impact`: what a change of rules would do to games already played."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import SequenceMatcher
from pathlib import Path
from typing import TypeAlias

import click

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame, OptionValue
from domain.kernel.pack import PackFaults
from domain.table.opening import ChosenPack
from service import impact as deciding
from service.cli.files import complain, read
from service.cli.progress import progress
from service.cli.store import on_data, opened, with_json
from service.impact import Change, Difference, History, Impact, NoSuchChange, of_record, of_table
from service.packs import parse_pack, read_document
from service.record import BadRecord, NoGame, codec_of, read_record
from service.record.fault import printable
from service.store import StoreError
from service.tables import NoTable, Tables

DIFFERENT = 1
CANNOT_TELL = 2
WORDS = {"true": True, "yes": True, "false": False, "no": False}

Opened: TypeAlias = tuple[str, Callable[[], History]]
"""What is told of, and how its history is come by."""


class CannotOpen(Exception):
    """A table or record that cannot be read; the text says why."""


@click.command("impact")
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, metavar="[FILE…]")
@click.option("--tables", "stored", is_flag=True, help="The stored tables beside the FILEs; without a FILE they alone.")
@click.option("--game", "name", metavar="GAME", help="Tables of this game alone; what is changed is changed in it.")
@click.option("--ruleset", metavar="R", help="As if they were played under this ruleset.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="As if this option had been chosen; may be given again.")
@click.option("--pack", type=click.Path(path_type=Path), metavar="FILE", help="As if they were played with this pack (TOML).")
@on_data
@with_json
@click.pass_obj
def impact(
    catalogue: tuple[AnyGame, ...] | None,
    files: tuple[Path, ...],
    stored: bool,
    name: str | None,
    ruleset: str | None,
    options: tuple[str, ...],
    pack: Path | None,
    data: Path | None,
    as_json: bool,
) -> None:
    """Decide games already played again, under a change of rules.

    Without --ruleset, --option or --pack: under the rules as this program has them. Each event is held against what is
    recorded before it; the first that differs is told for each table, and whether the result of the game changes.

    \b
    Exit status: 0 every event is decided as recorded; 1 some differ; 2 something cannot be read, or not be changed so.
    """
    games = CATALOGUE if catalogue is None else catalogue
    game = _game(games, name, bool(ruleset or options or pack))
    change = Change(ruleset, dict(map(_option, options)), _pack(game, pack))
    told = _Told(as_json, changed=change != Change())
    with _histories(files, stored or not files, games, game, data) as found, progress("tables", quiet=as_json) as done:
        for number, (title, history) in enumerate(found, start=1):
            told.one(title, history, game, change)
            done(number, len(found))
    told.end()
    sys.exit(told.code)


def _game(games: Iterable[AnyGame], name: str | None, needed: bool) -> AnyGame | None:
    if name is None:
        if needed:
            raise click.UsageError("--game: name the game that is changed")
        return None
    found = {game.name: game for game in games}
    if name not in found:
        raise click.BadParameter(f"one of {', '.join(sorted(found))}, not {name}", param_hint="--game")
    return found[name]


def _option(said: str) -> tuple[str, OptionValue]:
    name, equals, value = said.partition("=")
    if not equals:
        raise click.BadParameter(f"{said}: NAME=VALUE", param_hint="--option")
    return name, WORDS.get(value.lower(), value)


def _pack(game: AnyGame | None, file: Path | None) -> ChosenPack | None:
    if file is None or game is None:
        return None
    try:
        return read_document(game, parse_pack(game, read(file).decode()))
    except (PackFaults, UnicodeDecodeError) as refused:
        complain(f"{file}: {refused}")
        sys.exit(CANNOT_TELL)


@contextmanager
def _histories(
    files: Iterable[Path], stored: bool, games: Iterable[AnyGame], game: AnyGame | None, data: Path | None
) -> Iterator[list[Opened]]:
    records: list[Opened] = [(str(file), _of_file(file, games, game)) for file in files]
    if not stored:
        yield records
        return
    with opened(data, made=True, catalogue=games) as parts:
        yield [*records, *((table, _of_table(parts.tables, table)) for table in parts.events.tables())]


def _of_file(file: Path, games: Iterable[AnyGame], game: AnyGame | None) -> Callable[[], History]:
    def found() -> History:
        try:
            record = read_record(read(file))
            codec = codec_of(record, games)
            if game is not None and codec.game.name != game.name:
                raise CannotOpen(f"a record of {codec.game.name}, not of {game.name}")
            return of_record(record, codec)
        except (BadRecord, NoGame, click.ClickException) as error:
            raise CannotOpen(str(error)) from error

    return found


def _of_table(tables: Tables, table: str) -> Callable[[], History]:
    def found() -> History:
        try:
            return of_table(tables, table)
        except (NoTable, StoreError) as error:
            raise CannotOpen(str(error)) from error

    return found


def _facts(first: Difference) -> Iterator[str]:
    """What is left out (-) and what comes in (+), in order; the facts that stay are not told."""
    same = SequenceMatcher(None, first.was, first.now, autojunk=False)
    for kind, left, left_end, right, right_end in same.get_opcodes():
        if kind != "equal":
            yield from (f"- {says} [{rule}]" for rule, says in first.was[left:left_end])
            yield from (f"+ {says} [{rule}]" for rule, says in first.now[right:right_end])


class _Told:
    """Tells of each table as it is done, and counts."""

    def __init__(self, as_json: bool, changed: bool) -> None:
        self._as_json = as_json
        self._changed = changed
        self._tables = self._events = self._differing = self._results = self._failed = self._skipped = 0

    def one(self, title: str, come_by: Callable[[], History], game: AnyGame | None, change: Change) -> None:
        try:
            history = come_by()
            if game is not None and history.codec.game.name != game.name:
                self._skipped += 1
                return
            found = deciding.impact(history, change)
        except (CannotOpen, NoSuchChange) as error:
            self._failed += 1
            complain(f"{title}: {error}")
            return
        self._count(found)
        if self._as_json:
            click.echo(json.dumps({"of": title, **found.as_json()}, ensure_ascii=False))
        elif found.differing:
            click.echo(printable(title) + "\n  " + "\n  ".join(map(printable, _lines(found))))

    def _count(self, found: Impact) -> None:
        self._tables += 1
        self._events += found.events
        self._differing += found.differing > 0
        self._results += found.changes_result

    def end(self) -> None:
        if self._as_json:
            return
        other = f", {self._skipped} of other games" if self._skipped else ""
        click.echo(
            f"{self._tables} tables, {self._events} events decided again{other}: "
            f"{self._differing} tables are decided otherwise, {self._results} results change"
        )

    @property
    def code(self) -> int:
        if self._failed:
            return CANNOT_TELL
        return DIFFERENT if self._differing else 0


def _lines(found: Impact) -> Iterator[str]:
    first = found.first
    if first is None:
        return
    differ = f"{found.differing} of {found.events} events differ"
    yield f"{found.game} {found.ruleset}: {differ}, the first at version {first.version} ({first.command})"
    if first.refused is not None:
        rule, reason = first.refused
        yield f"refused now: {reason} [{rule}]"
    else:
        yield from _facts(first)
    if found.was is None:
        yield "the game has not ended"
    elif found.changes_result:
        now = found.now.as_json() if found.now else "what cannot be told"
        yield f"the result changes: {found.was.as_json()} becomes {now}"
    else:
        yield "the result stays"
