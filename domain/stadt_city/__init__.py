"""Stadt City, the drinking board game: characters on a map that falls to pieces, alliances, and challenges that people report."""

from importlib.resources import files

from domain.kernel.game import Game, Option
from domain.stadt_city.bot import value
from domain.stadt_city.commands import COMMANDS
from domain.stadt_city.dealing import deal, recall
from domain.stadt_city.decide import decide, resign
from domain.stadt_city.evolve import evolve
from domain.stadt_city.facts import FACTS
from domain.stadt_city.faults import faults
from domain.stadt_city.pack import read_pack
from domain.stadt_city.parts import Pack
from domain.stadt_city.phrases import describe
from domain.stadt_city.picture import picture
from domain.stadt_city.questions import choices, waiting
from domain.stadt_city.rulebook import D1, R1, R5, R11, R15, R35, RULEBOOK
from domain.stadt_city.rules.reporting import stops
from domain.stadt_city.rulesets import RULESETS
from domain.stadt_city.scoring import over, places, sheet, winners
from domain.stadt_city.setup import FEWEST, MOST, initial, start
from domain.stadt_city.show import show
from domain.stadt_city.state import State
from domain.stadt_city.words import explain, words

STADT_CITY: Game[State, Pack] = Game(
    name="stadt-city",
    title="Stadt City",
    fewest=FEWEST,
    most=MOST,
    rulesets=dict.fromkeys(RULESETS, 0),
    rulebook=RULEBOOK,
    options=(
        Option("crossing_kills", (True, False), R5, "Whether entering an anomaly kills, or only ending a move on one.", ("1.1",)),
        Option("digital", (False, True), R15, "Whether Black or Red, 7/11/Doubles and Farkle are played out here."),
        Option("drinks", (True, False), D1, "Whether drinks are kept and spoken of.", untold=(False,)),
        Option("dice", ("rolled", "entered"), R11, "Whether dice are rolled here, or may be entered as a physical table rolled them."),
        Option("reports", ("confirmed", "sealed"), R15, "Whether the losers confirm one report, or each side seals its own."),
        Option("answer_time", ("120", "30", "600", "86400"), R35, "How many seconds there are to answer an ally, a card or a report."),
    ),
    facts=FACTS,
    commands=COMMANDS,
    packs={"stadt": (files(__name__) / "packs" / "stadt.toml").read_text()},
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
    stops=stops,
    age_rule=R1,
)
