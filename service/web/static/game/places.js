// Names of squares and slots, and where they are. Geometry alone: what is legal, the API says.

export const COLUMNS = "abcdef";
const SIDES = "NESW";

/** Column and row of a square such as `c4`, from 0. */
export function squareAt(name) {
  return { column: COLUMNS.indexOf(name[0]), row: Number(name[1]) - 1 };
}

/** The name of the square there. */
export function squareName(column, row) {
  return `${COLUMNS[column]}${row + 1}`;
}

/** The slot across the kiln from one such as `N3`. */
export function oppositeSlot(slot) {
  return SIDES[(SIDES.indexOf(slot[0]) + 2) % 4] + slot[1];
}

/** Where a slot lies in the grid of the kiln's view: rows and columns from 1; slots, a strip, six squares, and back. */
export function slotPlace(slot) {
  const along = Number(slot[1]) + 2;
  return {
    N: { row: 1, column: along },
    S: { row: 10, column: along },
    W: { row: along, column: 1 },
    E: { row: along, column: 10 },
  }[slot[0]];
}

/** The way in which a tile moves that is pushed in there: one step across and down. */
export function pushDirection(slot) {
  return { N: { x: 0, y: 1 }, S: { x: 0, y: -1 }, W: { x: 1, y: 0 }, E: { x: -1, y: 0 } }[slot[0]];
}

/** The six squares behind a slot, the nearest first. */
export function lineOf(slot) {
  const place = Number(slot[1]) - 1;
  const steps = [0, 1, 2, 3, 4, 5];
  if (slot[0] === "N") return steps.map((step) => squareName(place, step));
  if (slot[0] === "S") return steps.map((step) => squareName(place, 5 - step));
  if (slot[0] === "W") return steps.map((step) => squareName(step, place));
  return steps.map((step) => squareName(5 - step, place));
}

/** Squares moved so that `from` comes to lie on `to`. */
export function moveSquares(squares, from, to) {
  const start = squareAt(from);
  const end = squareAt(to);
  return squares.map((name) => {
    const { column, row } = squareAt(name);
    return squareName(column + end.column - start.column, row + end.row - start.row);
  });
}

/** The place in the list of that square of a shape which lies nearest to its middle: where a hand would hold it. */
export function handleOf(squares) {
  const points = squares.map(squareAt);
  const middle = (key) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
  const [column, row] = [middle("column"), middle("row")];
  const distances = points.map((point) => (point.column - column) ** 2 + (point.row - row) ** 2);
  return distances.indexOf(Math.min(...distances));
}

/** How far apart two squares are, squared. */
export function distance(one, other) {
  const [a, b] = [squareAt(one), squareAt(other)];
  return (a.column - b.column) ** 2 + (a.row - b.row) ** 2;
}

/** The border of a set of squares as the data of an SVG path, a square being one unit wide. */
export function outlinePath(squares) {
  const inside = new Set(squares);
  const parts = [];
  for (const name of squares) {
    const { column, row } = squareAt(name);
    const has = (x, y) => inside.has(squareName(x, y));
    if (!has(column, row - 1)) parts.push(`M${column} ${row}h1`);
    if (!has(column, row + 1)) parts.push(`M${column} ${row + 1}h1`);
    if (!has(column - 1, row)) parts.push(`M${column} ${row}v1`);
    if (!has(column + 1, row)) parts.push(`M${column + 1} ${row}v1`);
  }
  return parts.join("");
}
