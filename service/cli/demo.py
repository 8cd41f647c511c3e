"""The demonstration, told as a story."""

import json
import os
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from service.case import verify_bundle
from service.cli.up import CANNOT_START, say, settings_from
from service.config import Settings
from service.demo.bots import BOTS, Bot
from service.demo.client import Client, Problem
from service.demo.crash import Crash
from service.demo.dispute import Dispute, Disputed
from service.demo.play import Seated, Undoing, play, seat_bots, take_back_by_consent, undoing
from service.embedded import EmbeddedError
from service.identity import first_organiser_token
from service.parts import assemble
from service.record import Report, verify
from service.running import Running

GAMES = {game.name: game for game in CATALOGUE}
USUAL = 4
"""How many play when nobody says."""


@dataclass
class Story:
    """Tells what happens: on standard output, or nowhere when one JSON object is wanted."""

    console: Console
    undone: bool = False
    granted: bool = False

    def act(self, title: str) -> None:
        self.console.print(f"\n[bold]{title}[/bold]")

    def say(self, text: str) -> None:
        self.console.print(text, soft_wrap=True)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays what: so many bots of one taste, and what repeats their choices."""

    game: AnyGame
    seats: int
    taste: str
    seed: int


@dataclass(frozen=True, slots=True)
class Kept:
    """Where the record and the case bundle are to be kept, if anywhere."""

    record: Path | None
    case: Path | None


@click.command()
@click.argument("game", type=click.Choice(sorted(GAMES)), default=next(iter(GAMES), None))
@click.option("--seats", type=int, help="How many bots play (default: four, or as many as can).")
@click.option("--bots", type=click.Choice(sorted(BOTS)), default="greedy", show_default=True, help="How they choose.")
@click.option("--seed", type=int, default=None, help="Makes the bots' choices repeatable; the table's own chance is not.")
@click.option("--url", help="A service that runs already; its organiser token is read from GAVEL_TOKEN.")
@click.option("--record", "record_file", type=click.Path(dir_okay=False, path_type=Path), help="Keep the finished record here.")
@click.option("--case", "case_file", type=click.Path(dir_okay=False, path_type=Path), help="Keep the disputed case here, as one page.")
@click.option("--crash", is_flag=True, help="Kill store, worker and service (-9) in the middle of the game.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def demo(
    game: str,
    seats: int | None,
    bots: str,
    seed: int | None,
    url: str | None,
    record_file: Path | None,
    case_file: Path | None,
    crash: bool,
    as_json: bool,
) -> None:
    """Bots play a whole GAME through the HTTP API, one move of it disputed; then score, record, case and their verification."""
    chosen = GAMES[game]
    seats = min(chosen.most, USUAL) if seats is None else seats
    if not chosen.fewest <= seats <= chosen.most:
        raise click.BadParameter(f"{chosen.title} is for {chosen.fewest} to {chosen.most}", param_hint="--seats")
    if crash and url:
        raise click.UsageError("--crash kills a service of its own; it does not go with --url")
    story = Story(Console(quiet=as_json, highlight=False))
    try:
        with _service(url) as (client, running):
            cast = Cast(chosen, seats, bots, time.time_ns() if seed is None else seed)
            result, whole = _perform(story, client, running if crash else None, cast, Kept(record_file, case_file))
    except (EmbeddedError, TimeoutError, Problem) as error:
        say(str(error))
        sys.exit(CANNOT_START)
    if as_json:
        click.echo(json.dumps(result, ensure_ascii=False))
    sys.exit(0 if result["verified"] and whole else 1)


@contextmanager
def _service(url: str | None) -> Iterator[tuple[Client, Running | None]]:
    """An organiser's client, of the service named or of one with a throw-away folder and a free port."""
    if url is not None:
        token = os.environ.get("GAVEL_TOKEN")
        if not token:
            raise click.UsageError("--url needs the service's organiser token in GAVEL_TOKEN")
        yield Client(url, token), None
        return
    with tempfile.TemporaryDirectory(prefix="gavel-demo-") as folder:
        settings = replace(_throw_away(), data=Path(folder))
        with Running(settings, say) as running:
            token = first_organiser_token(assemble(running.settings))
            running.start()
            yield Client(running.url, token), running


def _throw_away() -> Settings:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return replace(settings_from({}), store_url=None, queue_url=None, host="127.0.0.1", port=port, log="warning")


def _perform(story: Story, client: Client, running: Running | None, cast: Cast, kept: Kept) -> tuple[dict[str, Any], bool]:
    """The game from the first invitation to the verified record: what is said of it, and whether nothing was lost."""
    began = time.monotonic()
    story.act(f"{cast.game.title}, {cast.seats} seats, {cast.taste} bots, at {client.url}")
    seated = seat_bots(client, cast.game, cast.seats, cast.taste, cast.seed)
    story.say(f"Table {seated.table} is open; every seat is claimed, ready with its own entropy, and the table has started.")
    crash = Crash(running, story.say) if running else None
    dispute = Dispute(story.say)
    moves = _play(story, seated, dispute, crash)
    tip = seated.bots[0].look().table.tip
    story.say(f"{moves} moves, {tip} events.")
    recovery = crash.recovery(seated) if crash else None
    if recovery:
        story.say(recovery.line())
    scores = client.get(f"/tables/{seated.table}/scores?min_version={tip}")
    _show_sheet(story, scores)
    record = verify(fetched := client.ask("GET", f"/tables/{seated.table}/record"), CATALOGUE)
    _tell(story, "The record, verified from its bytes alone", record, fetched, kept.record)
    judged = _case(story, seated, dispute.came, kept.case) if dispute.came else None
    result = {
        "table": seated.table,
        "game": cast.game.name,
        "seats": cast.seats,
        "events": tip,
        "scores": _sheet(scores),
        "winner": scores["winner"],
        "verified": record.ok,
        "dispute": judged,
        "seconds": round(time.monotonic() - began, 2),
    }
    whole = judged is not None and judged["verified"]
    if recovery is None:
        return result, whole
    seconds = None if recovery.seconds is None else round(recovery.seconds, 2)
    return {**result, "recovery_seconds": seconds}, whole and recovery.ok


def _play(story: Story, seated: Seated, dispute: Dispute, crash: Crash | None) -> int:
    """The moves of the whole game, a first free undo, a first granted one and a dispute among them; how many there were."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=story.console, transient=True) as progress:
        task = progress.add_task("playing")

        def moved(bot: Bot) -> None:
            progress.update(task, description=f"playing: version {bot.acknowledged[-1][0]}")
            if not (story.undone and story.granted):
                _take_back(story, seated, bot)
            dispute.after_move(seated)
            if crash:
                crash.after_move(seated)

        return play(seated, moved)


def _case(story: Story, seated: Seated, came: Disputed, file: Path | None) -> dict[str, Any]:
    """The dispute as it ended, and its bundle, fetched by the head judge and verified."""
    path = f"/tables/{seated.table}/disputes/{came.number}"
    ended, bundle = seated.judge.get(path), seated.judge.ask("GET", f"{path}/bundle")
    report = verify_bundle(bundle, CATALOGUE)
    _tell(story, "The disputed case as one page, verified from its bytes alone", report, bundle, file)
    return {
        "number": came.number,
        "event": came.event,
        "rule": came.rule,
        "stage": ended["stage"],
        "alternatives": [alternative["remedy"] for alternative in came.alternatives],
        "rulings": [{"judge": ruling["judge"], "remedy": ruling["remedy"]} for ruling in ended["rulings"]],
        "verified": report.ok,
    }


def _tell(story: Story, title: str, report: Report, data: bytes, file: Path | None) -> None:
    """What verification says of a file, which is kept where that is wanted."""
    story.act(title)
    for line in report.lines():
        story.say(line)
    if file:
        file.write_bytes(data)
        story.say(f"Kept as {file}; `gavel verify {file}` checks it again.")


def _sheet(scores: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "seat": row["seat"],
            "total": row["total"],
            "lines": [{"rule": line["rule"], "points": line["points"], "why": line["why"]} for line in row["lines"]],
        }
        for row in scores["seats"]
    ]


def _take_back(story: Story, seated: Seated, bot: Bot) -> None:
    match undoing(bot):
        case Undoing.FREELY if not story.undone:
            _freely(story, bot)
        case Undoing.ASKED if not story.granted and len(seated.bots) > 1:
            _by_consent(story, seated, bot)


def _by_consent(story: Story, seated: Seated, bot: Bot) -> None:
    story.granted = True
    before = bot.acknowledged[-1][0]
    request, moved = take_back_by_consent(seated, bot)
    known = " ".join(line["sentence"] for line in request["known"])
    story.say(
        f"Seat {bot.seat} asks to take version {before} back, though something has become known: {known} "
        f"Everybody else grants it (TB-U2), and version {moved} moves the head. The same step would have the same outcome."
    )


def _freely(story: Story, bot: Bot) -> None:
    story.undone = True
    before = bot.acknowledged[-1][0]
    receipt = bot.post("undo", seen=bot.look().table.tip)
    story.say(
        f"Seat {bot.seat} takes version {before} back: nobody else had acted and nobody had learned anything (TB-U1). "
        f"The undo is version {receipt['version']}; version {before} stays in the record, off the line."
    )


def _show_sheet(story: Story, scores: dict[str, Any]) -> None:
    story.act("The final sheet")
    for row in scores["seats"]:
        story.say(f"\nSeat {row['seat']}: {row['total']} points")
        table = Table(box=None, pad_edge=False)
        table.add_column("points", justify="right", no_wrap=True)
        table.add_column("rule", no_wrap=True)
        table.add_column("why")
        for line in row["lines"]:
            table.add_row(str(line["points"]), line["rule"], line["why"])
        story.console.print(table)
    winners = ", ".join(f"seat {seat}" for seat in scores["winner"])
    story.say(f"{'Winner' if len(scores['winner']) == 1 else 'The win is shared by'}: {winners}")
