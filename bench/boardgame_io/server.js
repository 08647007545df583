// boardgame.io's own server, its store in memory: node server.js
process.env.NODE_ENV = 'production';
const { Server, Origins } = require('boardgame.io/server');
const { Simple } = require('./game');

const server = Server({ games: [Simple], origins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log(`boardgame.io is at http://127.0.0.1:${appServer.address().port}`);
});
