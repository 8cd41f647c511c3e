// Night Market, the test-only game, by the same rules as tests/kernel/night_market: three rounds, two seats.
const { ActivePlayers, INVALID_MOVE, TurnOrder } = require('boardgame.io/core');

const GOODS = { kite: [1, 8], drum: [2, 8], mask: [3, 6], lamp: [4, 5], bell: [5, 3], crane: [7, 2] };
const HAND = 4, LIMIT = 5, DEALS = 2, DRAWS = 2, ROUNDS = 3;

const cards = () => Object.entries(GOODS).flatMap(([name, [, number]]) => Array(number).fill(name));

function takeFromHand(player, card) {
  const at = player.hand.indexOf(card);
  if (at < 0) return false;
  player.hand.splice(at, 1);
  return true;
}

function setup({ ctx, random }) {
  const deck = random.Shuffle(cards());
  const players = {};
  for (let seat = 0; seat < ctx.numPlayers; seat++) {
    players[seat] = { hand: [], stall: [], buried: [], coins: 0, offer: null, deals: 0, rolled: false };
  }
  for (let n = 0; n < HAND; n++) for (const seat in players) players[seat].hand.push(deck.shift());
  return { players, deck, aside: [], thrownAway: [], round: 1, passed: 0, laying: false };
}

// What a player may see: the others' hands, offers and buried cards, and the deck, as numbers.
function playerView({ G, playerID }) {
  const players = {};
  for (const seat in G.players) {
    const player = G.players[seat];
    players[seat] = seat === playerID ? player : {
      ...player, hand: player.hand.length, buried: player.buried.length, offer: player.offer !== null,
    };
  }
  return { ...G, players, deck: G.deck.length, aside: G.aside.length };
}

const offering = (G) => Object.keys(G.players).filter((seat) => G.players[seat].hand.length || G.players[seat].offer !== null);

function openOffers({ G }) {
  const offered = Object.values(G.players).map((player) => player.offer);
  for (const seat in G.players) {
    const player = G.players[seat];
    if (player.offer === null) continue;
    const spoilt = offered.filter((card) => card === player.offer).length > 1;
    (spoilt ? G.thrownAway : player.stall).push(player.offer);
    player.offer = null;
  }
  G.passed = 0;
}

const offer = ({ G, playerID }, card) => {
  const player = G.players[playerID];
  if (player.offer !== null || !takeFromHand(player, card)) return INVALID_MOVE;
  player.offer = card;
};

const deal = (kind) => ({ G, ctx, playerID }, card) => {
  const player = G.players[playerID];
  if (playerID !== ctx.currentPlayer || G.laying || player.deals >= DEALS || !takeFromHand(player, card)) return INVALID_MOVE;
  player.deals++;
  player[kind].push(card);
};

const roll = ({ G, ctx, playerID, random }) => {
  const player = G.players[playerID];
  if (playerID !== ctx.currentPlayer || G.laying || player.rolled) return INVALID_MOVE;
  player.rolled = true;
  player.coins += random.D6();
};

function passOn(G, events, player) {
  if (player.hand.length > LIMIT) {
    G.laying = true;
    return;
  }
  Object.assign(player, { deals: 0, rolled: false });
  G.laying = false;
  G.passed++;
  if (G.passed === Object.keys(G.players).length) G.round++;
  events.endTurn();
}

const endTurn = ({ G, ctx, playerID, events }) => {
  const player = G.players[playerID];
  if (playerID !== ctx.currentPlayer || G.laying) return INVALID_MOVE;
  player.hand.push(...G.deck.splice(0, DRAWS));
  passOn(G, events, player);
};

const layAside = ({ G, ctx, playerID, events }, card) => {
  const player = G.players[playerID];
  if (playerID !== ctx.currentPlayer || !G.laying || !takeFromHand(player, card)) return INVALID_MOVE;
  G.aside.push(card);
  passOn(G, events, player);
};

function score(G) {
  const worth = (card) => GOODS[card][0];
  const points = {};
  for (const seat in G.players) {
    const player = G.players[seat];
    points[seat] = player.coins + player.stall.reduce((sum, card) => sum + worth(card), 0)
      + player.buried.reduce((sum, card) => sum + 2 * worth(card), 0);
  }
  return points;
}

module.exports.NightMarket = {
  name: 'night-market',
  setup,
  playerView,
  phases: {
    offers: {
      start: true,
      next: 'turns',
      turn: { activePlayers: ActivePlayers.ALL },
      moves: { offer },
      endIf: ({ G }) => offering(G).every((seat) => G.players[seat].offer !== null),
      onEnd: openOffers,
    },
    turns: {
      next: 'offers',
      turn: { order: TurnOrder.RESET },
      moves: { sell: deal('stall'), bury: deal('buried'), roll, endTurn, layAside },
      endIf: ({ G }) => G.passed === Object.keys(G.players).length,
    },
  },
  endIf: ({ G }) => (G.round > ROUNDS ? { points: score(G) } : undefined),
};
module.exports.DEALS = DEALS;
