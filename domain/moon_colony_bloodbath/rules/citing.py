"""By which rule an effect happens."""

from collections.abc import Mapping

from domain.kernel.rule import Rule, cites
from domain.moon_colony_bloodbath.abilities import Trigger
from domain.moon_colony_bloodbath.parts import Kind
from domain.moon_colony_bloodbath.rulebook import (
    B1,
    D1,
    E3,
    E5,
    E7,
    L4,
    NOTES,
    ONE_LONELY,
    P2,
    R20,
    R28,
    T1,
    W1,
    W6,
    X1,
    X2,
)
from domain.moon_colony_bloodbath.rules.abilities import ability_of
from domain.moon_colony_bloodbath.state import Source, State

PRINTED_ON = {
    Trigger.PLAY: B1,
    Trigger.LOST: L4,
    Trigger.ANY_TIME: R20,
    Trigger.FOOD_GAINED: R28,
    Trigger.CARD_DISCARDED: R28,
    Trigger.CARD_ADDED: R28,
    Trigger.EVENT: R28,
}
OF_KIND = {
    Kind.PERK: P2,
    Kind.TWIST: X2,
    Kind.DEVELOPMENT: D1,
    Kind.ROBOT: X1,
    Kind.EVENT: E7,
    Kind.LONELINESS: ONE_LONELY,
}
OF_EVENT = {"hunger": E3, "paperwork": E5}
_NOTE: Mapping[str, Rule] = {note.id.removeprefix("MC-N-").lower(): note for note in NOTES}


@cites(*NOTES)
def rule_of(state: State, source: Source | None) -> Rule:
    """The rule that an effect cites: the note on its card, or else the rule for what kind of ability it is."""
    if source is None:
        return W1
    card = state.pack.cards[source.card]
    if card.key in _NOTE:
        return _NOTE[card.key]
    if source.building:
        return PRINTED_ON.get(ability_of(state, source).trigger, W6)
    progress = state.pack.progress(source.card)
    return OF_EVENT.get(card.key) or OF_KIND.get(progress.kind, T1)
