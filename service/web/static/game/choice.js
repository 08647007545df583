// A move being chosen, step by step, out of the tree of legal moves that the API gave.
//
// A choice is a value: every function returns a new one. It has the slot, and for each color of the seat (a part) the
// group, the action and the lines to sell. Where the tree leaves only one thing to choose, it is chosen at once.

import { handleOf, moveSquares } from "./places.js";

/** What stands for "a group that fits nowhere" among the groups to choose from. */
export const NONE_FITS = "none";

/** Nothing chosen yet. */
export function newChoice(tree) {
  return { number: tree.number, slot: null, parts: [] };
}

/** The branch of the tree that a choice is in; null before a slot is chosen. */
export function pushOf(tree, choice) {
  return tree?.pushes.find((push) => push.slot === choice?.slot) ?? null;
}

/** Choose the slot; everything after it begins anew. */
export function chooseSlot(tree, slot) {
  const choice = { number: tree.number, slot, parts: [] };
  choice.parts = pushOf(tree, choice).warehouses.map((warehouse) => {
    const kinds = groupKinds(warehouse);
    return withKind(warehouse, kinds.length === 1 ? kinds[0].kind : null, kinds.length === 1);
  });
  return choice;
}

/**
 * The groups that make a difference: `kind` is the square by which the options call those of one shape, or NONE_FITS
 * for all that fit nowhere together.
 */
export function groupKinds(warehouse) {
  const kinds = new Map();
  for (const group of warehouse.groups) {
    const fits = warehouse.options.some((option) => option.action.startsWith(`${group.named}>`));
    const kind = fits ? group.named : NONE_FITS;
    if (!kinds.has(kind)) kinds.set(kind, { kind, groups: [] });
    kinds.get(kind).groups.push(group);
  }
  return [...kinds.values()];
}

/** Choose one of the tied groups for a part. */
export function chooseGroup(push, choice, part, kind) {
  return withPart(choice, part, withKind(push.warehouses[part], kind, false));
}

function withKind(warehouse, kind, automatic) {
  const part = {
    color: warehouse.color,
    kind,
    automaticKind: automatic,
    action: null,
    automaticAction: false,
    rows: [],
    columns: [],
  };
  const actions = kind === null ? [] : actionsOf(warehouse, kind);
  if (actions.length === 1 && actions[0].action === "-") return { ...part, action: "-", automaticAction: true };
  return part;
}

/** What can be done with a kind of group: copies with the `cells` they fill and their `handle`, or skip and erasures. */
export function actionsOf(warehouse, kind) {
  if (kind === NONE_FITS) {
    return warehouse.options
      .filter((option) => !option.action.includes(">"))
      .map((option) => ({ ...option, cell: option.action.startsWith("x") ? option.action.slice(1) : null }));
  }
  const { squares } = warehouse.groups.find((group) => group.named === kind);
  const handle = handleOf(squares);
  return warehouse.options
    .filter((option) => option.action.startsWith(`${kind}>`))
    .map((option) => {
      const cells = moveSquares(squares, kind, option.action.split(">")[1]);
      return { ...option, cells, handle: cells[handle] };
    });
}

/** Choose what to do for a part. Lines that were to be sold are given up. */
export function chooseAction(choice, part, action) {
  return withPart(choice, part, { ...choice.parts[part], action, automaticAction: false, rows: [], columns: [] });
}

/** The option of the tree that a part has come to, with its complete `rows` and `columns`; null before that. */
export function optionOf(push, choice, part) {
  const { action } = choice.parts[part] ?? {};
  return (action && push?.warehouses[part].options.find((option) => option.action === action)) || null;
}

/** Take a line (`rows` or `columns`) into the sale of a part, or out of it. One sale goes one way. */
export function toggleLine(choice, part, direction, line) {
  const chosen = choice.parts[part][direction];
  const lines = chosen.includes(line) ? chosen.filter((other) => other !== line) : [...chosen, line].sort();
  return withPart(choice, part, { ...choice.parts[part], rows: [], columns: [], [direction]: lines });
}

/** Give up the sale of a part. */
export function withoutSale(choice, part) {
  return withPart(choice, part, { ...choice.parts[part], rows: [], columns: [] });
}

/** Whether a part sells anything. */
export function sells(part) {
  return part.rows.length + part.columns.length > 0;
}

/**
 * What is to be chosen next: `push`, `group` or `action` (with the `part`), or `review` when the move is complete;
 * lines may then still be chosen to be sold.
 */
export function stepOf(choice) {
  if (choice.slot === null) return { kind: "push", part: null };
  for (const [part, { kind, action }] of choice.parts.entries()) {
    if (kind === null) return { kind: "group", part };
    if (action === null) return { kind: "action", part };
  }
  return { kind: "review", part: null };
}

/** Take back what was chosen last by hand; null when there is nothing left to take back. */
export function undo(push, choice) {
  if (choice.slot === null) return null;
  if (choice.parts.some(sells))
    return { ...choice, parts: choice.parts.map((part) => ({ ...part, rows: [], columns: [] })) };
  for (let part = choice.parts.length - 1; part >= 0; part -= 1) {
    const { kind, automaticKind, action, automaticAction } = choice.parts[part];
    if (action !== null && !automaticAction)
      return withPart(choice, part, withKind(push.warehouses[part], kind, automaticKind));
    if (kind !== null && !automaticKind) return withPart(choice, part, withKind(push.warehouses[part], null, false));
  }
  return { ...choice, slot: null, parts: [] };
}

/** The move as text, as far as it is chosen; what is still open is filled with the first that the tree has. */
export function moveText(push, choice) {
  const parts = choice.parts.map((part, index) => {
    const action = part.action ?? push.warehouses[index].options[0].action;
    return action + saleText(part);
  });
  return `${choice.slot} ${parts.join(" | ")}`;
}

/** The choice that a whole move's text stands for; the text is one that the API has told. */
export function choiceOf(tree, text) {
  const [, slot, rest] = /^(\S+) (.*)$/.exec(text);
  let choice = chooseSlot(tree, slot);
  const push = pushOf(tree, choice);
  rest.split(" | ").forEach((spelled, part) => {
    const [action, sale] = spelled.split(" ");
    if (choice.parts[part].kind === null)
      choice = chooseGroup(push, choice, part, action.includes(">") ? action.split(">")[0] : NONE_FITS);
    if (choice.parts[part].action !== action) choice = chooseAction(choice, part, action);
    const direction = sale?.startsWith("R") ? "rows" : "columns";
    for (const line of sale?.slice(1) ?? "") choice = toggleLine(choice, part, direction, Number(line));
  });
  return choice;
}

function saleText({ rows, columns }) {
  if (rows.length > 0) return ` R${rows.join("")}`;
  return columns.length > 0 ? ` C${columns.join("")}` : "";
}

function withPart(choice, index, part) {
  return { ...choice, parts: choice.parts.map((other, place) => (place === index ? part : other)) };
}
