// Movement: tiles that slide and appear. Nothing moves where people prefer that, and no state hangs on it.

import { lineOf, oppositeSlot, pushDirection } from "../game/places.js";

const SLIDE = 420;
const EASE = "cubic-bezier(.3, .7, .2, 1)";

/** Bring an element into view, once a push has been seen. */
export function reveal(element) {
  if (still()) element.scrollIntoView({ block: "nearest" });
  else setTimeout(() => element.scrollIntoView({ block: "nearest", behavior: "smooth" }), SLIDE);
}

function still() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Slide the line behind a slot by one square: the kiln shows already how it is afterwards. */
export function slidePush(kiln, slot) {
  if (still()) return;
  const { x, y } = pushDirection(slot);
  const line = lineOf(slot);
  const holders = [...line, oppositeSlot(slot)].map((name) => kiln.holder(name));
  holders.forEach((holder, index) => {
    const tile = holder.querySelector(".tile");
    const from = index === 0 ? kiln.holder(slot) : holders[index - 1];
    tile?.animate([{ transform: shift(holder, from, x, y) }, { transform: "none" }], { duration: SLIDE, easing: EASE });
  });
}

function shift(holder, from, x, y) {
  const [to, start] = [holder.getBoundingClientRect(), from.getBoundingClientRect()];
  const across = Math.abs(start.left - to.left) * -x;
  const down = Math.abs(start.top - to.top) * -y;
  return `translate(${across}px, ${down}px)`;
}

/** Let new tiles appear in a warehouse, and old ones go that have been sold or erased. */
export function showWarehouse(warehouse, { added, gone }) {
  if (still()) return;
  for (const name of added) {
    const frames = [
      { transform: "scale(.2)", opacity: 0 },
      { transform: "scale(1.08)", opacity: 1, offset: 0.7 },
      { transform: "none" },
    ];
    warehouse
      .holder(name)
      .querySelector(".tile")
      ?.animate(frames, { duration: 320, delay: SLIDE, easing: "ease-out", fill: "backwards" });
  }
  for (const name of gone) {
    const frames = [{ backgroundColor: "var(--accent-soft)" }, { backgroundColor: "transparent" }];
    warehouse.holder(name).animate(frames, { duration: 900, delay: SLIDE / 2, easing: "ease-out" });
  }
}
