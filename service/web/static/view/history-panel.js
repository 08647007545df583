// The moves that have been played, and stepping through them.

import { h, setAttribute, svg } from "../dom.js";
import { moveSentences, seatLabel } from "../game/words.js";
import { seatTiles } from "./seat-card.js";

export class HistoryPanel {
  #items = new Map();
  #list = h("ol", { class: "move-list", tabindex: "-1" });
  #empty = h("p", { class: "quiet-text", text: "No move has been played yet." });
  #told = h("ul", { class: "effects" });
  #toldFor = null;
  #moves;
  #buttons;
  #earlier;

  /** `moves`: see game/moves.js. */
  constructor(moves) {
    this.#moves = moves;
    const button = (label, path, look) =>
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: look },
        icon(path),
      );
    this.#buttons = {
      start: button("To the start", "M4 4v16M20 4 8 12l12 8z", () => moves.look(0)),
      back: button("One move back", "M17 4 6 12l11 8z", () => moves.step(-1)),
      forth: button("One move forth", "M7 4l11 8-11 8z", () => moves.step(1)),
      now: button("To the latest move", "M20 4v16M4 4l12 8-12 8z", () => moves.look(null)),
    };
    this.#earlier = h("button", {
      type: "button",
      class: "button small",
      text: "Earlier moves",
      onclick: () => moves.loadEarlier(),
    });
    this.element = h(
      "section",
      { class: "history", "aria-label": "Moves" },
      h(
        "div",
        { class: "history-head" },
        h("h2", { text: "Moves" }),
        h("div", { class: "history-buttons" }, Object.values(this.#buttons)),
      ),
      this.#told,
      this.#earlier,
      this.#empty,
      this.#list,
    );
  }

  update(state, scene) {
    const { moves, game, looking, more } = state;
    this.#earlier.hidden = !more;
    this.#empty.hidden = moves.length > 0;
    this.#showList(moves, game, scene.after);
    const first = (moves[0]?.number ?? game.number) - 1;
    const at = looking?.number ?? game.number - 1;
    this.#buttons.start.disabled = at <= first;
    this.#buttons.back.disabled = at <= first;
    this.#buttons.forth.disabled = looking === null;
    this.#buttons.now.disabled = looking === null;
    this.#tell(scene, game, looking);
  }

  #showList(moves, game, shown) {
    const known = new Set(moves.map(({ number }) => number));
    for (const [number, item] of this.#items) {
      if (known.has(number)) continue;
      item.remove();
      this.#items.delete(number);
    }
    moves.forEach((move, index) => {
      if (!this.#items.has(move.number)) this.#items.set(move.number, this.#item(move, game));
      const item = this.#items.get(move.number);
      if (this.#list.children[index] !== item) this.#list.insertBefore(item, this.#list.children[index] ?? null);
      setAttribute(item.firstChild, "aria-current", move.number === shown ? "true" : null);
    });
    const current = this.#items.get(shown);
    if (current && this.#shown !== shown) scrollWithin(this.#list, current);
    this.#shown = shown;
  }

  #shown = null;

  #item(move, game) {
    const points = move.events.filter(({ type }) => type === "sell").reduce((sum, event) => sum + event.points, 0);
    const button = h(
      "button",
      { type: "button", class: "move", onclick: () => this.#moves.look(move.number) },
      h("span", { class: "move-number", text: String(move.number) }),
      h("span", { class: "visually-hidden", text: ` ${seatLabel(game, move.seat)}: ` }),
      h("span", { class: "move-tiles" }, seatTiles(game.seats[move.seat - 1].warehouses.map(({ color }) => color))),
      h("span", { class: "move-text", text: move.move }),
      points > 0 && h("span", { class: "move-points", text: `+${points}` }),
    );
    return h("li", {}, button);
  }

  /** Tell in words what the move did that is shown. */
  #tell({ move }, game) {
    const key = move?.number ?? null;
    if (key === this.#toldFor) return;
    this.#toldFor = key;
    this.#told.replaceChildren(...(move === null ? [] : moveSentences(move, game).map((text) => h("li", { text }))));
  }
}

function icon(path) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
}

/** Scroll a list so that one of its items is seen, and nothing else. */
function scrollWithin(holder, item) {
  const top = item.offsetTop - holder.offsetTop;
  if (top < holder.scrollTop) holder.scrollTop = top;
  else if (top + item.offsetHeight > holder.scrollTop + holder.clientHeight)
    holder.scrollTop = top + item.offsetHeight - holder.clientHeight;
}
