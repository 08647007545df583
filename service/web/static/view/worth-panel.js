// What the position that is shown is worth to each seat; for those who open it.

import { h, replace, setText } from "../dom.js";
import { worthText } from "../game/advice.js";

export class WorthPanel {
  #list = h("ul", { class: "worth-list" });
  #told = h("p", { class: "quiet-text", role: "status" });
  #advice;
  #shownFor = null;
  #askedFor = null;

  /** `advice`: see game/advice.js. */
  constructor(advice) {
    this.#advice = advice;
    this.element = h(
      "details",
      { class: "worth" },
      h("summary", { text: "Evaluation" }),
      h("p", { class: "quiet-text", text: "In points, as the position stands, without looking ahead." }),
      this.#list,
      this.#told,
    );
    this.element.addEventListener("toggle", () => {
      this.#askedFor = null;
      this.#advice.weigh(this.element.open);
    });
  }

  update({ game, looking, worth }) {
    this.element.hidden = !game.advice && game.status !== "finished";
    if (worth === null) return;
    this.#follow(looking?.number ?? game.number - 1, game.version);
    if (worth.seats !== this.#shownFor) {
      this.#shownFor = worth.seats;
      replace(
        this.#list,
        worth.seats?.map((seat) => {
          const { title, parts } = worthText(seat, game);
          return h("li", {}, h("strong", { text: title }), h("span", { class: "quiet-text", text: parts }));
        }),
      );
    }
    setText(this.#told, worth.trouble ?? (worth.seats === null ? "Looking…" : ""));
  }

  /** Once another position is shown, that one is asked about. */
  #follow(number, version) {
    const shown = `${number} ${version}`;
    if (this.#askedFor === shown) return;
    const first = this.#askedFor === null;
    this.#askedFor = shown;
    if (!first) this.#advice.weigh(true);
  }
}
