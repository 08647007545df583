// The turn of a seat that is played here: the legal moves, the choice among them, what it would do, and sending it.

import * as kiln from "../api/kiln.js";
import { Patience } from "../api/http.js";
import { messageOf } from "../api/messages.js";
import {
  chooseAction,
  chooseGroup,
  chooseSlot,
  moveText,
  newChoice,
  pushOf,
  stepOf,
  toggleLine,
  undo,
  withoutSale,
} from "./choice.js";

const PAUSE = 3_000;

export class Turn {
  /**
   * - `tree`: the legal moves, with the `position` that they are for; null while there is none
   * - `choice`: see choice.js; null when there is nothing to choose
   * - `preview`: `{text, move, game}`, what the choice would do, as far as it has been made; null while not known
   * - `sending`: `{text, number, failures, trouble}` while a move is on its way; `trouble` is what the last failure was
   */
  static EMPTY = { tree: null, choice: null, preview: null, sending: null };

  #session;
  #tried = new Map();
  #patience = null;

  constructor(session) {
    this.#session = session;
  }

  get #store() {
    return this.#session.store;
  }

  get #state() {
    return this.#session.state;
  }

  /** Fetch the legal moves when it is the turn of a seat that is played here. */
  async prepare() {
    const { game, tree } = this.#state;
    if (this.#session.actingSeat() === null || tree?.position === game.position) return;
    try {
      const fetched = await kiln.getTree(this.#session.id);
      const now = this.#state;
      if (fetched.number !== now.game.number || now.tree?.position === now.game.position) return;
      this.#tried.clear();
      this.#store.set({ tree: { ...fetched, position: now.game.position }, choice: newChoice(fetched), preview: null });
    } catch (error) {
      this.#session.fail(error);
      if (error.passing) this.#prepareLater(game.position, error.retryAfter ?? PAUSE);
    }
  }

  /** Without its legal moves nobody can play: ask for them until they come, as long as they are wanted. */
  #prepareLater(position, pause) {
    setTimeout(async () => {
      if (this.#state.game.position !== position || this.#state.phase !== "ready") return;
      await this.prepare();
      if (this.#state.tree !== null && this.#state.notice?.kind === "error") this.#session.dismiss();
    }, pause);
  }

  /** Before the game changes: a choice for a position that stays the same is kept, any other is dropped. */
  keepOrDrop(game) {
    if (this.#state.tree !== null && this.#state.tree.position !== game.position) this.drop();
  }

  drop() {
    this.#patience?.stop();
    this.#store.set({ tree: null, choice: null, preview: null });
  }

  chooseSlot(slot) {
    this.choose(chooseSlot(this.#state.tree, slot));
  }

  chooseGroup(part, kind) {
    this.choose(chooseGroup(this.#push(), this.#state.choice, part, kind));
  }

  chooseAction(part, action) {
    this.choose(chooseAction(this.#state.choice, part, action));
  }

  toggleLine(part, direction, line) {
    this.choose(toggleLine(this.#state.choice, part, direction, line));
  }

  /** Take back the latest choice; false when there is none. */
  undo() {
    const { choice, sending } = this.#state;
    const earlier = choice === null || sending !== null ? null : undo(this.#push(), choice);
    if (earlier === null) return false;
    this.choose(earlier);
    return true;
  }

  #push() {
    return pushOf(this.#state.tree, this.#state.choice);
  }

  /** Choose so, and ask what that would do. */
  choose(choice) {
    if (this.#state.sending !== null) return;
    const known = choice.slot === null ? null : (this.#tried.get(this.#textOf(choice)) ?? null);
    const preview = known ?? (choice.slot === this.#state.choice.slot ? this.#state.preview : null);
    this.#store.set({ choice, preview, notice: null });
    if (choice.slot !== null && known === null) this.#try(choice);
  }

  #textOf(choice) {
    return moveText(pushOf(this.#state.tree, choice), choice);
  }

  /** Ask what the choice would do. */
  async #try(choice) {
    const { tree } = this.#state;
    const text = this.#textOf(choice);
    const token = this.#session.tokenOf(this.#session.actingSeat());
    try {
      const preview = { text, ...(await kiln.tryMove(this.#session.id, token, tree.number, text)) };
      this.#tried.set(text, preview);
      if (this.#state.choice === choice) this.#store.set({ preview });
    } catch (error) {
      if (this.#state.choice !== choice) return;
      if (error.document?.rule === "sale_after_win") this.choose(this.#withoutLaterSales(choice));
      else if (error.status === 409) await this.#movedOn();
      else this.#session.fail(error);
    }
  }

  /** The first sale wins the game, so the service takes no other. */
  #withoutLaterSales(choice) {
    const first = choice.parts.findIndex((part) => part.rows.length + part.columns.length > 0);
    return choice.parts.reduce((fewer, _, part) => (part > first ? withoutSale(fewer, part) : fewer), choice);
  }

  /** The game has changed under the choice: look again, and keep the choice if it still holds. */
  async #movedOn() {
    const before = this.#state.game.number;
    await this.#session.reread();
    if (this.#state.game.number === before && this.#state.choice !== null) return;
    this.#session.notify(
      "warning",
      "This turn has been played already, perhaps in another tab. Here is the table as it is now.",
    );
  }

  /** Send the chosen move, until it is answered: it has a number, so it cannot be played twice. */
  async play() {
    const { choice, tree, sending } = this.#state;
    if (choice === null || sending !== null || stepOf(choice).kind !== "review") return;
    const text = this.#textOf(choice);
    const token = this.#session.tokenOf(this.#session.actingSeat());
    this.#patience = new Patience();
    this.#store.set({ sending: { text, number: tree.number, failures: 0, trouble: null }, notice: null });
    const onFailure = (error) => {
      const failures = this.#state.sending.failures + 1;
      const trouble = error.status === undefined ? "No answer yet." : messageOf(error);
      this.#store.set({ sending: { ...this.#state.sending, failures, trouble } });
      if (failures === 1) this.#session.announce(`${trouble} Sending the same move again.`);
    };
    try {
      const { game, move } = await kiln.playMove(this.#session.id, token, tree.number, text, {
        onFailure,
        patience: this.#patience,
      });
      this.#store.set({ sending: null });
      await this.#session.take(game, move);
    } catch (error) {
      this.#store.set({ sending: null });
      await this.#refused(error);
    }
  }

  async #refused(error) {
    if (this.#state.choice === null) return; // it has been played after all, and the news came another way
    if (error.status === 409) await this.#movedOn();
    else if (error.passing)
      this.#session.notify("warning", `${messageOf(error)} Your choice is kept: send it again when you like.`);
    else this.#session.fail(error);
  }

  /** Send at once what waits to be sent again. */
  hurry() {
    this.#patience?.hurry();
  }

  /** Stop sending; the choice stays. */
  stopSending() {
    this.#patience?.stop();
  }
}
