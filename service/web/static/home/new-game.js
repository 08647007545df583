// Creating a game from what the form says.

import { createGame } from "../api/kiln.js";
import { keep, newToken } from "../keep/seats.js";
import { read, remove, write } from "../keep/storage.js";

const PENDING = "kiln.creating";

/**
 * The call's body. `wanted`: `players`, `twoColor`, `seats` (`{name, colors, who, level}`, who being `here`, `link`, `open`
 * or `bot`, which has a level), `target`, `goal`, `fixing`, `heating`, `firstSeat`, `seed`, `public`, `advice`,
 * `onLeave` (a level), `moveSeconds`, `position`, `apiKey`; null or empty where nothing is wanted.
 */
export function bodyOf(wanted) {
  const seats = wanted.seats.map(({ name, colors, who, level }) => ({
    ...(name && { name }),
    ...(colors.length > 0 && wanted.position === "" && { colors }),
    ...(who === "open" && { open: true }),
    ...(who === "bot" && { bot: { level } }),
  }));
  const common = {
    seats,
    public: wanted.public,
    advice: wanted.advice,
    ...(wanted.onLeave !== "" && { on_leave: { bot: { level: wanted.onLeave } } }),
    ...(wanted.moveSeconds !== null && { move_seconds: wanted.moveSeconds }),
  };
  if (wanted.position !== "") return { ...common, position: wanted.position };
  return {
    ...common,
    players: wanted.players,
    two_color: wanted.twoColor,
    target: wanted.target,
    ...(wanted.twoColor && { goal: wanted.goal }),
    variants: { fixing_the_mess: wanted.fixing, heating_up: wanted.heating },
    ...(wanted.firstSeat !== null && { first_seat: wanted.firstSeat }),
    ...(wanted.seed !== null && { seed: wanted.seed }),
  };
}

/**
 * Create a game and keep its seats. Returns its id.
 *
 * The owner's token is kept before it is sent, with the body: the same form sent again after a lost answer finds the
 * game that was created. `onFailure`: see api/http.js.
 */
export async function create(wanted, onFailure) {
  const body = bodyOf(wanted);
  const text = JSON.stringify(body);
  const pending = read(PENDING);
  const owner = pending?.text === text ? pending.owner : newToken();
  write(PENDING, { owner, text });
  let created;
  try {
    created = await createGame({ ...body, owner_token: owner }, { apiKey: wanted.apiKey, onFailure });
  } catch (error) {
    if (!error.passing) remove(PENDING);
    throw error;
  }
  const kept = { owner, seats: {}, invites: {} };
  for (const { seat, token } of created.seat_tokens) {
    const elsewhere = wanted.seats[seat - 1]?.who === "link";
    kept[elsewhere ? "invites" : "seats"][seat] = token;
  }
  keep(created.game.id, kept);
  remove(PENDING);
  return created.game.id;
}
