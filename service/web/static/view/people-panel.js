// Who is to sit where: taking an open seat, and links for others.

import { h, replace } from "../dom.js";
import { gameLink, seatLink } from "../keep/links.js";
import { colorsOf, seatLabel, upper } from "../game/words.js";
import { copyText } from "./dialog.js";
import { seatTiles } from "./seat-card.js";

export class PeoplePanel {
  #session;
  #claim = h("div", { class: "claim" });
  #links = h("details", { class: "links" });
  #shownFor = null;
  #copied = h("p", { class: "quiet-text", role: "status" });

  constructor(session) {
    this.#session = session;
    this.element = h("section", { class: "people", "aria-label": "Seats and links" }, this.#claim, this.#links);
  }

  update({ game, kept }) {
    const key = JSON.stringify([
      game.id,
      game.status,
      game.seats.map(({ name, state }) => [name, state]),
      kept.seats,
      kept.invites,
    ]);
    if (key === this.#shownFor) return;
    const wasOpen = this.#links.open;
    const first = this.#shownFor === null;
    this.#shownFor = key;
    this.#showClaim(game, kept);
    this.#showLinks(game, kept);
    this.#links.open = first ? game.status === "waiting" || Object.keys(kept.invites).length > 0 : wasOpen;
  }

  #showClaim(game, kept) {
    const open = game.seats.filter(({ state }) => state === "open");
    this.#claim.hidden = open.length === 0 || Object.keys(kept.seats).length > 0;
    if (this.#claim.hidden) return replace(this.#claim);
    const name = h("input", {
      id: "claim-name",
      name: "name",
      maxlength: "40",
      autocomplete: "nickname",
      placeholder: "Your name",
    });
    const buttons = open.map((seat) =>
      h(
        "button",
        { type: "submit", class: "button primary", value: seat.seat },
        seatTiles(seat.warehouses.map(({ color }) => color)),
        ` Take ${colorsOf(seat)}`,
      ),
    );
    const form = h(
      "form",
      { class: "claim-form" },
      h("label", { for: "claim-name", text: "Name (optional)" }),
      name,
      h("div", { class: "buttons" }, buttons),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const seat = Number((event.submitter ?? buttons[0]).value);
      this.#session.claim(seat, name.value.trim() || null);
    });
    return replace(
      this.#claim,
      h("h2", { text: open.length === 1 ? "A seat is free" : "Seats are free" }),
      h("p", { text: "Take one and play, or stay and watch." }),
      form,
    );
  }

  #showLinks(game, kept) {
    const rows = [
      this.#linkRow("To watch" + (game.status === "waiting" ? ", or to take a free seat" : ""), gameLink(game.id), []),
    ];
    for (const [seat, token] of Object.entries(kept.invites)) {
      if (game.seats[seat - 1].state !== "taken" || kept.seats[seat]) continue;
      rows.push(
        this.#linkRow(
          `To play ${seatLabel(game, seat)}`,
          seatLink(game.id, seat, token),
          game.seats[seat - 1].warehouses,
        ),
      );
    }
    for (const [seat, token] of Object.entries(kept.seats)) {
      const words = Object.keys(kept.seats).length === 1 ? "your seat" : seatLabel(game, seat);
      rows.push(
        this.#linkRow(
          `To play ${words} on another device`,
          seatLink(game.id, seat, token),
          game.seats[seat - 1].warehouses,
        ),
      );
    }
    const warning =
      rows.length > 1 &&
      h("p", {
        class: "quiet-text",
        text: "Whoever has the link of a seat can play it: send it to that player alone.",
      });
    replace(this.#links, h("summary", { text: "Links" }), rows, warning, this.#copied);
  }

  #linkRow(label, link, warehouses) {
    const copy = async () => {
      if (await copyText(label, link)) this.#copied.textContent = `${upper(label)}: the link has been copied.`;
    };
    return h(
      "div",
      { class: "link-row" },
      h("span", { class: "link-label" }, seatTiles(warehouses.map(({ color }) => color)), ` ${label}`),
      h("button", {
        type: "button",
        class: "button small",
        text: "Copy link",
        "aria-label": `Copy link: ${label}`,
        "data-link": link,
        onclick: copy,
      }),
    );
  }
}
