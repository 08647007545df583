// What happens at the table, in words: for hints, for the history, and for those who listen.

import { COLUMNS } from "./places.js";

/** `Red`. */
export function upper(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `a`, `a and b`, `a, b and c`. */
export function list(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** `1 tile`, `2 tiles`. */
export function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** The colors of a seat: `red and green`. */
export function colorsOf(seat) {
  return list(seat.warehouses.map(({ color }) => color));
}

/** What a seat is called: its name, else its color, or its number where it has two. */
export function seatName(game, number) {
  const seat = game.seats[number - 1];
  return seat.name ?? (seat.warehouses.length === 1 ? upper(colorsOf(seat)) : `Seat ${number}`);
}

/** Name and colors: `Ada (red)`, `Red (seat 1)`. */
export function seatLabel(game, number) {
  const seat = game.seats[number - 1];
  if (seat.name === null && seat.warehouses.length === 1) return `${upper(colorsOf(seat))} (seat ${number})`;
  return `${seatName(game, number)} (${colorsOf(seat)})`;
}

/** What a suggested move is worth, in words. Beyond so many points it is won or lost. */
export function valueText(value) {
  if (Math.abs(value) > 900) return value > 0 ? "wins" : "loses";
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
}

/** Whose turn it is, or how it ended. `seats`: those that are played in this browser. */
export function standing(game, seats) {
  if (game.status === "finished") return outcomeSentence(game, seats);
  if (game.status === "waiting") {
    const open = game.seats.filter(({ state }) => state === "open").map(({ seat }) => `seat ${seat}`);
    return `Waiting until somebody takes ${list(open)}.`;
  }
  const extra = game.extra_turn ? " again: an extra turn" : "";
  if (seats.length === 1 && seats[0] === game.to_move) return `It is your turn${extra}.`;
  return `${seatName(game, game.to_move)} is to move${extra}.`;
}

/** How a game ended. */
export function outcomeSentence(game, seats) {
  const { winner, reason } = game.outcome;
  if (winner === null) return "The game is over: it has come to its longest, and nobody has won.";
  const you = seats.length === 1 && seats[0] === winner;
  const who = you ? "You have" : `${seatName(game, winner)} has`;
  if (reason === "last_seat") return `${who} won: everybody else has left.`;
  return `${who} won by reaching ${game.target}.`;
}

/** A move's events, a sentence each. */
export function moveSentences(move, game) {
  const name = seatName(game, move.seat);
  return move.events.map((event) => eventSentence(event, name, game)).filter((sentence) => sentence !== null);
}

function eventSentence(event, name, game) {
  switch (event.type) {
    case "push":
      return `${name} pushes ${event.in} in at ${event.slot}; ${event.out} comes out.`;
    case "copy":
      return `Copies ${count(event.cells.length, `${event.color} tile`)} to ${list(event.cells)}.`;
    case "erase":
      return `The ${event.color} group does not fit; ${event.cell} is erased.`;
    case "skip":
      return `The ${event.color} group does not fit; nothing is copied.`;
    case "sell":
      return `Sells ${event.color} ${linesText(event)} for ${count(event.points, "point")}: ${event.score} of ${game.target}.`;
    case "extra_turn":
      return `${name} plays again, because ${list(event.reasons.map(reasonText))}.`;
    case "finish":
      return event.winner === null ? "The game is over." : `${seatName(game, event.winner)} wins the game.`;
    default:
      return null; // events may be added to the API
  }
}

/** `row 2`, `columns a and c`. */
function linesText({ rows, columns }) {
  const [word, lines] =
    rows.length > 0 ? ["row", rows.map(String)] : ["column", columns.map((line) => COLUMNS[line - 1])];
  return `${word}${lines.length === 1 ? "" : "s"} ${list(lines)}`;
}

/** `row 2`, `column c`: a line by its direction (`rows` or `columns`) and number. */
export function lineText(direction, line) {
  return linesText({ rows: [], columns: [], [direction]: [line] });
}

function reasonText(reason) {
  if (reason === "black_tile") return "the black tile came out";
  return reason === "bonus_space" ? "the score has reached a bonus space" : reason.replaceAll("_", " ");
}
