// The turn being chosen: its steps, what can be sold, what the move would do, and the buttons that send it or take a
// step back.

import { h, replace, setAttribute, setText } from "../dom.js";
import { NONE_FITS, optionOf, pushOf } from "../game/choice.js";
import { lineText, moveSentences } from "../game/words.js";
import { HintPanel } from "./hint-panel.js";
import { linesOf } from "./scene.js";

export class TurnPanel {
  #steps = h("ol", { class: "steps", "aria-label": "Steps of this turn" });
  #skip = h("button", { type: "button", class: "button", text: "Copy nothing" });
  #sales = h("div", { class: "sales" });
  #effects = h("ul", { class: "effects" });
  #effectsBox = h("div", { class: "effects-box" }, h("h3", { text: "This move" }), this.#effects);
  #undo = h("button", { type: "button", class: "button", text: "Step back" });
  #play = h("button", { type: "button", class: "button primary", text: "Play this move" });
  #stop = h("button", { type: "button", class: "button", text: "Stop trying" });
  #saleButtons = new Map();
  #turn;
  #skipPart = null;

  #hints;

  /** `afterKey()` is called after a choice by keyboard, `onPlay(byKey)` when the move is to be played. */
  constructor(turn, advice, { afterKey, onPlay }) {
    this.#turn = turn;
    this.#hints = new HintPanel(advice);
    this.#skip.addEventListener("click", (event) => {
      turn.chooseAction(this.#skipPart, "-");
      if (event.detail === 0) afterKey();
    });
    this.#undo.addEventListener("click", (event) => {
      turn.undo();
      if (event.detail === 0) afterKey();
    });
    this.#play.addEventListener("click", (event) => onPlay(event.detail === 0));
    this.#stop.addEventListener("click", () => turn.stopSending());
    const buttons = h("div", { class: "buttons" }, this.#hints.button, this.#undo, this.#skip, this.#stop, this.#play);
    this.element = h(
      "section",
      { class: "turn", "aria-label": "Your turn" },
      this.#steps,
      this.#hints.element,
      this.#sales,
      this.#effectsBox,
      buttons,
    );
  }

  /** Give the focus to what comes next here: something to sell, or the button that plays the move. */
  focus() {
    (this.#saleButtons.values().next().value ?? this.#play).focus();
  }

  /** Give the focus to the button that copies nothing. */
  focusSkip() {
    this.#skip.focus();
  }

  update(state, step) {
    this.element.hidden = step === null && state.sending === null;
    if (this.element.hidden) return;
    const { choice, tree, sending } = state;
    const push = choice === null ? null : pushOf(tree, choice);
    const sent = sending !== null;
    this.#showSteps(state, step, push);
    this.#showSkip(step, push, choice);
    this.#showSales(push, choice, step, sent);
    this.#showEffects(state, step);
    this.#hints.update(state);
    this.#undo.disabled = sent || choice === null || choice.slot === null;
    this.#play.disabled = sent || step?.kind !== "review";
    this.#play.hidden = sent && sending.failures > 0;
    setText(this.#play, sent ? "Sending…" : "Play this move");
    this.#stop.hidden = !sent || sending.failures === 0;
  }

  #showSteps({ choice, sending }, step, push) {
    const copies =
      push === null || push.warehouses.length === 1
        ? [["Copy", 0]]
        : push.warehouses.map(({ color }, part) => [`Copy ${color}`, part]);
    const review = step?.kind === "review" && sending === null;
    const selling =
      review && choice.parts.some((_, part) => linesOf(optionOf(push, choice, part), choice.parts[part]).length > 0);
    const items = [
      { name: "Push", now: step?.kind === "push", done: step?.kind !== "push" },
      ...copies.map(([name, part]) => ({ name, now: step?.part === part, done: Boolean(choice?.parts[part]?.action) })),
      { name: "Sell", now: selling, done: review && !selling },
      { name: "Play", now: (review && !selling) || sending !== null, done: false },
    ];
    replace(
      this.#steps,
      items.map(({ name, now, done }) =>
        h("li", { class: now ? "now" : done ? "done" : "", "aria-current": now ? "step" : null, text: name }),
      ),
    );
  }

  #showSkip(step, push, choice) {
    this.#skipPart = step?.kind === "action" && choice.parts[step.part].kind === NONE_FITS ? step.part : null;
    this.#skip.hidden = this.#skipPart === null;
  }

  #showSales(push, choice, step, sent) {
    const offers = [];
    if (step?.kind === "review" && push !== null) {
      choice.parts.forEach((part, index) => {
        for (const line of linesOf(optionOf(push, choice, index), part))
          offers.push({ ...line, part: index, color: part.color });
      });
    }
    const keys = new Set(offers.map(saleKey));
    for (const [key, button] of this.#saleButtons) {
      if (!keys.has(key)) {
        button.remove();
        this.#saleButtons.delete(key);
      }
    }
    for (const offer of offers) this.#showSale(offer, choice.parts.length > 1, sent);
    this.#sales.hidden = offers.length === 0;
  }

  #showSale(offer, named, sent) {
    const key = saleKey(offer);
    if (!this.#saleButtons.has(key)) {
      const button = h("button", {
        type: "button",
        class: "sale-button",
        onclick: () => this.#turn.toggleLine(offer.part, offer.direction, offer.line),
      });
      this.#saleButtons.set(key, button);
      this.#sales.append(button);
    }
    const button = this.#saleButtons.get(key);
    button.disabled = sent;
    setAttribute(button, "aria-pressed", String(offer.pressed));
    setText(button, `Sell ${named ? `${offer.color} ` : ""}${lineText(offer.direction, offer.line)}`);
  }

  #showEffects({ preview, choice, game }, step) {
    const complete = step?.kind === "review" && preview !== null;
    this.#effectsBox.hidden = !complete || choice === null;
    if (complete)
      replace(
        this.#effects,
        moveSentences(preview.move, game).map((text) => h("li", { text })),
      );
  }
}

function saleKey({ part, direction, line }) {
  return `${part} ${direction} ${line}`;
}
