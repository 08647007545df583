// A warehouse: 25 squares, what lies on them, and what can be chosen there.

import { h, place, replace, setAttribute, svg } from "../dom.js";
import { distance, outlinePath, squareAt, squareName } from "../game/places.js";
import { lineText } from "../game/words.js";
import { Controls } from "./controls.js";
import { GridText } from "./grid-text.js";
import { setTile, tile } from "./tile.js";

const FIVE = [0, 1, 2, 3, 4];
const NAMES = [..."abcde"];

export class WarehouseView {
  #cells = new Map();
  #marks = svg("svg", { class: "outlines", viewBox: "0 0 5 5" });
  #lines = [];
  #scene = null;
  #pointed = null;
  #text;

  /** `onAction(action, byKey)` is told what is chosen, `onLine(direction, line)` which line's sale is changed. */
  constructor(color, { onAction, onLine }) {
    this.color = color;
    this.#text = new GridText(
      "",
      FIVE.map((row) => String(row + 1)),
      NAMES,
    );
    this.controls = new Controls({
      className: "warehouse-grid",
      onChoose: (key, byKey) => (key.startsWith("sell ") ? onLine(...lineOf(key)) : onAction(key, byKey)),
      onPoint: (key) => this.#point(key),
    });
    this.board = h("div", { class: "warehouse-board warehouse-grid", "aria-hidden": "true" }, this.#parts());
    this.element = h(
      "div",
      { class: "warehouse", "data-color": color },
      this.#text.element,
      this.board,
      this.controls.element,
    );
    this.#listen(onAction);
  }

  #parts() {
    const names = FIVE.flatMap((index) => [
      place(h("span", { class: "name", text: NAMES[index] }), 1, index + 2),
      place(h("span", { class: "name", text: String(index + 1) }), index + 2, 1),
    ]);
    for (const row of FIVE) {
      for (const column of FIVE) {
        const cell = h("div", { class: "cell" });
        this.#cells.set(squareName(column, row), place(cell, row + 2, column + 2));
      }
    }
    this.#lines = h("div", { class: "sold-lines warehouse-grid" });
    place(this.#marks, 2, 2, 5, 5);
    return [names, [...this.#cells.values()], this.#marks, this.#lines];
  }

  /** Pointing beside the middle of a shape's place counts for the nearest place that covers what is pointed at. */
  #listen(onAction) {
    this.element.addEventListener("pointermove", (event) => {
      if (event.target.closest("[data-key]") === null) this.#point(this.#nearestAction(event));
    });
    this.element.addEventListener("pointerleave", () => this.#point(null));
    this.element.addEventListener("click", (event) => {
      const action = event.target.closest("[data-key]") === null ? this.#nearestAction(event) : null;
      if (action !== null) onAction(action, false);
    });
  }

  #nearestAction(event) {
    const box = this.#marks.getBoundingClientRect();
    const [column, row] = [
      Math.floor(((event.clientX - box.left) / box.width) * 5),
      Math.floor(((event.clientY - box.top) / box.height) * 5),
    ];
    if (!FIVE.includes(column) || !FIVE.includes(row)) return null;
    const cell = squareName(column, row);
    const over = (this.#scene?.places ?? []).filter(({ cells }) => cells.includes(cell));
    over.sort((one, other) => distance(one.handle, cell) - distance(other.handle, cell));
    return over[0]?.action ?? null;
  }

  /** The element that holds the tile of a cell. */
  holder(name) {
    return this.#cells.get(name);
  }

  /**
   * Show a warehouse. `rows` as in the API; `owner`, whose it is, in words; `copied`, `erased` and `sold`, what the last
   * move did; `chosen`, the option that is being chosen, with its `cells` or `cell`; `places` and `erasures`, what may be
   * chosen; `lines`, what may be sold: `{direction, line, pressed}`.
   */
  update(scene) {
    this.#scene = scene;
    const { rows, owner, copied, erased, sold, places, erasures, lines } = scene;
    for (const [name, holder] of this.#cells) {
      const { column, row } = squareAt(name);
      setTile(holder, rows[row][column] === "x" ? this.color : null);
      holder.classList.toggle("was-erased", name === erased);
    }
    this.#copied = copied;
    this.#draw();
    this.#text.write(
      `${owner}: warehouse of ${this.color}`,
      rows.map((row) => [...row].map((cell) => (cell === "x" ? this.color : "empty"))),
    );
    const framed = lines.filter(({ pressed }) => pressed);
    for (const direction of ["rows", "columns"]) framed.push(...sold[direction].map((line) => ({ direction, line })));
    replace(this.#lines, framed.map(soldLine));
    this.controls.show([
      ...places.map((option) => this.#placeControl(option)),
      ...erasures.map((option) => this.#eraseControl(option)),
      ...lines.map(lineControl),
    ]);
    this.element.classList.toggle("is-choosable", places.length + erasures.length > 0);
  }

  #copied = [];

  #placeControl({ action, cells, handle, chosen, must }) {
    const label = `Copy to ${cells.join(", ")}${must ?? ""}`;
    return { key: action, label, kind: "place", pressed: chosen, ...gridPlace(handle) };
  }

  #eraseControl({ action, cell, chosen }) {
    return { key: action, label: `Erase ${cell}`, kind: "erase", pressed: chosen, ...gridPlace(cell) };
  }

  #point(key) {
    if (key === this.#pointed) return;
    this.#pointed = key;
    this.#draw();
  }

  /** Draw the shape that is chosen, or the one that is pointed at in its stead. */
  #draw() {
    const { chosen, places } = this.#scene;
    const pointed = places.find(({ action }) => action === this.#pointed) ?? null;
    const shown = pointed ?? chosen;
    for (const [name, holder] of this.#cells) {
      const ghost = shown?.cells?.includes(name) ?? false;
      const present = holder.querySelector(".ghost");
      if (ghost && !present) holder.append(tile(this.color, "ghost"));
      if (!ghost) present?.remove();
      holder.classList.toggle("will-erase", name === (shown?.cell ?? null));
    }
    const squares = shown?.cells ?? (chosen === null ? this.#copied : []);
    const kind = shown?.cells ? "choosable" : "copied";
    const d = outlinePath(squares);
    replace(this.#marks, d && [svg("path", { class: `halo ${kind}`, d }), svg("path", { class: `line ${kind}`, d })]);
    setAttribute(this.element, "data-ghost", pointed ? "pointed" : null);
  }
}

function gridPlace(name) {
  const { column, row } = squareAt(name);
  return { row: row + 2, column: column + 2 };
}

function lineOf(key) {
  const [, direction, line] = key.split(" ");
  return [direction, Number(line)];
}

function lineControl({ direction, line, pressed }) {
  const along = line + 1;
  const spot = direction === "rows" ? { row: along, column: 1 } : { row: 1, column: along };
  return {
    key: `sell ${direction} ${line}`,
    label: `Sell ${lineText(direction, line)}`,
    kind: `line line-${direction}`,
    pressed,
    ...spot,
  };
}

function soldLine({ direction, line }) {
  const frame = h("div", { class: "sold-line" });
  return direction === "rows" ? place(frame, line + 1, 2, 1, 5) : place(frame, 2, line + 1, 5, 1);
}
