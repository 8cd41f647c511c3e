"""Moon Colony Bloodbath: colonies built, and lost, by a deck that their players build together."""

from importlib.resources import files

from domain.kernel.game import Game, Option
from domain.moon_colony_bloodbath.bot import value
from domain.moon_colony_bloodbath.commands import COMMANDS
from domain.moon_colony_bloodbath.dealing import deal, recall
from domain.moon_colony_bloodbath.decide import decide, resign
from domain.moon_colony_bloodbath.evolve import evolve
from domain.moon_colony_bloodbath.facts import FACTS
from domain.moon_colony_bloodbath.faults import faults
from domain.moon_colony_bloodbath.pack import read_pack
from domain.moon_colony_bloodbath.parts import Pack
from domain.moon_colony_bloodbath.phrases import describe
from domain.moon_colony_bloodbath.picture import picture
from domain.moon_colony_bloodbath.questions import choices, waiting
from domain.moon_colony_bloodbath.rulebook import ONE_ENDLESS, R4, R7, RULEBOOK, S3
from domain.moon_colony_bloodbath.scoring import over, places, sheet, winners
from domain.moon_colony_bloodbath.setup import FEWEST, MOST, contradictions, initial, start
from domain.moon_colony_bloodbath.show import show
from domain.moon_colony_bloodbath.state import State
from domain.moon_colony_bloodbath.words import explain, words

MOON_COLONY_BLOODBATH: Game[State, Pack] = Game(
    name="moon-colony-bloodbath",
    title="Moon Colony Bloodbath",
    fewest=FEWEST,
    most=MOST,
    rulesets={"1": 0},
    rulebook=RULEBOOK,
    options=(
        Option("open_work", (False, True), R4, "Whether actions picked at a Work, and cards laid down to build then, are shown at once."),
        Option("fail_at_once", (False, True), R7, "Whether a failed colony leaves the rest of the card undone."),
        Option("endless", (False, True), ONE_ENDLESS, "Whether a lone colony plays on with robots in place of Instruction Manual."),
        Option("first_game_twists", (False, True), S3, "Whether the two twists come from the simpler ones."),
    ),
    facts=FACTS,
    commands=COMMANDS,
    packs={"lunar": (files(__name__) / "packs" / "lunar.toml").read_text()},
    read_pack=read_pack,
    colours=lambda pack: tuple(scientist.colour for scientist in pack.scientists),
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
    contradicts=contradictions,
)
