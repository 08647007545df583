// Games to go on with, and public games to watch.

import { getGame, listGames } from "../api/kiln.js";
import { h, replace } from "../dom.js";
import { outcomeSentence, seatName, standing } from "../game/words.js";
import { forgetGame, keptGames, keptOf } from "../keep/seats.js";
import { seatTiles } from "../view/seat-card.js";

const MOST = 8;

/** The games in which this browser has a seat; nothing where there is none. */
export function myGames() {
  const list = h("ul", { class: "game-list" });
  const element = h(
    "section",
    { class: "card", "aria-labelledby": "my-games", hidden: true },
    h("h2", { id: "my-games", text: "Your games" }),
    list,
  );
  const ids = keptGames().filter((id) => Object.keys(keptOf(id).seats).length > 0);
  Promise.all(ids.slice(0, MOST).map(look)).then((items) => {
    const found = items.filter((item) => item !== null);
    replace(list, found);
    element.hidden = found.length === 0;
  });
  return element;
}

async function look(id) {
  try {
    const game = await getGame(id);
    const seats = Object.keys(keptOf(id).seats).map(Number);
    return gameItem(game, game.status === "finished" ? outcomeSentence(game, seats) : standing(game, seats));
  } catch (error) {
    if (error.code === "game_not_found") forgetGame(id);
    return null;
  }
}

/** Public games that wait for players or are being played; nothing where there is none. */
export function publicGames() {
  const list = h("ul", { class: "game-list" });
  const element = h(
    "section",
    { class: "card", "aria-labelledby": "public-games", hidden: true },
    h("h2", { id: "public-games", text: "Public games" }),
    list,
  );
  Promise.all(["waiting", "playing"].map((status) => listGames(status, MOST).catch(() => []))).then((found) => {
    const items = found
      .flat()
      .slice(0, MOST)
      .map((game) => gameItem(game, game.status === "waiting" ? "A seat is free" : `Move ${game.number}`));
    replace(list, items);
    element.hidden = items.length === 0;
  });
  return element;
}

function gameItem(game, state) {
  const colors = game.seats.flatMap((seat) => seat.colors ?? seat.warehouses.map(({ color }) => color));
  const names = game.seats
    .map((seat) => seat.name ?? (seat.warehouses ? seatName(game, seat.seat) : `Seat ${seat.seat}`))
    .join(" – ");
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/play/${game.id}` },
      h("span", { class: "game-tiles" }, seatTiles(colors)),
      h("span", { class: "game-names", text: names }),
      h("span", { class: "quiet-text", text: state }),
    ),
  );
}
