// A seat's card: who sits there, and for each color the score and the warehouse.

import { h, setText } from "../dom.js";
import { levelText } from "../game/levels.js";
import { colorsOf, upper } from "../game/words.js";
import { mark, tile } from "./tile.js";
import { WarehouseView } from "./warehouse.js";

export class SeatCard {
  #name = h("span", { class: "seat-name" });
  #you = h("span", { class: "badge", text: "you" });
  #bot = h("span", { class: "badge bot" });
  #state = h("span", { class: "badge strong" });
  #colors;

  /** `seat` as in the API. `onAction(part, action, byKey)` and `onLine(part, direction, line)` are told what is chosen. */
  constructor(seat, { onAction, onLine }) {
    this.seat = seat.seat;
    this.#colors = seat.warehouses.map(({ color }, part) => this.#column(color, part, onAction, onLine));
    const head = h(
      "h3",
      {},
      h("span", { class: "seat-number", text: String(seat.seat) }),
      this.#name,
      this.#you,
      this.#bot,
      this.#state,
    );
    this.element = h(
      "section",
      { class: "seat", "data-seat": seat.seat },
      head,
      h(
        "div",
        { class: "seat-colors" },
        this.#colors.map(({ element }) => element),
      ),
    );
    this.element.classList.toggle("two-colors", this.#colors.length > 1);
  }

  #column(color, part, onAction, onLine) {
    const score = h("span", { class: "score-now" });
    const after = h("span", { class: "score-after" });
    const target = h("span", { class: "score-target" });
    const bar = h("span", { class: "score-bar-fill" });
    const view = new WarehouseView(color, {
      onAction: (action, byKey) => onAction(part, action, byKey),
      onLine: (direction, line) => onLine(part, direction, line),
    });
    const head = h(
      "p",
      { class: "score" },
      tile(color, "tiny"),
      h("span", { class: "color-name", text: upper(color) }),
      h("span", { class: "visually-hidden", text: " score: " }),
      h("span", { class: "score-figures" }, score, after, target),
    );
    const element = h(
      "div",
      { class: "seat-color", "data-color": color },
      head,
      h("div", { class: "score-bar", "data-color": color, "aria-hidden": "true" }, bar),
      view.element,
    );
    return { element, view, score, after, target, bar };
  }

  /** The view of a part's warehouse. */
  warehouse(part) {
    return this.#colors[part].view;
  }

  /** Show the seat: `seat` as in the API, with `name` and `state`; `toMove`, whether it is its turn; `mine`, played here. */
  update({ seat, toMove, winner, mine, target, warehouses }) {
    setText(this.#name, seat.name ?? upper(colorsOf(seat)));
    this.#you.hidden = !mine;
    this.#bot.hidden = !seat.bot;
    setText(this.#bot, seat.bot ? `bot: ${levelText(seat.bot.level)}` : "");
    const state = winner
      ? "won"
      : seat.state === "left"
        ? "has left"
        : seat.state === "open"
          ? "open seat"
          : toMove
            ? "to move"
            : "";
    setText(this.#state, state);
    this.#state.hidden = state === "";
    this.element.classList.toggle("is-to-move", toMove);
    this.element.classList.toggle("has-left", seat.state === "left");
    this.element.classList.toggle("has-won", winner);
    warehouses.forEach((scene, part) => this.#updateColor(this.#colors[part], scene, target));
  }

  #updateColor({ view, score, after, target: targetText, bar }, scene, target) {
    setText(score, String(scene.score));
    setText(after, scene.scoreAfter === null ? "" : ` → ${scene.scoreAfter}`);
    setText(targetText, ` of ${target}`);
    bar.style.width = `${Math.min(100, ((scene.scoreAfter ?? scene.score) / target) * 100)}%`;
    view.update(scene);
  }
}

/** A seat's colors as marks on tiles, for lists. */
export function seatTiles(colors) {
  return colors.map((color) =>
    h("span", { class: "tile tiny", "data-color": color, "aria-hidden": "true" }, mark(color)),
  );
}
