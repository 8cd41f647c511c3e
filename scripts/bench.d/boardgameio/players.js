// Players over socket.io: both seats of each table are connected, and the next move goes out once the last has come back.
// A line on standard input, a number of seconds: play so long in all lanes, and print {moves, seconds}.
const readline = require('readline');
const { io } = require('socket.io-client');
const { DEALS } = require('./market');

const [port, lanes] = process.argv.slice(2).map(Number);
const SEATS = 2;
let match = 0, moves = 0, playing = false;

const pick = (list) => list[Math.floor(Math.random() * list.length)];

function choice(G, seat, phase) {
  const { hand, deals, rolled } = G.players[seat];
  if (phase === 'offers') return ['offer', pick(hand)];
  if (G.laying) return ['layAside', pick(hand)];
  const choices = [['endTurn']];
  if (!rolled) choices.push(['roll']);
  if (deals < DEALS) for (const card of new Set(hand)) choices.push(['sell', card], ['bury', card]);
  return pick(choices);
}

function toMove(state, views) {
  if (state.ctx.gameover) return null;
  if (state.ctx.phase !== 'offers') return state.ctx.currentPlayer;
  for (let seat = 0; seat < SEATS; seat++) {
    const player = views[seat].G.players[seat];
    if (player.offer === null && player.hand.length) return String(seat);
  }
  return null;
}

class Lane {
  constructor(sockets) {
    this.sockets = sockets;
    sockets.forEach((socket, seat) => {
      const seen = (id, sent) => this.seen(seat, id, sent);
      socket.on('sync', (id, sync) => seen(id, sync.state));
      socket.on('update', seen);
    });
    this.begin();
  }

  begin() {
    this.match = `match-${match++}`;
    this.views = [];
    this.waiting = true;
    this.sockets.forEach((socket, seat) => socket.emit('sync', this.match, String(seat), undefined, SEATS));
  }

  seen(seat, id, state) {
    if (id !== this.match) return;
    this.views[seat] = state;
    const [first] = this.views;
    if (this.views.filter(Boolean).length < SEATS || this.views.some((view) => view._stateID !== first._stateID)) return;
    if (first._stateID > 0 && !this.waiting) moves++;
    this.waiting = true;
    if (playing) this.move();
  }

  move() {
    const [first] = this.views;
    const seat = toMove(first, this.views);
    if (seat === null) return this.begin();
    const [type, ...args] = choice(this.views[seat].G, seat, first.ctx.phase);
    this.waiting = false;
    const action = { type: 'MAKE_MOVE', payload: { type, args, playerID: seat } };
    this.sockets[seat].emit('update', action, first._stateID, this.match, seat);
  }
}

const connect = () => new Promise((done, failed) => {
  const socket = io(`http://localhost:${port}/night-market`, { transports: ['websocket'], forceNew: true });
  socket.on('connect', () => done(socket));
  socket.on('connect_error', failed);
});

async function main() {
  const all = [];
  for (let n = 0; n < lanes; n++) all.push(new Lane(await Promise.all(Array.from({ length: SEATS }, connect))));
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const began = process.hrtime.bigint();
    moves = 0;
    playing = true;
    all.forEach((lane) => lane.waiting && lane.views.filter(Boolean).length === SEATS && lane.move());
    await new Promise((done) => setTimeout(done, Number(line) * 1000));
    playing = false;
    console.log(JSON.stringify({ moves, seconds: Number(process.hrtime.bigint() - began) / 1e9 }));
    await new Promise((done) => setTimeout(done, 200));
  }
  process.exit(0);
}

main().catch((error) => {
  console.log(JSON.stringify({ error: String(error) }));
  process.exit(1);
});
