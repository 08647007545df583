// A game of two seats in turn, as simple as can be with a state of Kiln's size: nothing is checked.
exports.Simple = {
  name: 'simple',
  setup: () => ({
    number: 1,
    kiln: Array.from({ length: 36 }, (_, square) => 'rbgyk'[square % 5]),
    outer: 'k',
    warehouses: { 0: Array(25).fill(false), 1: Array(25).fill(false) },
    scores: { 0: 0, 1: 0 },
    last: null,
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      move: ({ G, playerID }, column, cell, text) => {
        let pushed = G.outer;
        for (let row = 0; row < 6; row += 1) {
          [G.kiln[row * 6 + column], pushed] = [pushed, G.kiln[row * 6 + column]];
        }
        G.outer = pushed;
        G.warehouses[playerID][cell] = !G.warehouses[playerID][cell];
        G.last = text;
        G.number += 1;
      },
      client: false,
    },
  },
  minPlayers: 2,
  maxPlayers: 2,
};
