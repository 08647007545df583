// The seats in the form of a new game: names, colors, and who plays them.

import { h, setAttribute } from "../dom.js";
import { FIRST_LEVEL, LEVELS, levelText } from "../game/levels.js";
import { upper } from "../game/words.js";

const COLORS = ["red", "blue", "green", "yellow"];
const BOT = "bot ";
const WHO = [
  ["here", "I play it here"],
  ["link", "By a private link"],
  ["open", "Open to who comes"],
  ...LEVELS.map((level) => [BOT + level, `Bot: ${levelText(level)}`]),
];
/** Who plays the seats after the first, for each kind of company. */
const OTHERS = { bots: BOT + FIRST_LEVEL, here: "here", link: "link" };

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

  /** Have the seats played as it is usual with this company: `bots`, `here` or `link`. */
  seat(company) {
    this.#rows.forEach(({ who }, index) => {
      who.value = index === 0 ? "here" : OTHERS[company];
    });
  }

  /** Show so many seats; `positioned`: a position says what they play. */
  update({ players, twoColor, positioned }) {
    this.#rows.forEach((row, index) => {
      row.element.hidden = index >= players;
      row.colors.forEach((select, place) => {
        select.parentElement.hidden = positioned || (place === 1 && !twoColor);
      });
    });
  }

  /** What is wanted for each of the first `players` seats; `level` is that of a bot, or null. */
  read({ players, twoColor }) {
    return this.#rows.slice(0, players).map(({ name, colors, who }) => ({
      name: name.value.trim(),
      colors: colors
        .slice(0, twoColor ? 2 : 1)
        .map((select) => select.value)
        .filter((color) => color !== ""),
      who: who.value.startsWith(BOT) ? "bot" : who.value,
      level: who.value.startsWith(BOT) ? who.value.slice(BOT.length) : null,
    }));
  }

  /** Mark the fields that a fault's pointer such as `/seats/0/name` is about. */
  mark(pointers) {
    this.#rows.forEach(({ name, colors, who }, index) => {
      const has = (field) =>
        pointers.some(
          (pointer) => pointer === `/seats/${index}/${field}` || pointer.startsWith(`/seats/${index}/${field}/`),
        );
      setAttribute(name, "aria-invalid", has("name") ? "true" : null);
      setAttribute(who, "aria-invalid", has("bot") || has("open") ? "true" : null);
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
