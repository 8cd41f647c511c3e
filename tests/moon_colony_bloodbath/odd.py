"""Packs that nobody would print: the cards of ``lunar`` with texts thrown together from the whole vocabulary."""

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from domain.kernel.game import AnyGame
from domain.kernel.pack import PackFaults, read_toml
from domain.moon_colony_bloodbath import MOON_COLONY_BLOODBATH
from domain.moon_colony_bloodbath.pack import read_pack
from domain.moon_colony_bloodbath.parts import Pack

STEPS = (
    "gain 4 money", "gain 3 food", "gain 2 people", "gain 1 food for each building", "gain 1 money for each box", "lose 2 money",
    "lose 2 food", "lose a box", "lose a person", "lose 2 people", "lose a building", "draw 2 cards", "discard a card", "put 2 boxes",
    "put a box on a building without one", "move a box", "BUILD", "BUILD at cost 4 or less", "MINE", "FARM or RESEARCH", "any action",
    "add a perk", "add a robot", "add an event", "repeat a PLAY", "lay 2 cards under the mat", "lay a card on the mat",
)  # fmt: skip
COSTS = ("a box", "2 food", "1 money", "2 people", "a card", "1 money and 1 food", "a person and a card")
CONDITIONS = ("no money", "2 or more buildings", "5 or less people on the mat", "no cards")
MOMENTS = (
    "play", "lost", "restock", "build", "mine", "farm", "research", "start_of_work", "food_gained", "card_discarded", "card_added",
)  # fmt: skip
EVENTS = ("hunger", "glitch", "leak", "accident")
ATTEMPTS = 20


def odd_game(seed: int) -> AnyGame:
    """The game with such a pack as its only one, the same for the same seed."""
    pack = odd_pack(Random(f"odd {seed}"))
    return replace(MOON_COLONY_BLOODBATH, read_pack=lambda document: pack)


def odd_pack(random: Random) -> Pack:
    """Texts with a fault are taken out again until the pack can be read."""
    document: Any = deepcopy(read_toml(MOON_COLONY_BLOODBATH.packs["lunar"]))
    for card in random.sample(document["buildings"], 20):
        card[random.choice(MOMENTS)] = _text(random, "spend a box here: ")
    for card in random.sample(document["buildings"], 4):
        card["any_time"] = f"spend {random.choice(('a box here', *COSTS))}: {_steps(random)}"
        card["event"] = f"at {random.choice(EVENTS)}: {_steps(random)}"
    for kind in ("twists", "developments", "perks", "robots"):
        for card in random.sample(document[kind], 5):
            card["turned_over"] = [_text(random) for _ in range(random.randint(1, 2))]
    for card in random.sample(document["robots"], 3):
        card["before_loss"] = _text(random)
        card["turned_over"] = f"pass a card to the left; {_steps(random)}"
    for _ in range(ATTEMPTS):
        try:
            return read_pack(document)
        except PackFaults as faults:
            for at in {fault.place[:3] for fault in faults.faults}:
                document[at[0]][at[1]].pop(at[2], None)
    raise AssertionError("no pack comes of it")


def _text(random: Random, here: str = "") -> str:
    before = random.choice(("", "may: ", f"if {random.choice(CONDITIONS)}: ", f"spend {random.choice(COSTS)}: ", here))
    often = "several: " if before.startswith("spend") and random.random() < 0.2 else ""
    return f"{often}{before}{_steps(random)}"


def _steps(random: Random) -> str:
    if random.random() < 0.25:
        return f"choose [{random.choice(STEPS)}] [spend {random.choice(COSTS)}: {random.choice(STEPS)}; {random.choice(STEPS)}]"
    return "; ".join(random.sample(STEPS, random.randint(1, 3)))
