"""`gavel rules`: the numbered rules of a game and of the table."""

import json
import sys
from collections.abc import Iterable

import click

from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from domain.kernel.rule import Rule
from domain.table.rulebook import RULEBOOK
from service.cli.store import with_json

TABLE = "table"
NO_RULE = 1


@click.command()
@click.argument("game")
@click.argument("rule", required=False, metavar="[ID]")
@with_json
@click.pass_obj
def rules(catalogue: Iterable[AnyGame] | None, game: str, rule: str | None, as_json: bool) -> None:
    """The rules of GAME, or of the `table`.

    The table's are those that every game shares. Of each: id, where it stands, what it says.

    With an ID, that rule alone. Exit status: 0, 1 when there is no such rule, 2 when there is no such game.
    """
    books = {TABLE: RULEBOOK, **{one.name: one.rulebook for one in (CATALOGUE if catalogue is None else catalogue)}}
    if game not in books:
        raise click.BadParameter(f"one of {', '.join(sorted(books))}, not {game}", param_hint="GAME")
    found = [one for one in (*books[game], *RULEBOOK) if one.id == rule] if rule else list(books[game])
    if not found:
        click.echo(f"gavel: {game} has no rule {rule}", err=True)
        sys.exit(NO_RULE)
    if as_json:
        click.echo(json.dumps([_json(one) for one in found] if rule is None else _json(found[0]), ensure_ascii=False))
        return
    width = max(len(one.id) for one in found)
    for one in found:
        click.echo(f"{one.id:<{width}}  {one.says} ({one.where})")


def _json(rule: Rule) -> dict[str, str]:
    return {"id": rule.id, "where": rule.where, "says": rule.says}
