"""High Moon: ranches, routes and bovine liquor on a map of overlapping cards."""

from importlib.resources import files

from domain.high_moon.bot import value
from domain.high_moon.commands import COMMANDS
from domain.high_moon.dealing import deal, recall
from domain.high_moon.decide import decide
from domain.high_moon.evolve import evolve
from domain.high_moon.facts import FACTS
from domain.high_moon.faults import faults
from domain.high_moon.pack import read_pack
from domain.high_moon.parts import Pack
from domain.high_moon.picture import picture
from domain.high_moon.questions import choices, waiting
from domain.high_moon.rulebook import R4, R8, RULEBOOK, S4
from domain.high_moon.rules.turns import over, resign
from domain.high_moon.scoring import places, sheet, winners
from domain.high_moon.setup import FEWEST, MOST, initial, start
from domain.high_moon.show import show
from domain.high_moon.state import State
from domain.high_moon.words import describe, explain, words
from domain.kernel.game import Game, Option

HIGH_MOON: Game[State, Pack] = Game(
    name="high-moon",
    title="High Moon",
    fewest=FEWEST,
    most=MOST,
    rulesets={"1": 0},
    rulebook=RULEBOOK,
    options=(
        Option("criteria", ("four", "first-game"), S4, "How many criteria are in play: four, or for a first game the two of one card."),
        Option("tombstones_count_under_cards", (False, True), R4, "Whether covering a tombstone with a card moves the marker too."),
        Option("cow_on_own_ranch", (False, True), R8, "Whether a cow may lie on a ranch space of its own colour."),
    ),
    facts=FACTS,
    commands=COMMANDS,
    packs={"frontier": (files(__name__) / "packs" / "frontier.toml").read_text()},
    read_pack=read_pack,
    colours=lambda pack: pack.colours,
    initial=initial,
    start=start,
    decide=decide,
    evolve=evolve,
    waiting=waiting,
    choices=choices,
    resign=resign,
    deal=deal,
    recall=recall,
    faults=faults,
    over=over,
    sheet=sheet,
    places=places,
    winners=winners,
    words=words,
    explain=explain,
    describe=describe,
    show=show,
    picture=picture,
    value=value,
)
