"""The built-in pack keeps what the document names, and what is promised of the rest."""

from collections import Counter
from importlib.resources import files

import pytest

from domain.kernel.pack import read_toml
from domain.stadt_city import rulebook
from domain.stadt_city.pack import read_pack
from domain.stadt_city.parts import Advantage, Boost, Decider, Effect, Kind, Skill, spelt
from domain.stadt_city.rulebook import C2, C7, R1, R19, R37, R38, R39, S5
from domain.stadt_city.rulesets import RULESETS
from tests.stadt_city.talk import DRINKS, RUDE

DOCUMENT = read_toml((files("domain.stadt_city") / "packs" / "stadt.toml").read_text())
PACK = read_pack(DOCUMENT)
CHALLENGES = tuple(PACK.challenges.values())
PERSONAS = tuple(PACK.personas.values())

NAMED_CHALLENGES = (
    "Beer Pong", "Flip Cup", "Checkers", "Fuck the Dealer", "Black or Red", "Biscuit", "Farkle", "Boat Race", "Circle of Death",
    "Beer Bong", "Fingers", "Kinito", "7/11/Doubles", "Quarters", "Across the Bridge", "Beer Snap", "Give One", "Take One",
    "Forehead Idiot", "Mexicali", "Nothing", "Three Man",
)  # fmt: skip
NAMED_PRIZES = {
    "Twice Dice", "Thrice Dice", "Diagonal +1", "Diagonal", "Fly", "Slow Dice", "Column Anomaly Clear", "Row Anomaly Clear", "Push",
    "Pull", "Anomaly Protection", "Switch", "Fully Anomaly Clear", "Teleportation", "Pull Burst 5", "Push Burst 2",
}  # fmt: skip


def shown() -> list[str]:
    """Every text of the pack that a player may read at a table without drinks."""
    dry = [PACK.card_name(challenge.dry or challenge.key) for challenge in CHALLENGES]
    return [
        *(PACK.title(name) for name in dry),
        *map(spelt, (*dry, *PACK.prizes, *PACK.personas)),
        *(text for challenge in CHALLENGES for text in (challenge.says, challenge.more)),
        *(text for prize in PACK.prizes.values() for text in (prize.name, prize.says)),
        *(text for persona in PERSONAS for text in (persona.name, persona.biography, persona.advantage.says)),
    ]


@pytest.mark.rule(R38)
def test_the_22_challenges_are_the_documents_in_its_order() -> None:
    assert tuple(challenge.name for challenge in CHALLENGES) == NAMED_CHALLENGES
    assert {(challenge.source, challenge.rulebook) for challenge in CHALLENGES} == {("rulebook", frozenset({"name"}))}


@pytest.mark.rule(C2, C7)
@pytest.mark.parametrize("players", range(2, 11))
def test_every_number_of_players_has_a_pile(players: int) -> None:
    pile = PACK.challenge_pile(players)
    assert len(pile) >= 4
    assert all(players in PACK.challenge(name).players for name in pile)
    assert [PACK.challenge(name) for name in pile] == [PACK.challenge(name) for name in PACK.challenge_pile(players, drinks=False)]


def test_a_rude_name_is_kept_and_another_one_shown() -> None:
    assert PACK.title("stadt:beat-the-dealer") == "Beat the Dealer"
    assert PACK.challenge("stadt:beat-the-dealer").name == "Fuck the Dealer"
    assert [challenge.name for challenge in CHALLENGES if RUDE.search(challenge.name)] == ["Fuck the Dealer", "Forehead Idiot"]


def test_without_drinks_three_challenges_go_by_another_name() -> None:
    renamed = {PACK.title(PACK.card_name(each.key)): PACK.title(PACK.card_name(each.dry)) for each in CHALLENGES if each.dry}
    assert renamed == {"Beer Pong": "Cup Pong", "Beer Bong": "Funnel Race", "Beer Snap": "Quick Snap"}
    assert PACK.challenge("stadt:cup-pong") is PACK.challenge("stadt:beer-pong")
    assert "stadt:cup-pong" in PACK.challenge_pile(2, drinks=False)
    assert "stadt:beer-pong" not in PACK.challenge_pile(2, drinks=False)


def test_nothing_shown_is_offensive_or_speaks_of_drinks_where_they_are_left_out() -> None:
    assert [text for text in shown() if RUDE.search(text) or DRINKS.search(text)] == []
    assert DRINKS.search(PACK.title("stadt:beer-pong"))


@pytest.mark.rule(S5)
def test_the_16_prize_cards_are_the_documents_each_with_its_effect() -> None:
    assert {prize.name for prize in PACK.prizes.values()} == NAMED_PRIZES
    assert [prize.effect for prize in PACK.prizes.values()] == [Effect(prize.key) for prize in PACK.prizes.values()]
    assert {(prize.source, prize.rulebook) for prize in PACK.prizes.values()} == {("rulebook", frozenset({"name", "effect"}))}


@pytest.mark.rule(S5)
def test_every_prize_card_is_a_rule_of_its_own() -> None:
    ids = {rule.id for rule in rulebook.RULEBOOK}
    assert [effect for effect in Effect if f"SC-P-{effect.upper()}" not in ids] == []


@pytest.mark.rule(R37)
def test_there_is_no_victory_card_beside_the_prize_cards() -> None:
    names = [*(card.name for card in CHALLENGES), *NAMED_PRIZES, *(persona.name for persona in PERSONAS)]
    assert [name for name in names if "victory" in name.lower()] == []
    assert [(ruleset.winner_draws, ruleset.loser_draws) for ruleset in RULESETS.values()] == [(3, 1), (0, 0)]


@pytest.mark.rule(S5)
def test_the_prize_deck_holds_every_copy() -> None:
    deck = Counter(PACK.prize_deck())
    assert deck == {name: prize.count for name, prize in PACK.prizes.items()}
    assert deck["stadt:fully-anomaly-clear"] == 1
    assert deck.total() == 60


@pytest.mark.rule(R1)
def test_ten_seats_have_four_characters_each_half_of_them_heroes() -> None:
    kinds = Counter(persona.kind for persona in PERSONAS)
    assert kinds == {Kind.HERO: 21, Kind.VILLAIN: 21, Kind.FALLEN_HERO: 10, Kind.FALLEN_VILLAIN: 10, Kind.TITAN: 10}
    assert len(PACK.character_deck()) == 42
    assert set(PACK.character_deck()) == {name for name, each in PACK.personas.items() if each.kind in (Kind.HERO, Kind.VILLAIN)}
    assert len(PACK.colours) == len(set(PACK.colours)) == 10


@pytest.mark.rule(R19)
def test_fallen_heroes_and_fallen_villains_are_two_decks() -> None:
    heroes, villains = PACK.of_kind(Kind.FALLEN_HERO), PACK.of_kind(Kind.FALLEN_VILLAIN)
    assert len(heroes) == len(villains) == 10
    assert not set(heroes) & set(villains)


def test_every_persona_is_this_projects_own_and_says_so() -> None:
    assert {persona.source for persona in PERSONAS} == {"house"}
    assert len({persona.name for persona in PERSONAS}) == len({persona.biography for persona in PERSONAS}) == len(PERSONAS)


@pytest.mark.parametrize("text", ["says", "more"])
def test_every_challenge_says_how_it_is_played_and_by_more(text: str) -> None:
    assert all(getattr(challenge, text).endswith(".") for challenge in CHALLENGES)


def test_every_challenge_and_every_skill_has_somebody_good_at_it() -> None:
    advantages = [persona.advantage for persona in PERSONAS]
    assert {advantage.challenge for advantage in advantages} >= {challenge.key for challenge in CHALLENGES}
    assert {advantage.skill for advantage in advantages} >= set(Skill)


def test_the_three_digital_challenges_have_a_decider() -> None:
    assert {challenge.key: challenge.decider for challenge in CHALLENGES if challenge.decider} == {
        "black-or-red": Decider.BLACK_OR_RED,
        "seven-eleven-doubles": Decider.SEVEN_ELEVEN_DOUBLES,
        "farkle": Decider.FARKLE,
    }


@pytest.mark.rule(R39)
@pytest.mark.parametrize("decider", Decider)
@pytest.mark.parametrize("boost", Boost)
def test_either_boost_can_be_had_in_every_digital_challenge(decider: Decider, boost: Boost) -> None:
    (challenge,) = (each for each in CHALLENGES if each.decider is decider)
    assert any(each.advantage.boost is boost and each.advantage.helps_in(challenge) for each in PERSONAS)


@pytest.mark.rule(R39)
def test_an_advantage_counts_in_its_challenge_or_in_all_of_its_skill() -> None:
    farkle, biscuit, checkers = (PACK.challenge(f"stadt:{key}") for key in ("farkle", "biscuit", "checkers"))
    of_farkle, of_dice = Advantage("", challenge="farkle"), Advantage("", skill=Skill.DICE)
    assert [of_farkle.helps_in(challenge) for challenge in (farkle, biscuit, checkers)] == [True, False, False]
    assert [of_dice.helps_in(challenge) for challenge in (farkle, biscuit, checkers)] == [True, True, False]


@pytest.mark.parametrize("name", [*PACK.challenges, *PACK.prizes, *PACK.personas])
def test_a_card_is_called_the_same_with_and_without_the_pack_at_hand(name: str) -> None:
    assert spelt(name) == PACK.title(name)


def test_a_card_is_spelt_from_its_entry() -> None:
    names = ("the-night-baker", "black-or-red", "vex-the-vexing", "seven-eleven-doubles", "diagonal-plus-1", "push-burst-2")
    said = ["The Night Baker", "Black or Red", "Vex the Vexing", "7/11/Doubles", "Diagonal +1", "Push Burst 2"]
    assert [spelt(f"stadt:{name}") for name in names] == said
