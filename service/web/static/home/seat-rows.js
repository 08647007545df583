// The seats in the form of a new game: names, colors, and who plays them.

import { h, setAttribute } from "../dom.js";
import { upper } from "../game/words.js";

const COLORS = ["red", "blue", "green", "yellow"];
const WHO = [
  ["here", "I play it here"],
  ["link", "By a private link"],
  ["open", "Open to who comes"],
];

export class SeatRows {
  #rows;

  constructor() {
    this.#rows = [1, 2, 3, 4].map(makeRow);
    this.element = h(
      "div",
      { class: "seat-rows" },
      this.#rows.map(({ element }) => element),
    );
  }

  /** Show so many seats; `positioned`: a position says what they play. */
  update({ players, twoColor, byLink, positioned }) {
    this.#rows.forEach((row, index) => {
      row.element.hidden = index >= players;
      row.who.parentElement.hidden = !byLink;
      row.colors.forEach((select, place) => {
        select.parentElement.hidden = positioned || (place === 1 && !twoColor);
      });
      row.element.classList.toggle("by-link", byLink);
    });
  }

  /** What is wanted for each of the first `players` seats. */
  read({ players, twoColor }) {
    return this.#rows.slice(0, players).map(({ name, colors, who }) => ({
      name: name.value.trim(),
      colors: colors
        .slice(0, twoColor ? 2 : 1)
        .map((select) => select.value)
        .filter((color) => color !== ""),
      who: who.value,
    }));
  }

  /** Mark the fields that a fault's pointer such as `/seats/0/name` is about. */
  mark(pointers) {
    this.#rows.forEach(({ name, colors }, index) => {
      const has = (field) =>
        pointers.some(
          (pointer) => pointer === `/seats/${index}/${field}` || pointer.startsWith(`/seats/${index}/${field}/`),
        );
      setAttribute(name, "aria-invalid", has("name") ? "true" : null);
      colors.forEach((select) => setAttribute(select, "aria-invalid", has("colors") ? "true" : null));
    });
  }
}

function makeRow(seat) {
  const id = (field) => `seat-${seat}-${field}`;
  const name = h("input", { id: id("name"), maxlength: "40", autocomplete: "off", placeholder: "Name" });
  const colors = [1, 2].map((place) =>
    h(
      "select",
      { id: id(`color-${place}`) },
      option("", "any color"),
      COLORS.map((color) => option(color, upper(color))),
    ),
  );
  const who = h(
    "select",
    { id: id("who") },
    WHO.map(([value, text]) => option(value, text)),
  );
  who.value = seat === 1 ? "here" : "link";
  const element = h(
    "div",
    { class: "seat-row", role: "group", "aria-label": `Seat ${seat}` },
    h("span", { class: "seat-number", "aria-hidden": "true", text: String(seat) }),
    labelled(`Name of seat ${seat}`, name, "grow"),
    colors.map((select, place) =>
      labelled(place === 0 ? `Color of seat ${seat}` : `Second color of seat ${seat}`, select),
    ),
    labelled(`Who plays seat ${seat}`, who, "who"),
  );
  return { element, name, colors, who };
}

function labelled(text, field, extra = "") {
  return h("div", { class: `field ${extra}` }, h("label", { class: "visually-hidden", for: field.id, text }), field);
}

function option(value, text) {
  return h("option", { value, text });
}
