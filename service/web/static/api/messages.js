// What went wrong, in words for people.

import { Unreachable } from "./http.js";

const BY_CODE = {
  token_missing: "This needs a seat of this game, and this browser has none.",
  token_unknown: "The link or the seat that this browser keeps is no longer good for this game.",
  token_not_allowed: "This seat may not do that.",
  api_key_missing: "This service asks for a key to start a game.",
  api_key_unknown: "This service does not know this key.",
  game_not_found: "There is no such game, or it has expired.",
  number_taken: "This turn has been played already, perhaps in another tab.",
  number_not_reached: "The game has not come to this turn.",
  not_your_turn: "It is another seat's turn.",
  game_waiting: "Somebody has still to take a seat.",
  game_finished: "The game is over.",
  game_not_finished: "The game is not over yet.",
  seat_taken: "Somebody else has taken that seat.",
  seat_not_taken: "Nobody sits there.",
  token_reused: "This has been used for another game already.",
  illegal_move: "The service does not allow this move.",
  invalid_move: "The service does not understand this move.",
  invalid_position: "The service does not understand this position.",
  invalid_field: "Something in the form is not right.",
  rate_limited: "That was too much at once. Wait a moment.",
  too_busy: "The service has too much to do just now.",
  too_many_waiters: "Too many follow games here just now.",
  advice_not_allowed: "This game is played without hints.",
  game_damaged: "What the service keeps of this game cannot be read.",
  newer_rules: "This game needs a newer version of the service.",
  store_unavailable: "The service cannot reach its store just now.",
  shutting_down: "The service is being restarted.",
};

/** A sentence or two about an error of `api/http.js`. */
export function messageOf(error) {
  if (error instanceof Unreachable) return "The service does not answer. Check your connection.";
  const known = BY_CODE[error.code];
  if (known) return known;
  if (error.status >= 500) return "The service has a fault. Try again in a while.";
  return error.message || "That did not work.";
}

/** The faults of a form: `{pointer, detail}` each. */
export function faultsOf(error) {
  const document = error.document ?? {};
  if (Array.isArray(document.errors)) {
    return document.errors.map(({ pointer, parameter, detail }) => ({ pointer: pointer ?? parameter ?? "", detail }));
  }
  if (document.code === "invalid_position") {
    const detail =
      document.at === undefined ? messageOf(error) : `At place ${document.at + 1}: expected ${document.expected}.`;
    return [{ pointer: "/position", detail }];
  }
  return [];
}
