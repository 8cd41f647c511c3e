"""Night Market, a game for tests: hands, sealed offers, cards passed on, a die and a bell."""

from typing import TypeAlias

from domain.kernel.game import Game, Option
from tests.kernel.night_market.commands import COMMANDS
from tests.kernel.night_market.dealing import deal, recall
from tests.kernel.night_market.decide import decide
from tests.kernel.night_market.evolve import evolve
from tests.kernel.night_market.facts import FACTS
from tests.kernel.night_market.faults import faults
from tests.kernel.night_market.pack import PACKS, Pack, read_pack
from tests.kernel.night_market.questions import choices, waiting
from tests.kernel.night_market.rulebook import END, RULEBOOK, SPOILT
from tests.kernel.night_market.rules import leave
from tests.kernel.night_market.scoring import over, places, sheet, winners
from tests.kernel.night_market.setup import start
from tests.kernel.night_market.show import describe, picture, show, value, words
from tests.kernel.night_market.state import State, initial

NightMarket: TypeAlias = Game[State, Pack]

NIGHT_MARKET: NightMarket = Game(
    name="night-market",
    title="Night Market",
    fewest=2,
    most=4,
    rulesets={"1": 0},
    rulebook=RULEBOOK,
    options=(
        Option("length", ("three-rounds", "one-round"), END, "How many rounds are played."),
        Option("equal_offers_spoil", (True, False), SPOILT, "Whether equal offers are thrown away."),
    ),
    facts=FACTS,
    commands=COMMANDS,
    packs=PACKS,
    read_pack=read_pack,
    colours=lambda pack: pack.colours,
    initial=initial,
    start=start,
    decide=decide,
    evolve=evolve,
    waiting=waiting,
    choices=choices,
    resign=lambda state, seat, chance: leave(state, seat),
    deal=deal,
    recall=recall,
    faults=faults,
    over=over,
    sheet=sheet,
    places=places,
    winners=winners,
    words=words,
    explain=lambda pack, counted: words(counted),
    describe=describe,
    show=show,
    picture=picture,
    value=value,
)
