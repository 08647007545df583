// Whose turn it is, and what to do next: the first thing to be read.

import { h, replace, setText } from "../dom.js";
import { count, seatLabel, standing } from "../game/words.js";
import { hintOf } from "./scene.js";
import { seatTiles } from "./seat-card.js";

export class StatusPanel {
  #tiles = h("span", { class: "status-tiles" });
  #title = h("h1", { class: "status-title", tabindex: "-1" });
  #clock = h("span", { class: "clock", role: "timer", hidden: true });
  #details = h("p", { class: "status-details" });
  #hint = h("p", { class: "hint" });
  #now = h("button", { type: "button", class: "button small", text: "Back to the game", hidden: true });
  #timer = null;
  #deadline = null;
  #announce;
  #warned = new Set();

  /** `announce(text)` tells those who listen when time runs short, `lookNow()` ends looking back. */
  constructor(announce, lookNow) {
    this.#announce = announce;
    this.#now.addEventListener("click", lookNow);
    this.element = h(
      "section",
      { class: "status", "aria-label": "State of the game" },
      h("div", { class: "status-head" }, this.#tiles, this.#title, this.#clock),
      this.#details,
      this.#hint,
      this.#now,
    );
  }

  update(state, acting, seats) {
    const { game, looking } = state;
    setText(this.#title, looking === null ? titleOf(game, acting, seats) : lookingTitle(game, looking.number));
    setText(this.#details, detailsOf(game));
    setText(this.#hint, hintOf(state, acting, seats));
    this.#now.hidden = looking === null;
    const seat = game.to_move ?? game.outcome?.winner ?? null;
    replace(this.#tiles, seat === null ? null : seatTiles(game.seats[seat - 1].warehouses.map(({ color }) => color)));
    this.element.classList.toggle("is-yours", acting !== null && looking === null);
    document.title =
      acting !== null && seats.length < game.players
        ? "● Your move – Kiln"
        : `${titleOf(game, acting, seats).replace(/\.$/, "")} – Kiln`;
    this.#setDeadline(game.status === "playing" ? (game.deadline ?? null) : null);
  }

  /** Give the focus to the line that says whose turn it is. */
  focus() {
    this.#title.focus();
  }

  #setDeadline(deadline) {
    if (deadline === this.#deadline) return;
    this.#deadline = deadline;
    this.#warned.clear();
    clearInterval(this.#timer);
    this.#clock.hidden = deadline === null;
    if (deadline === null) return;
    this.#tick();
    this.#timer = setInterval(() => this.#tick(), 1000);
  }

  #tick() {
    const seconds = Math.max(0, Math.ceil((Date.parse(this.#deadline) - Date.now()) / 1000));
    setText(this.#clock, clockText(seconds));
    this.#clock.classList.toggle("is-short", seconds <= 10);
    for (const mark of [60, 10]) {
      if (seconds <= mark && seconds > mark - 3 && !this.#warned.has(mark)) {
        this.#warned.add(mark);
        this.#announce(`${mark} seconds left for this move.`);
      }
    }
  }

  close() {
    clearInterval(this.#timer);
  }
}

/** `1:05`, or `2 d 03 h` where there is much. */
export function clockText(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d ${two(Math.floor((seconds % 86_400) / 3600))} h`;
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

function titleOf(game, acting, seats) {
  if (game.status === "playing" && acting !== null) {
    const extra = game.extra_turn ? ": extra turn" : "";
    return seats.length === 1 ? `Your move${extra}` : `${seatLabel(game, acting)} to move${extra}`;
  }
  return standing(game, seats);
}

function lookingTitle(game, number) {
  return number < game.start_number ? "The start" : `After move ${number}`;
}

function detailsOf(game) {
  const goal = game.two_color ? (game.goal === "both" ? " with both colors" : " with either color") : "";
  const variants = [
    game.variants.fixing_the_mess ? null : "no erasing",
    game.variants.heating_up ? "heating up" : null,
  ].filter((text) => text !== null);
  const number = game.status === "finished" ? count(game.number - game.start_number, "move") : `Move ${game.number}`;
  return [number, `first to ${game.target}${goal}`, ...variants].join(" · ");
}
