// The kiln: 36 tiles, the slots round it with the outer tile, and what can be chosen there.

import { h, place, replace, svg } from "../dom.js";
import { COLUMNS, outlinePath, slotPlace, squareAt, squareName } from "../game/places.js";
import { Controls } from "./controls.js";
import { GridText } from "./grid-text.js";
import { colorOf, setTile } from "./tile.js";

const SIX = [0, 1, 2, 3, 4, 5];
const SLOTS = [..."NESW"].flatMap((side) => SIX.map((index) => `${side}${index + 1}`));
const FIRST = 3; // the grid's line at which the squares begin

export class KilnView {
  #slots = new Map();
  #squares = new Map();
  #marks = svg("svg", { class: "outlines", viewBox: "0 0 6 6" });
  #line = h("div", { class: "pushed-line" });
  #pointedLine = h("div", { class: "pointed-line", hidden: true });
  #arrow = h("div", { class: "arrow" });
  #text = new GridText(
    "Kiln",
    SIX.map((row) => String(row + 1)),
    [...COLUMNS],
  );
  #pointed = null;
  #choices = { slots: [], groups: [] };

  /** `onSlot(slot, byKey)` and `onGroup(part, kind, byKey)` are told what is chosen. */
  constructor({ onSlot, onGroup }) {
    this.controls = new Controls({
      className: "kiln-grid",
      onChoose: (key, byKey) => {
        const [kind, ...rest] = key.split(" ");
        if (kind === "slot") onSlot(rest[0], byKey);
        else onGroup(Number(rest[0]), rest[1], byKey);
      },
      onPoint: (key) => this.#point(key),
    });
    this.board = h("div", { class: "kiln-board kiln-grid", "aria-hidden": "true" }, this.#parts());
    this.element = h(
      "section",
      { class: "kiln", "aria-label": "The kiln" },
      this.#text.element,
      this.board,
      this.controls.element,
    );
  }

  #parts() {
    const bed = place(h("div", { class: "bed" }), FIRST, FIRST, 6, 6);
    const names = SIX.flatMap((index) => [
      place(h("span", { class: "name", text: COLUMNS[index] }), FIRST - 1, FIRST + index),
      place(h("span", { class: "name", text: String(index + 1) }), FIRST + index, FIRST - 1),
    ]);
    for (const slot of SLOTS) {
      const { row, column } = slotPlace(slot);
      const holder = h("div", { class: "slot", "data-slot": slot }, h("span", { class: "slot-name", text: slot }));
      this.#slots.set(slot, place(holder, row, column));
    }
    for (const row of SIX) {
      for (const column of SIX) {
        const holder = h("div", { class: "square" });
        this.#squares.set(squareName(column, row), place(holder, FIRST + row, FIRST + column));
      }
    }
    place(this.#marks, FIRST, FIRST, 6, 6);
    return [
      bed,
      this.#line,
      this.#pointedLine,
      names,
      [...this.#slots.values()],
      [...this.#squares.values()],
      this.#arrow,
      this.#marks,
    ];
  }

  /** The element that holds the tile of a square or slot. */
  holder(name) {
    return this.#squares.get(name) ?? this.#slots.get(name);
  }

  /**
   * Show a kiln: `kiln` and `outer` as in the API; `pushed`, the slot that was pushed last or null; `copied`, lists of
   * squares to outline; `slots` and `groups`, what can be chosen, and `caption` for those who listen.
   */
  update({ kiln, outer, pushed, copied, slots, groups, caption }) {
    kiln.forEach((letters, row) => {
      [...letters].forEach((letter, column) => setTile(this.#squares.get(squareName(column, row)), colorOf(letter)));
    });
    for (const [slot, holder] of this.#slots) {
      setTile(holder, slot === outer.slot ? outer.tile : null);
      holder.classList.toggle("has-tile", slot === outer.slot);
      holder.classList.toggle("is-pushed", slot === pushed);
    }
    this.#mark(pushed);
    this.#copied = copied;
    this.#choices = { slots, groups };
    this.#outline();
    this.#text.write(
      `${caption} The outer tile is ${outer.tile}, at ${outer.slot}.`,
      kiln.map((letters) => [...letters].map(colorOf)),
    );
    this.controls.show([...slots.map(slotControl), ...groups.flatMap(groupControls)]);
  }

  #copied = [];

  #mark(pushed) {
    this.#line.hidden = pushed === null;
    this.#arrow.hidden = pushed === null;
    if (pushed === null) return;
    placeLine(this.#line, pushed);
    const { row, column } = slotPlace(pushed);
    place(this.#arrow, row, column);
    this.#arrow.dataset.side = pushed[0];
  }

  #outline() {
    const paths = this.#copied.flatMap((squares) => outline(squares, "copied"));
    for (const { kind, part, squares } of this.#choices.groups) {
      const pointed = this.#pointed === groupKey(part, kind, squares[0]);
      paths.push(...outline(squares, pointed ? "choosable pointed" : "choosable"));
    }
    replace(this.#marks, paths);
  }

  /** Show where the tile would go in, and the group that would be taken. */
  #point(key) {
    this.#pointed = key;
    const slot = key?.startsWith("slot ") ? key.slice(5) : null;
    this.#pointedLine.hidden = slot === null;
    if (slot !== null) placeLine(this.#pointedLine, slot);
    if (this.#choices.groups.length > 0) this.#outline();
  }
}

/** Lay a frame over the line behind a slot, from that slot to the one across. */
function placeLine(frame, slot) {
  const upright = "NS".includes(slot[0]);
  const { row, column } = slotPlace(slot);
  place(frame, upright ? 1 : row, upright ? column : 1, upright ? 10 : 1, upright ? 1 : 10);
}

function outline(squares, className) {
  const d = outlinePath(squares);
  return [svg("path", { class: `halo ${className}`, d }), svg("path", { class: `line ${className}`, d })];
}

function slotControl({ slot, label, pressed }) {
  const later = pressed === undefined ? "" : " is-later";
  return { key: `slot ${slot}`, label, kind: `slot side-${slot[0]}${later}`, pressed, ...slotPlace(slot) };
}

function groupKey(part, kind, square) {
  return `group ${part} ${kind} ${square}`;
}

/** One button for the first square of a group, which has the words, and one for each of the others. */
function groupControls({ part, kind, squares, label }) {
  return squares.map((square) => {
    const { column, row } = squareAt(square);
    return {
      key: groupKey(part, kind, square),
      label: `${label}: ${square}`,
      kind: "group",
      row: FIRST + row,
      column: FIRST + column,
    };
  });
}
