"""`gavel organiser`: who may open tables."""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from service.cli.store import on_data, opened, with_json
from service.identity import Kept, issue_organiser, organisers, revoke

NOT_THERE = 1


@click.group()
def organiser() -> None:
    """Make, list and revoke the tokens of organisers."""


@organiser.command("add")
@click.argument("name")
@on_data
@with_json
def add(name: str, data: Path | None, as_json: bool) -> None:
    """Make a token for an organiser, under a NAME to know it by. It is shown this once, on standard output alone."""
    with opened(data) as parts:
        id, token = issue_organiser(parts, name)
    if as_json:
        click.echo(json.dumps({"id": id, "name": name, "token": token}))
        return
    click.echo(f"gavel: {name} has the id {id[:12]}; the token is shown this once:", err=True)
    click.echo(token)


@organiser.command("list")
@on_data
@with_json
def list_all(data: Path | None, as_json: bool) -> None:
    """The organisers' tokens by id, never the tokens themselves."""
    with opened(data) as parts:
        kept = organisers(parts)
    if as_json:
        click.echo(json.dumps([_json(one) for one in kept], ensure_ascii=False))
        return
    for one in kept:
        until = f", until {_when(one.expires)}" if one.expires else ""
        click.echo(f"{one.id[:12]}  {one.name or '(no name)'}, since {_when(one.created) if one.created else 'long ago'}{until}")


@organiser.command("revoke")
@click.argument("id")
@on_data
@with_json
def drop(id: str, data: Path | None, as_json: bool) -> None:
    """Revoke the token of this ID (or of its first characters, where they name one alone)."""
    with opened(data) as parts:
        named = [one for one in organisers(parts) if one.id.startswith(id.lower())]
        gone = len(named) == 1 and revoke(parts, named[0].id)
    if as_json:
        click.echo(json.dumps({"revoked": named[0].id if gone else None}))
    elif gone:
        click.echo(f"revoked {named[0].id[:12]} ({named[0].name or 'no name'})")
    if not gone:
        click.echo(f"gavel: {len(named) or 'no'} organisers' tokens begin with {id}", err=True)
        sys.exit(NOT_THERE)


def _json(kept: Kept) -> dict[str, Any]:
    told = {"id": kept.id, "name": kept.name, "created": kept.created, "expires": kept.expires}
    return {key: value for key, value in told.items() if value is not None}


def _when(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")
