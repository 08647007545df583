// The moves that have been played, and looking back at one of them.

import * as kiln from "../api/kiln.js";

const PAGE = 100;

export class Moves {
  /**
   * - `moves`: those that are known, without a gap, up to the latest
   * - `more`: whether there are earlier ones that have not been fetched
   * - `looking`: null, or `{number, position}`: the table after that move, as the API describes it
   */
  static EMPTY = { moves: [], more: false, looking: null };

  #session;
  #described = new Map();
  #start = null;
  #wanted = null; // the number that is to be looked at as soon as it has been described

  constructor(session) {
    this.#session = session;
  }

  get #state() {
    return this.#session.state;
  }

  #set(changes) {
    this.#session.store.set(changes);
  }

  /** The number before the game's first move: what there was at the start. */
  get #first() {
    return this.#state.game.start_number - 1;
  }

  /** The number of the latest move that is known. */
  get #last() {
    return this.#state.moves.at(-1)?.number ?? this.#first;
  }

  /** Fetch the latest moves. */
  async load() {
    const { game } = this.#state;
    const after = Math.max(this.#first, game.number - 1 - PAGE);
    const fetched = await this.#fetch(after, (moves) => this.#set({ moves, more: after > this.#first }));
    if (fetched) await this.catchUp(); // with what has been played meanwhile
  }

  /** Fetch some moves before those that are known. */
  async loadEarlier() {
    const [oldest] = this.#state.moves;
    const after = Math.max(this.#first, oldest.number - 1 - PAGE);
    await this.#fetch(after, (page) => {
      const earlier = page.filter((move) => move.number < oldest.number);
      this.#set({ moves: [...earlier, ...this.#state.moves], more: after > this.#first });
    });
  }

  /** Fetch what has been played since the latest move that is known. */
  async catchUp() {
    const { game } = this.#state;
    const last = this.#last;
    if (last >= game.number - 1) return;
    if (game.number - 1 - last > PAGE) await this.load();
    else if (await this.#fetch(last, (page) => page.forEach((move) => this.add(move)))) {
      if (this.#last > last) await this.catchUp(); // with what has been played meanwhile
    }
  }

  async #fetch(after, use) {
    try {
      use((await kiln.listMoves(this.#session.id, after, PAGE)).moves);
      return true;
    } catch (error) {
      this.#session.fail(error);
      return false;
    }
  }

  /** Take a move to those that are known, if it is the next one. */
  add(move) {
    if (move.number === this.#last + 1) this.#set({ moves: [...this.#state.moves, move] });
  }

  /** Look at the table as it was after a move; the number before the first one shows the start. */
  async look(number) {
    const latest = this.#state.game.number - 1;
    const oldest = (this.#state.moves[0]?.number ?? this.#first + 1) - 1;
    const wanted = number === null || number >= latest ? null : Math.max(number, oldest);
    this.#wanted = wanted;
    try {
      const looking = wanted === null ? null : { number: wanted, position: await this.#describe(wanted) };
      if (this.#wanted === wanted) this.#set({ looking });
    } catch (error) {
      this.#wanted = this.#state.looking?.number ?? null;
      this.#session.fail(error);
    }
  }

  /** One step back (-1) or forth (1). */
  step(by) {
    return this.look((this.#wanted ?? this.#state.game.number - 1) + by);
  }

  async #describe(number) {
    if (!this.#described.has(number)) {
      this.#described.set(number, await kiln.describePosition(await this.#positionAfter(number)));
    }
    return this.#described.get(number);
  }

  /** The position that is shown, as text: that of the game, or the one that is looked back at. */
  async shownPosition() {
    const { looking, game } = this.#state;
    return looking === null ? game.position : this.#positionAfter(looking.number);
  }

  async #positionAfter(number) {
    const move = this.#state.moves.find((other) => other.number === number);
    if (move) return move.position;
    if (number > this.#first) return (await kiln.listMoves(this.#session.id, number - 1, 1)).moves[0].position;
    this.#start ??= (await kiln.getRecord(this.#session.id)).start;
    return this.#start;
  }
}
