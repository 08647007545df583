// What else can be done with a game: play again, leave, and take its texts along.

import { getRecord } from "../api/kiln.js";
import { h, setText } from "../dom.js";
import { seatLabel } from "../game/words.js";
import { confirm, copyText } from "./dialog.js";

export class MorePanel {
  #session;
  #told = h("p", { class: "quiet-text", role: "status" });
  #resign = h("button", { type: "button", class: "button", text: "Resign…" });

  constructor(session) {
    this.#session = session;
    this.#resign.addEventListener("click", () => this.#askToResign());
    const copies = [
      ["Copy position", () => session.moves.shownPosition()],
      ["Copy moves", async () => (await this.#record()).moves.join("\n")],
      ["Copy record", async () => JSON.stringify(await this.#record())],
    ].map(([text, make]) =>
      h("button", { type: "button", class: "button small", text, onclick: () => this.#copy(text, make) }),
    );
    this.element = h(
      "section",
      { class: "more", "aria-label": "More" },
      h("div", { class: "buttons" }, copies, this.#resign),
      this.#told,
    );
  }

  update({ game, kept, busy }) {
    const playing = game.seats.filter(({ seat, state, bot }) => kept.seats[seat] && state === "taken" && !bot);
    this.#resign.hidden = playing.length === 0 || game.status !== "playing";
    this.#resign.disabled = busy !== null;
  }

  #record() {
    return getRecord(this.#session.id);
  }

  async #copy(title, make) {
    try {
      const copied = await copyText(title, await make());
      setText(this.#told, copied ? "It has been copied." : "");
    } catch (error) {
      this.#session.fail(error);
    }
  }

  async #askToResign() {
    const { game } = this.#session.state;
    const seats = this.#session.seats().filter((seat) => game.seats[seat - 1].state === "taken");
    const seat = seats.includes(game.to_move) ? game.to_move : seats[0];
    const text = `${seatLabel(game, seat)} leaves the game for good; the others play on. If one seat is left, it wins.`;
    if (await confirm("Resign?", text, "Resign")) await this.#session.resign(seat);
  }
}

/** How the game ended, and playing again. */
export class EndPanel {
  #session;
  #again = h("button", { type: "button", class: "button primary", text: "Play again" });
  #scores = h("ol", { class: "final-scores" });

  constructor(session) {
    this.#session = session;
    this.#again.addEventListener("click", () => {
      const { rematch } = session.state.game;
      if (rematch) session.goTo(rematch);
      else session.rematch();
    });
    const fresh = h("a", { class: "button", href: "/", text: "New game" });
    this.element = h(
      "section",
      { class: "end", "aria-label": "The end" },
      h("h2", { text: "The game is over" }),
      this.#scores,
      h("div", { class: "buttons" }, this.#again, fresh),
    );
  }

  update({ game, busy }) {
    this.element.hidden = game.status !== "finished";
    if (this.element.hidden) return;
    const seated = this.#session.mayPlayAgain();
    this.#again.hidden = !seated && !game.rematch;
    setText(this.#again, game.rematch ? (seated ? "Go to the rematch" : "Watch the rematch") : "Play again");
    this.#again.disabled = busy !== null;
    const scores = (seat) => seat.warehouses.map(({ score }) => score);
    const ranked = [...game.seats].sort((one, other) => {
      const won = (seat) => (seat.seat === game.outcome.winner ? 1000 : 0);
      return won(other) + Math.max(...scores(other)) - won(one) - Math.max(...scores(one));
    });
    this.#scores.replaceChildren(
      ...ranked.map((seat) => {
        const note = seat.seat === game.outcome.winner ? " – winner" : seat.state === "left" ? " – left" : "";
        return h("li", { text: `${seatLabel(game, seat.seat)}: ${scores(seat).join(" + ")}${note}` });
      }),
    );
  }
}
