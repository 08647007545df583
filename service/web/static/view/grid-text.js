// A board as a table that is not seen, for those who listen to the page.

import { h, setText } from "../dom.js";

export class GridText {
  #cells = [];

  /** `rows` and `columns` are the names of the lines. */
  constructor(caption, rows, columns) {
    this.caption = h("caption", { text: caption });
    const head = h(
      "tr",
      {},
      h("td"),
      columns.map((name) => h("th", { scope: "col", text: name })),
    );
    const body = rows.map((name) => {
      const cells = columns.map(() => h("td"));
      this.#cells.push(cells);
      return h("tr", {}, h("th", { scope: "row", text: name }), cells);
    });
    const table = h("table", {}, this.caption, h("thead", {}, head), h("tbody", {}, body));
    this.element = h("div", { class: "visually-hidden" }, table); // a table would not stay small
  }

  /** Write all cells: `words` has a list of texts for each row. */
  write(caption, words) {
    setText(this.caption, caption);
    words.forEach((row, place) => row.forEach((word, column) => setText(this.#cells[place][column], word)));
  }
}
