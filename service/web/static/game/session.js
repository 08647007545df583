// One game as this browser sees it: what is known of it, and what changes that. All state is in `store`.

import * as kiln from "../api/kiln.js";
import { messageOf } from "../api/messages.js";
import { forgetSeat, keep, keptOf, newToken } from "../keep/seats.js";
import { Follower } from "../live/follow.js";
import { Advice } from "./advice.js";
import { Moves } from "./moves.js";
import { Store } from "./store.js";
import { Turn } from "./turn.js";
import { moveSentences, standing } from "./words.js";

/**
 * The state:
 *
 * - `phase`: `loading`, `ready`, `gone` (no such game) or `failed`, with `failure` in words
 * - `game`: as the API gives it; `kept`: see keep/seats.js
 * - `connection`: see live/follow.js; `notice`: `{text, kind, action}` or null
 * - `moves`, `more`, `looking`: see moves.js; `tree`, `choice`, `preview`, `sending`: see turn.js
 * - `hints`, `worth`: see advice.js
 */
const EMPTY = {
  phase: "loading",
  failure: null,
  game: null,
  kept: null,
  connection: "connecting",
  notice: null,
  busy: null,
};

export class Session {
  /** `announce(text)` tells it to those who listen to the page. */
  constructor(id, announce) {
    this.id = id;
    this.announce = announce;
    this.store = new Store({ ...EMPTY, ...Moves.EMPTY, ...Turn.EMPTY, ...Advice.EMPTY });
    this.moves = new Moves(this);
    this.turn = new Turn(this);
    this.advice = new Advice(this);
    this.follower = null;
  }

  get state() {
    return this.store.state;
  }

  /** Load the game and follow it. `seat`: a seat and its token, from the page's address. */
  async open(seat) {
    const refused = seat === null ? null : await this.#takeSeat(seat);
    try {
      const game = await kiln.getGame(this.id);
      this.store.set({ phase: "ready", game, kept: keptOf(this.id), notice: refused });
    } catch (error) {
      this.#failToOpen(error);
      return;
    }
    this.announce(standing(this.state.game, this.seats()));
    this.follow();
    await Promise.all([this.turn.prepare(), this.moves.load()]);
  }

  #failToOpen(error) {
    if (error.code === "game_not_found") this.#goes();
    else this.store.set({ phase: "failed", failure: messageOf(error) });
  }

  #goes = () => {
    this.follower?.close();
    this.turn.drop();
    this.store.set({ phase: "gone" });
  };

  /** Keep a seat whose link has been followed, once the service has confirmed its token. */
  async #takeSeat({ token }) {
    try {
      const role = await kiln.getRole(this.id, token);
      if (role.seat !== null) keep(this.id, { seats: { [role.seat]: token } });
      return null;
    } catch (error) {
      if (error.code === "game_not_found") return null;
      const text =
        error.status === 401 ? "This link does not give you a seat any more. You can watch." : messageOf(error);
      return { kind: "warning", text };
    }
  }

  /** The seats that are played in this browser: those of which it has the token, unless a bot plays on for them. */
  seats() {
    return this.#keptSeats().filter((seat) => !this.state.game?.seats[seat - 1]?.bot);
  }

  #keptSeats() {
    return Object.keys(this.state.kept?.seats ?? {}).map(Number);
  }

  /** Whether this browser may ask for a rematch: also for a seat that has left. */
  mayPlayAgain() {
    return this.#keptSeats().length > 0;
  }

  /** The seat to move, if it is played in this browser, else null. */
  actingSeat() {
    const toMove = this.state.game?.to_move ?? null;
    return this.seats().includes(toMove) ? toMove : null;
  }

  /** The token of a seat that is played here. */
  tokenOf(seat) {
    return this.state.kept.seats[seat];
  }

  follow() {
    this.follower = new Follower(this.id, {
      version: () => this.state.game.version,
      onGame: (game) => this.take(game, null),
      onMove: (game, move) => this.take(game, move),
      onConnection: (connection) => this.#connected(connection),
      onGone: this.#goes,
    });
  }

  #connected(connection) {
    const { connection: before, notice } = this.state;
    if (before === connection) return;
    this.store.set({ connection, notice: notice?.kind === "offline" ? null : notice });
    if (connection === "lost") this.announce("Connection lost. Trying to get it back.");
    else if (before === "lost") this.#returns();
  }

  /** The connection is back: what was waiting for it goes on. */
  async #returns() {
    this.announce("The connection is back.");
    this.turn.hurry();
    await this.reread();
  }

  /** Take over a newer state of the game, wherever it comes from; `move` if it is a move that has led there. */
  async take(game, move) {
    const before = this.state.game;
    if (before !== null && game.version <= before.version) return;
    const next = move !== null && move.number === before?.number && game.number === before.number + 1;
    this.turn.keepOrDrop(game);
    this.advice.keepOrDrop(game);
    this.store.set({ game, kept: keptOf(this.id) });
    if (next) {
      this.moves.add(move);
      this.announce([...moveSentences(move, game), standing(game, this.seats())].join(" "));
    } else {
      this.announce(standing(game, this.seats()));
      await this.moves.catchUp();
    }
    await this.turn.prepare();
  }

  /** Ask how things are now. */
  async reread() {
    try {
      await this.take(await kiln.getGame(this.id), null);
      await this.turn.prepare();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Show that something went wrong. */
  fail(error) {
    if (error.code === "game_not_found") {
      this.#goes();
      return;
    }
    if (error.code === "token_unknown" && this.actingSeat() !== null) this.#loseSeat(this.actingSeat());
    this.notify("error", messageOf(error));
  }

  #loseSeat(seat) {
    forgetSeat(this.id, seat);
    this.store.set({ kept: keptOf(this.id) });
    this.turn.drop();
  }

  /** Show a notice: `info`, `warning` or `error`. */
  notify(kind, text) {
    this.store.set({ notice: { kind, text } });
    this.announce(text);
  }

  dismiss() {
    this.store.set({ notice: null });
  }

  /** Do something that takes a while, one thing at a time; false when it failed. */
  async #doing(name, action) {
    if (this.state.busy !== null) return false;
    this.store.set({ busy: name, notice: null });
    try {
      await action();
      return true;
    } catch (error) {
      if (error.status === 409) await this.reread();
      this.fail(error);
      return false;
    } finally {
      this.store.set({ busy: null });
    }
  }

  /** Take an open seat. The token is kept before it is sent: a lost answer does no harm. */
  claim(seat, name) {
    const token = newToken();
    return this.#doing("claim", async () => {
      keep(this.id, { seats: { [seat]: token } });
      try {
        const { game } = await kiln.claimSeat(this.id, seat, name, token);
        await this.take(game, null);
      } catch (error) {
        if (!error.passing) forgetSeat(this.id, seat);
        throw error;
      }
      this.store.set({ kept: keptOf(this.id) });
      await this.turn.prepare();
    });
  }

  /** Leave the game with a seat. */
  resign(seat) {
    return this.#doing("resign", async () => {
      await this.take(await kiln.leaveSeat(this.id, seat, this.tokenOf(seat)), null);
    });
  }

  /** Play again: go to the game in which the same seats do so. The tokens are the same. */
  rematch() {
    return this.#doing("rematch", async () => {
      const seat = this.seats()[0] ?? this.#keptSeats()[0];
      const { game } = await kiln.rematch(this.id, this.tokenOf(seat));
      this.goTo(game.id);
    });
  }

  /** Go to the rematch of this game, with the seats of this one. */
  goTo(id) {
    const { owner, seats, invites } = this.state.kept;
    if (Object.keys(seats).length > 0) keep(id, { owner, seats, invites });
    location.assign(`/play/${id}`);
  }
}
