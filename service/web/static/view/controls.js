// The buttons over a board: exactly those places that can be chosen now. Arrow keys go from one to the next.

import { h, place, setAttribute } from "../dom.js";

const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Controls {
  #buttons = new Map();

  /** `onPoint(key)` is told which button is pointed at or has the focus; null when none is. */
  constructor({ className, onChoose, onPoint = () => {} }) {
    this.element = h("div", { class: `controls ${className}` });
    this.element.addEventListener("click", (event) => {
      const key = keyOf(event);
      if (key !== null) onChoose(key, event.detail === 0);
    });
    this.element.addEventListener("keydown", (event) => this.#move(event));
    this.element.addEventListener("focusin", (event) => {
      this.#rove(event.target);
      onPoint(keyOf(event));
    });
    this.element.addEventListener("focusout", () => onPoint(null));
    this.element.addEventListener("pointerover", (event) => onPoint(keyOf(event)));
    this.element.addEventListener("pointerleave", () => onPoint(null));
  }

  /**
   * Show these choices and no others: `{key, label, kind, row, column, pressed, children}`, rows and columns from 1.
   * `pressed` is given for one that can be chosen anew.
   */
  show(choices) {
    const keys = new Set(choices.map(({ key }) => key));
    for (const [key, button] of this.#buttons) {
      if (keys.has(key)) continue;
      button.remove();
      this.#buttons.delete(key);
    }
    choices.forEach((choice, index) => this.#showOne(choice, index));
    this.#rove([...this.#buttons.values()].find((button) => button.tabIndex === 0) ?? this.#first());
  }

  #showOne({ key, label, kind, row, column, pressed, tied }, index) {
    let button = this.#buttons.get(key);
    if (!button) {
      button = h("button", { type: "button", "data-key": key, tabindex: "-1" });
      this.#buttons.set(key, button);
    }
    if (this.element.children[index] !== button)
      this.element.insertBefore(button, this.element.children[index] ?? null);
    button.className = `control control-${kind}`;
    setAttribute(button, "aria-label", label);
    setAttribute(button, "aria-pressed", pressed === undefined ? null : String(pressed));
    setAttribute(button, "data-tied", tied ?? null);
    place(button, row, column);
  }

  #first() {
    return this.#buttons.values().next().value;
  }

  /** One of the buttons can be reached by the Tab key, the others from it. */
  #rove(target) {
    if (!target) return;
    for (const button of this.#buttons.values()) button.tabIndex = button === target ? 0 : -1;
  }

  /** Give the focus to a button whose key begins so: to the one that had it last, else the first; false without one. */
  focus(prefix = "") {
    const fitting = [...this.#buttons].filter(([key]) => key.startsWith(prefix)).map(([, button]) => button);
    const target = fitting.find((button) => button.tabIndex === 0) ?? fitting[0];
    target?.focus();
    return target !== undefined;
  }

  #move(event) {
    const direction = DIRECTIONS[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    nearest(event.target, [...this.#buttons.values()], direction)?.focus();
  }
}

function keyOf(event) {
  return event.target.closest?.("[data-key]")?.dataset.key ?? null;
}

/** The button that lies next in a direction; one that lies straight ahead is nearer than one to the side. */
function nearest(from, buttons, [x, y]) {
  const start = middle(from);
  let best = null;
  let least = Infinity;
  for (const button of buttons) {
    const end = middle(button);
    const ahead = (end.x - start.x) * x + (end.y - start.y) * y;
    const aside = Math.abs((end.x - start.x) * y) + Math.abs((end.y - start.y) * x);
    const distance = ahead + 2 * aside;
    if (ahead > 1 && distance < least) {
      best = button;
      least = distance;
    }
  }
  return best;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
