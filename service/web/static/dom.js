// Making elements: the only way in which this page writes into its document.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element.
 *
 * `attributes` may hold `class`, `text`, handlers (`onclick`), and attributes: true stands for an empty one, false,
 * null and undefined for none. Children that are null, undefined or false are left out.
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element, as `h` does. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  element.append(...present(children));
  return element;
}

/** Set an attribute, or take it away: see `h`. */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/** Put children in place of those that an element has. */
export function replace(element, ...children) {
  element.replaceChildren(...present(children));
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Change a text only where it is another: assistive technology then hears of real changes alone. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Put an element into a place of a grid, rows and columns from 1. */
export function place(element, row, column, rows = 1, columns = 1) {
  element.style.gridArea = `${row} / ${column} / span ${rows} / span ${columns}`;
  return element;
}
