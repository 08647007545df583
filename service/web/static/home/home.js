// The first page: a new game, games to go on with, and what the game is.

import { h, replace, setText } from "../dom.js";
import { gameInText } from "../keep/links.js";
import { CreateForm } from "./create-form.js";
import { myGames, publicGames } from "./game-lists.js";
import { tile } from "../view/tile.js";
import { helpSteps } from "./help.js";

export class Home {
  #main;
  #announce;

  constructor(main, announce) {
    this.#main = main;
    this.#announce = announce;
  }

  open() {
    const form = new CreateForm(this.#announce);
    const words = h(
      "div",
      {},
      h("h1", { text: "Push, copy, sell." }),
      h("p", {
        text: "Kiln is a board game for two to four. Shift the tiles all share, copy the shape of your largest group, and sell full rows from your warehouse.",
      }),
    );
    const intro = h("div", { class: "intro" }, words, pattern());
    const help = h(
      "section",
      { class: "card", "aria-labelledby": "help-title" },
      h("h2", { id: "help-title", text: "How to play" }),
      helpSteps(),
    );
    replace(
      this.#main,
      h(
        "div",
        { class: "home" },
        intro,
        form.element,
        h("div", { class: "home-side" }, myGames(), publicGames(), watchForm(), help),
      ),
    );
  }
}

/** Some tiles to look at, one of them just coming out. */
function pattern() {
  const rows = ["red blue yellow green red", "blue green red yellow blue", "yellow red blue green yellow"];
  const line = (colors) =>
    h(
      "div",
      { class: "pattern-line" },
      colors.split(" ").map((color) => h("span", { class: "pattern-square" }, tile(color))),
    );
  return h("div", { class: "pattern", "aria-hidden": "true" }, rows.map(line));
}

/** Going to a game whose link or id somebody has been told. */
function watchForm() {
  const field = h("input", { id: "watch", autocomplete: "off", spellcheck: "false", placeholder: "Link or id" });
  const told = h("p", { class: "quiet-text", role: "status" });
  const form = h(
    "form",
    { class: "watch-form" },
    h("label", { for: "watch", text: "Go to a game" }),
    h("div", { class: "inline" }, field, h("button", { type: "submit", class: "button", text: "Go" })),
    told,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const id = gameInText(field.value);
    if (id === null) setText(told, "That is neither a link to a game nor the id of one.");
    else location.assign(`/play/${id}${new URL(field.value, location.href).hash}`);
  });
  return h("section", { class: "card" }, form);
}
