// The line at the top that tells of lost connections and of what went wrong.

import { h, replace } from "../dom.js";

/** Show a session's connection and notice in `element`. */
export function showBanner(element, { connection, notice, phase }, { retry, dismiss }) {
  const key = phase === "ready" && connection === "lost" ? "lost" : notice && `${notice.kind} ${notice.text}`;
  if (element.dataset.key === (key || "")) return;
  element.dataset.key = key || "";
  element.className = "banner";
  if (!key) return replace(element);
  if (key === "lost") {
    element.classList.add("is-warning");
    const again = h("button", { type: "button", class: "button small", text: "Try now", onclick: retry });
    return replace(element, h("p", { text: "Connection lost. The table is as it was last seen; it comes up to date by itself." }), again);
  }
  element.classList.add(`is-${notice.kind}`);
  const close = h("button", { type: "button", class: "button small", text: "Close", onclick: dismiss });
  return replace(element, h("p", { text: notice.text }), close);
}
