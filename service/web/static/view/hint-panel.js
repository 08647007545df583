// Hints for the turn at hand: a button that asks for them, and the moves that are suggested, to be shown on the board.

import { h, replace, setAttribute, setText } from "../dom.js";
import { valueText } from "../game/words.js";

export class HintPanel {
  #list = h("ol", { class: "hints" });
  #line = h("p", { class: "hint-line" });
  #trouble = h("p", { class: "hint-trouble" });
  #buttons = [];
  #shownFor = null;
  #advice;

  /** `advice`: see game/advice.js. `button` asks for hints; it stands among the other buttons of the turn. */
  constructor(advice) {
    this.#advice = advice;
    this.button = h("button", { type: "button", class: "button", text: "Hint", onclick: () => advice.ask() });
    this.element = h(
      "div",
      { class: "hint-box", role: "group", "aria-label": "Hints" },
      h("h3", { text: "Suggested moves" }),
      this.#list,
      this.#line,
      this.#trouble,
    );
  }

  update({ game, hints, sending }) {
    this.button.hidden = !game.advice || sending !== null;
    setAttribute(this.button, "aria-disabled", hints?.asking ? "true" : null); // it keeps the focus
    setText(this.button, hints?.asking ? "Thinking…" : "Hint");
    this.element.hidden = hints === null || (hints.suggestions.length === 0 && hints.trouble === null);
    if (this.element.hidden) return;
    this.#showList(hints.suggestions);
    this.#buttons.forEach((button, index) => {
      setAttribute(button, "aria-pressed", String(index === hints.chosen));
      button.disabled = sending !== null;
    });
    const shown = hints.suggestions[hints.chosen];
    setText(this.#line, shown && shown.line.length > 1 ? `Expected then: ${shown.line.slice(1).join(", ")}` : "");
    this.#line.hidden = this.#line.textContent === "";
    setText(this.#trouble, hints.trouble ?? "");
    this.#trouble.hidden = hints.trouble === null;
  }

  #showList(suggestions) {
    if (suggestions === this.#shownFor) return;
    this.#shownFor = suggestions;
    this.#buttons = suggestions.map(({ move, value }, index) =>
      h(
        "button",
        { type: "button", class: "hint-move", onclick: () => this.#advice.show(index) },
        h("span", { class: "move-text", text: move }),
        h("span", { class: "hint-value", text: valueText(value) }),
      ),
    );
    replace(
      this.#list,
      this.#buttons.map((button) => h("li", {}, button)),
    );
    this.element.firstChild.hidden = suggestions.length === 0;
  }
}
