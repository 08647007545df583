// The lines at the top that tell of a lost connection and of what went wrong.

import { h, replace } from "../dom.js";

const LOST = "Connection lost. The table is as it was last seen; it comes up to date by itself.";

/** Show a session's connection and notice in `element`. */
export function showBanner(element, { connection, notice, phase }, { retry, dismiss }) {
  const lost = phase === "ready" && connection === "lost";
  const key = JSON.stringify([lost, notice]);
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  replace(
    element,
    lost && line("warning", LOST, "Try now", retry),
    notice !== null && phase === "ready" && line(notice.kind, notice.text, "Close", dismiss),
  );
}

function line(kind, text, action, onAction) {
  const button = h("button", { type: "button", class: "button small", text: action, onclick: onAction });
  return h("div", { class: `banner-line is-${kind}` }, h("p", { text }), button);
}
