// boardgame.io's own server with its own store, which is in memory.
const { Server, Origins } = require('boardgame.io/server');
const { NightMarket } = require('./market');

process.env.NODE_ENV = 'production';
Server({ games: [NightMarket], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
