// Advice on wish: moves that the service suggests, and what a position is worth to each seat.

import * as kiln from "../api/kiln.js";
import { Patience } from "../api/http.js";
import { messageOf } from "../api/messages.js";
import { choiceOf } from "./choice.js";
import { count, seatLabel, valueText } from "./words.js";

const LEVEL = "search-2";

export class Advice {
  /**
   * - `hints`: null, or `{position, asking, suggestions, chosen, trouble}`: the moves suggested for a position, best
   *   first; which of them is shown on the board, or null; what stands in the way, in words, or null
   * - `worth`: null where nobody wants to know, else `{position, seats, trouble}`: what a position is worth, as the API
   *   gives it; `seats` is null until it is known
   */
  static EMPTY = { hints: null, worth: null };

  #session;
  #patience = null;
  #known = new Map();

  constructor(session) {
    this.#session = session;
  }

  get #store() {
    return this.#session.store;
  }

  get #state() {
    return this.#session.state;
  }

  /** Ask what to play, and show the best of it on the board. */
  async ask() {
    const { game, hints } = this.#state;
    if (hints?.asking) return;
    const { position } = game;
    this.#patience = new Patience();
    this.#store.set({ hints: { position, asking: true, suggestions: [], chosen: null, trouble: null } });
    try {
      const advice = await kiln.suggestMove(this.#session.id, LEVEL, {
        patience: this.#patience,
        onFailure: (error) => this.#change(position, { trouble: `${messageOf(error)} It is asked again.` }),
      });
      if (advice.position !== position) {
        this.#drop(position); // the game has gone on, and the news of it is on its way
        return;
      }
      const { suggestions } = advice;
      if (!this.#change(position, { asking: false, suggestions, trouble: null })) return;
      this.#session.announce(toldOf(suggestions));
      this.show(0);
    } catch (error) {
      const trouble = error.passing ? `${messageOf(error)} Ask again in a moment.` : messageOf(error);
      if (this.#change(position, { asking: false, trouble })) this.#session.announce(trouble);
    }
  }

  /** Show a suggestion on the board, as if it had been chosen there. It can then be played, or changed. */
  show(index) {
    const { hints, tree, game, sending } = this.#state;
    if (tree?.position !== game.position || hints?.position !== game.position || sending !== null) return;
    this.#store.set({ hints: { ...hints, chosen: index } });
    this.#session.turn.choose(choiceOf(tree, hints.suggestions[index].move));
  }

  /** Before the game changes: what was said of another position is of no use. */
  keepOrDrop(game) {
    if (this.#state.hints === null || this.#state.hints.position === game.position) return;
    this.#patience?.stop();
    this.#store.set({ hints: null });
  }

  /** Have no hints for a position any more. */
  #drop(position) {
    if (this.#state.hints?.position === position) this.#store.set({ hints: null });
  }

  /** Change what is known of a position's hints; false when that is no longer the game's. */
  #change(position, changes) {
    const { hints } = this.#state;
    if (hints?.position !== position) return false;
    this.#store.set({ hints: { ...hints, ...changes } });
    return true;
  }

  /** Want to know what the position that is shown is worth, or no longer. */
  async weigh(wanted) {
    if (!wanted) {
      this.#store.set({ worth: null });
      return;
    }
    try {
      const position = await this.#session.moves.shownPosition();
      if (this.#state.worth?.position === position && this.#state.worth.trouble === null) return;
      this.#store.set({ worth: { position, seats: this.#known.get(position) ?? null, trouble: null } });
      if (this.#known.has(position)) return;
      const { seats } = await kiln.evaluatePosition(position);
      this.#known.set(position, seats);
      if (this.#state.worth?.position === position) this.#store.set({ worth: { position, seats, trouble: null } });
    } catch (error) {
      const { worth } = this.#state;
      this.#store.set({ worth: { position: worth?.position ?? null, seats: null, trouble: messageOf(error) } });
    }
  }
}

function toldOf(suggestions) {
  const [{ move, value }] = suggestions;
  return `${count(suggestions.length, "move")} suggested. The best is ${move}, ${valueText(value)}. It is shown on the board.`;
}

/** What a seat's position is worth, in a sentence. */
export function worthText({ seat, value, parts }, game) {
  const named = Object.entries(parts).map(([name, part]) => `${name.replaceAll("_", " ")} ${part.toFixed(1)}`);
  return { title: `${seatLabel(game, seat)}: ${value.toFixed(1)}`, parts: named.join(" · ") };
}
