// Dialogs: to confirm something, and to hand out a text.

import { h } from "../dom.js";

/** Show a dialog until it is closed. Returns the value that it was closed with: "" when it was dismissed. */
export function openDialog(title, content, buttons) {
  const heading = h("h2", { id: "dialog-title", text: title });
  const dialog = h("dialog", { "aria-labelledby": "dialog-title" }, heading, content);
  const row = buttons.map(({ text, value, primary, danger }) =>
    h("button", {
      type: "button",
      class: `button ${primary ? "primary" : ""} ${danger ? "danger" : ""}`,
      text,
      onclick: () => dialog.close(value),
    }),
  );
  dialog.append(h("div", { class: "buttons" }, row));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(""); // beside it
  });
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

/** Ask before something that cannot be taken back. */
export async function confirm(title, text, action) {
  const buttons = [
    { text: "Cancel", value: "" },
    { text: action, value: "yes", danger: true },
  ];
  return (await openDialog(title, h("p", { text }), buttons)) === "yes";
}

/** Copy a text; where the browser does not let us, show it to be copied by hand. Returns whether it has been copied. */
export async function copyText(title, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { readonly: true, rows: "6", "aria-label": title, class: "copy-area" });
    area.value = text;
    const closed = openDialog(title, area, [{ text: "Close", value: "" }]);
    area.select();
    await closed;
    return false;
  }
}
