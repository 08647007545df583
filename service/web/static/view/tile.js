// A tile: its color, and a mark that tells the color to those who cannot see it.

import { h, svg } from "../dom.js";

const LETTERS = { r: "red", b: "blue", g: "green", y: "yellow", k: "black" };

// Marks on a square from -1 to 1, the same as in the service's pictures.
const CORNERS = {
  red: [
    [0, -0.64],
    [0.56, 0],
    [0, 0.64],
    [-0.56, 0],
  ],
  green: [
    [0, -0.58],
    [0.62, 0.48],
    [-0.62, 0.48],
  ],
  yellow: star(0.68, 0.45, 0.05),
  black: cross([
    [0.31, 0],
    [0.62, 0.31],
    [0.31, 0.62],
  ]),
};
const DISC = "M-.46 0A.46 .46 0 1 1 .46 0A.46 .46 0 1 1 -.46 0Z";

function star(radius, inner, down) {
  return Array.from({ length: 10 }, (_, corner) => {
    const distance = corner % 2 === 0 ? radius : radius * inner;
    const angle = (corner * Math.PI) / 5;
    return [distance * Math.sin(angle), down - distance * Math.cos(angle)];
  });
}

function cross(arm) {
  const turns = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  return turns.flatMap(([cos, sin]) => arm.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]));
}

const PATHS = Object.fromEntries([
  ["blue", DISC],
  ...Object.entries(CORNERS).map(([color, corners]) => [
    color,
    `M${corners.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}Z`,
  ]),
]);

/** The color's word for its letter in a row of the kiln. */
export function colorOf(letter) {
  return LETTERS[letter];
}

/** A tile, to be looked at alone: say beside it what it is. */
export function tile(color, extra = "") {
  return h("span", { class: `tile ${extra}`, "data-color": color, "aria-hidden": "true" }, mark(color));
}

/** A mark alone. */
export function mark(color) {
  return svg(
    "svg",
    { class: "mark", viewBox: "-1 -1 2 2", "aria-hidden": "true" },
    svg("path", { d: PATHS[color] ?? "" }),
  );
}

/** Have exactly this tile in a place: null for none. Returns the tile's element. */
export function setTile(holder, color) {
  const present = holder.querySelector(":scope > .tile");
  if (present?.dataset.color === (color ?? undefined)) return present;
  present?.remove();
  if (color === null) return null;
  const added = tile(color);
  holder.prepend(added);
  return added;
}
