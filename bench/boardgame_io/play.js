// Plays with boardgame.io's own client, both seats of every match, each move when the one before has been answered:
// node play.js ADDRESS MATCHES MOVES. A match is followed by a new one after so many moves. It says "playing", and how
// many moves have been played for every line that it is sent.
process.env.NODE_ENV = 'production';
const { Client, LobbyClient } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { Simple } = require('./game');

const [address, matches, moves] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const lobby = new LobbyClient({ server: address });
let played = 0;

async function playMatches() {
  for (;;) {
    const { matchID } = await lobby.createMatch('simple', { numPlayers: 2 });
    const seats = [];
    for (const playerID of ['0', '1']) {
      const { playerCredentials } = await lobby.joinMatch('simple', matchID, { playerID, playerName: playerID });
      seats.push(playSeat(matchID, playerID, playerCredentials));
    }
    await Promise.all(seats);
  }
}

function playSeat(matchID, playerID, credentials) {
  return new Promise((resolve) => {
    const client = Client({
      game: Simple, numPlayers: 2, multiplayer: SocketIO({ server: address }), matchID, playerID, credentials, debug: false,
    });
    let known = 0;
    client.subscribe((state) => {
      if (state === null || !state.isConnected || state.G.number === known) return;
      const mine = state.ctx.currentPlayer === playerID;
      if (known > 0 && !mine) played += 1;
      const number = state.G.number;
      known = number;
      setImmediate(() => {
        if (number > moves) {
          client.stop();
          resolve();
        } else if (mine) {
          client.moves.play(number % 6, number % 25, 'N3 c4>b2 R13');
        }
      });
    });
    client.start();
  });
}

process.stdin.on('data', () => console.log(played));
process.stdin.on('end', () => process.exit(0));
for (let match = 0; match < matches; match += 1) playMatches();
console.log('playing');
