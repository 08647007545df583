// Fields of a form, with their labels.

import { h } from "../dom.js";

/** A group of fields under a heading. */
export function fieldset(legend, ...content) {
  return h("fieldset", {}, h("legend", { text: legend }), content);
}

/** Radio buttons in a row: `choices` are values and texts, the first is chosen. */
export function radios(name, choices) {
  return h(
    "div",
    { class: "segments" },
    choices.map(([value, text], index) => {
      const id = `${name}-${value}`;
      return [h("input", { type: "radio", name, id, value, checked: index === 0 }), h("label", { for: id, text })];
    }),
  );
}

/** The value that is chosen among radio buttons. */
export function chosen(group) {
  return group.querySelector("input:checked").value;
}

/** A field to choose from a list of values and texts. */
export function select(id, choices) {
  return h(
    "select",
    { id },
    choices.map(([value, text]) => h("option", { value, text })),
  );
}

/** A field with its label above it. */
export function labelled(text, field) {
  return h("div", { class: "field" }, h("label", { for: field.id, text }), field);
}

/** A box to tick, with what it means beside it. */
export function checkbox(field, text, explained) {
  const note = h("span", { class: "quiet-text", text: `: ${explained}` });
  return h("div", { class: "check" }, field, h("label", { for: field.id }, text, note));
}
