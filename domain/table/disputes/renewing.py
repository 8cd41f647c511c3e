"""New chance by ruling: what was seen is known, all else is dealt anew from a new sealed seed (TB-D6)."""

from collections.abc import Iterator

from domain.kernel.chance import Chance, SeededChance, UnknownChance
from domain.kernel.fact import Facts, Ruled
from domain.kernel.replace import replace
from domain.kernel.rule import cites
from domain.kernel.secret import Hidden, Sealed, Unknown
from domain.table.asking import Ask, Renewal
from domain.table.disputes.commands import GiveRuling
from domain.table.disputes.facts import SeedRenewed
from domain.table.facts import HeadMoved
from domain.table.fold import Folded
from domain.table.forking import recalled
from domain.table.rulebook import REMEDIES


def chance_of(folded: Folded, ask: Ask) -> Chance:
    """The draws of a command: those that come next on this line, or the first of a new seed."""
    if not _renews(ask):
        return folded.chance()
    if ask.renewal is None or isinstance(ask.renewal.seed, Hidden):
        return UnknownChance()
    to = getattr(ask.command, "to", None)
    node = folded.nodes.get(folded.table.head if to is None else to)
    draws = {} if node is None else node.position.draws
    return SeededChance(bytes.fromhex(ask.renewal.seed), [seat.entropy for seat in folded.table.seats], draws)


@cites(REMEDIES)
def renewed(folded: Folded, ask: Ask, facts: Facts, chance: Chance) -> Facts:
    """The new seed, and what lies now in each place that nobody at the table has seen, where these facts leave the game."""
    if not _renews(ask) or not isinstance(ask.command, GiveRuling):
        return ()
    if ask.renewal is None:
        raise Unknown("what the seats have seen is not known here")
    seed = ask.renewal.seed
    sealed = SeedRenewed(ask.command.number, Sealed("" if isinstance(seed, Hidden) else seed, frozenset())).by(REMEDIES)
    return (sealed, *_anew(folded, ask.renewal, facts, chance))


@cites(REMEDIES)
def _anew(folded: Folded, renewal: Renewal, facts: Facts, chance: Chance) -> Iterator[Ruled]:
    """What is certain already is left as it is, be it by what a line that is left has told."""
    to = next((ruled.fact.to for ruled in facts if isinstance(ruled.fact, HeadMoved)), folded.table.head)
    seen: Folded = renewal.seen
    state, game = recalled(replace(seen, table=replace(seen.table, head=to)), renewal.events), folded.game
    for fact in game.deal(state, chance):
        if game.evolve(state, fact) != state:
            yield fact.by(REMEDIES)


def _renews(ask: Ask) -> bool:
    return isinstance(ask.command, GiveRuling) and bool(ask.command.new_chance)
