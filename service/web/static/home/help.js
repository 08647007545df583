// How to play, in short.

import { h } from "../dom.js";
import { openDialog } from "../view/dialog.js";

const STEPS = [
  [
    "Push",
    "Take the tile that lies beside the kiln to another slot and push it in. The line moves on by one square, and a tile drops out at the other end. That one is pushed in next.",
  ],
  [
    "Copy",
    "Look at your largest group: tiles of your color that touch along their edges. Its shape is copied into your warehouse, where you like, but not turned or flipped. If it fits nowhere, you may erase one square instead.",
  ],
  [
    "Sell",
    "Full rows bring points, or full columns, not both at once: 1, 3, 6, 10 or 15 points for one to five lines. What you sell becomes empty again.",
  ],
  [
    "Win",
    "Who reaches the target first wins, 17 points unless you agree on another. If the black tile drops out, you play again at once.",
  ],
];

/** What the game is, for the first page. */
export function helpSteps() {
  return h(
    "ol",
    { class: "help-steps" },
    STEPS.map(([title, text]) => h("li", {}, h("strong", { text: title }), h("span", { text }))),
  );
}

/** Show how to play. */
export function openHelp() {
  const content = h(
    "div",
    { class: "help" },
    helpSteps(),
    h("p", {
      class: "quiet-text",
      text: "With a keyboard: the arrow keys go between lit places, Enter chooses, Escape takes a step back, Ctrl+Enter plays the move.",
    }),
    h("p", {
      class: "quiet-text",
      text: "In the two-color game you push once, then copy for each of your colors, then sell for each.",
    }),
    h("p", {
      class: "quiet-text",
      text: "Kiln is a game by Néstor Romeral Andrés, published by nestorgames. This page is an independent project with the rules told in its own words.",
    }),
  );
  return openDialog("How to play", content, [{ text: "Close", value: "", primary: true }]);
}
