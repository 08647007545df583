// The seats that this browser plays, by game: their tokens stay here, and go out in the Authorization header alone.

import { keysWith, read, remove, write } from "./storage.js";

const PREFIX = "kiln.game.";

/**
 * What is kept of a game: `owner`, the owner's token or null; `seats`, the tokens of seats that are played here by
 * number; `invites`, tokens of seats for others, for their links; `since`, when it was first kept.
 */
export function keptOf(id) {
  return { owner: null, seats: {}, invites: {}, since: Date.now(), ...read(PREFIX + id) };
}

/** Keep more of a game than was. */
export function keep(id, { owner, seats = {}, invites = {} }) {
  const known = keptOf(id);
  write(PREFIX + id, {
    ...known,
    owner: owner ?? known.owner,
    seats: { ...known.seats, ...seats },
    invites: { ...known.invites, ...invites },
  });
}

/** Keep a seat's token no longer. */
export function forgetSeat(id, seat) {
  const known = keptOf(id);
  delete known.seats[seat];
  delete known.invites[seat];
  write(PREFIX + id, known);
}

/** Keep nothing of a game. */
export function forgetGame(id) {
  remove(PREFIX + id);
}

/** The ids of all games with something kept, the latest first. */
export function keptGames() {
  const games = keysWith(PREFIX).map((key) => ({ id: key.slice(PREFIX.length), since: read(key)?.since ?? 0 }));
  return games.sort((one, other) => other.since - one.since).map(({ id }) => id);
}

/** A new token: 256 random bits. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
