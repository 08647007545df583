// The page of one game: all panels, kept in step with a session's state.

import { h, replace } from "../dom.js";
import { forgetGame } from "../keep/seats.js";
import { showBanner } from "./banner.js";
import { HistoryPanel } from "./history-panel.js";
import { KilnView } from "./kiln.js";
import { EndPanel, MorePanel } from "./more-panel.js";
import { reveal, showWarehouse, slidePush } from "./motion.js";
import { PeoplePanel } from "./people-panel.js";
import { hintOf, sceneOf } from "./scene.js";
import { SeatCard } from "./seat-card.js";
import { StatusPanel } from "./status-panel.js";
import { TurnPanel } from "./turn-panel.js";
import { WorthPanel } from "./worth-panel.js";

export class Table {
  #session;
  #main;
  #banner;
  #panels = null;
  #lead = null;
  #aside = null;
  #scene = null;
  #focusNext = false;
  #focusTurn = false;

  /** Shows `session` in `main`, and what is wrong in `banner`. */
  constructor(session, main, banner) {
    this.#session = session;
    this.#main = main;
    this.#banner = banner;
    session.store.subscribe((state, before) => this.#update(state, before));
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  #update(state, before) {
    const again = { retry: () => this.#session.follower.restart(), dismiss: () => this.#session.dismiss() };
    showBanner(this.#banner, state, again);
    if (state.phase === "gone") this.#showGone();
    else if (state.phase === "failed") this.#showFailed(state.failure);
    else if (state.phase === "ready") this.#show(state, before);
  }

  #build(game) {
    const { turn, moves } = this.#session;
    const choosing =
      (choose) =>
      (...args) => {
        this.#focusNext = args.pop();
        choose(...args);
        this.#focus();
      };
    const kiln = new KilnView({
      onSlot: choosing((slot) => turn.chooseSlot(slot)),
      onGroup: choosing((part, kind) => turn.chooseGroup(part, kind)),
    });
    const seats = game.seats.map(
      (seat) =>
        new SeatCard(seat, {
          onAction: choosing((part, action) => turn.chooseAction(part, action)),
          onLine: (part, direction, line) => turn.toggleLine(part, direction, line),
        }),
    );
    const panels = {
      kiln,
      seats,
      status: new StatusPanel(this.#session.announce, () => moves.look(null)),
      worth: new WorthPanel(this.#session.advice),
      turn: new TurnPanel(turn, this.#session.advice, {
        afterKey: () => this.#afterKey(),
        onPlay: (byKey) => this.#play(byKey),
      }),
      end: new EndPanel(this.#session),
      people: new PeoplePanel(this.#session),
      history: new HistoryPanel(moves),
      more: new MorePanel(this.#session),
    };
    const cards = h(
      "section",
      { class: "seats", "aria-label": "Seats", "data-seats": seats.length },
      h("h2", { class: "visually-hidden", text: "Seats" }),
      seats.map(({ element }) => element),
    );
    this.#lead = h("div", { class: "lead" }, panels.status.element, panels.end.element);
    this.#aside = h(
      "div",
      { class: "aside" },
      panels.people.element,
      panels.history.element,
      panels.worth.element,
      panels.more.element,
    );
    replace(
      this.#main,
      h(
        "div",
        { class: "table" },
        this.#lead,
        kiln.element,
        h("div", { class: "play" }, panels.turn.element, cards),
        this.#aside,
      ),
    );
    return panels;
  }

  #show(state, before) {
    this.#panels ??= this.#build(state.game);
    const panels = this.#panels;
    const acting = this.#session.actingSeat();
    const seats = this.#session.seats();
    const scene = sceneOf(state, acting);
    const earlier = this.#scene;
    this.#scene = scene;
    panels.status.update(state, acting, seats);
    panels.kiln.update(scene.kiln);
    panels.seats.forEach((card, index) => card.update(this.#seatScene(state, scene, index, seats)));
    panels.turn.update(state, scene.step);
    panels.end.update(state);
    panels.people.update(state);
    this.#placePeople(state.game.status === "waiting");
    panels.history.update(state, scene);
    panels.more.update(state);
    panels.worth.update(state);
    document.body.classList.toggle("is-choosing", scene.step !== null);
    if (earlier !== null) this.#move(earlier, scene);
    this.#tellStep(state, before, earlier, acting, seats);
    if (this.#focusTurn && scene.step !== null) {
      this.#focusTurn = false;
      this.#afterKey();
    }
  }

  #seatScene({ game }, scene, index, seats) {
    const seat = { ...game.seats[index], state: scene.shown.seats[index].state ?? game.seats[index].state };
    return {
      seat,
      toMove: scene.shown.to_move === index + 1,
      winner: scene.shown.outcome?.winner === index + 1,
      mine: seats.includes(index + 1) && seats.length < game.players,
      target: game.target,
      warehouses: scene.warehouses[index],
    };
  }

  /** As long as somebody is missing, that is the most important thing. */
  #placePeople(first) {
    const { element } = this.#panels.people;
    const home = first ? this.#lead : this.#aside;
    if (element.parentElement === home) return;
    if (first) home.append(element);
    else home.prepend(element);
  }

  /** Let move what has changed: a push that is tried or has been played, and what has come into warehouses. */
  #move(earlier, scene) {
    const pushed = earlier.kiln.kiln.join("/") !== scene.kiln.kiln.join("/");
    const onward = scene.after === earlier.after + 1 && !scene.previewed;
    if (pushed && scene.kiln.pushed !== null && (scene.previewed || onward))
      slidePush(this.#panels.kiln, scene.kiln.pushed);
    if (!onward) return;
    scene.warehouses.forEach((parts, index) =>
      parts.forEach(({ rows, copied }, part) => {
        const old = earlier.warehouses[index][part].rows;
        const gone = [...old.join("")].flatMap((cell, place) =>
          cell === "x" && rows.join("")[place] !== "x" ? [`${"abcde"[place % 5]}${Math.floor(place / 5) + 1}`] : [],
        );
        showWarehouse(this.#panels.seats[index].warehouse(part), { added: copied, gone });
      }),
    );
  }

  /** Tell those who listen what is to be chosen next. */
  #tellStep(state, before, earlier, acting, seats) {
    const { step } = this.#scene;
    if (step === null || state.choice === before.choice) return;
    const same = earlier?.step?.kind === step.kind && earlier?.step?.part === step.part;
    if (!same || step.kind === "review") this.#session.announce(hintOf(state, acting, seats));
    if (!same && before.choice !== null) reveal(this.#partFor(step, acting));
  }

  /** Where the next choice is made. */
  #partFor(step, acting) {
    if (step.kind === "action") return this.#panels.seats[acting - 1].warehouse(step.part).element;
    return step.kind === "review" ? this.#panels.turn.element : this.#panels.kiln.element;
  }

  /** Whoever chooses by keyboard finds the focus where the next choice is. */
  #focus() {
    if (!this.#focusNext) return;
    this.#focusNext = false;
    this.#afterKey();
  }

  /** Play the move. Whoever does so by keyboard finds the focus at the next turn, or at whose turn it is. */
  async #play(byKey) {
    await this.#session.turn.play();
    if (!byKey || this.#session.state.phase !== "ready") return;
    if (this.#session.actingSeat() === null) this.#panels.status.focus();
    else if (this.#scene.step !== null) this.#afterKey();
    else this.#focusTurn = true; // its legal moves are on their way
  }

  #afterKey() {
    const step = this.#scene?.step;
    if (!step) return;
    const acting = this.#session.actingSeat();
    if (step.kind === "push") this.#panels.kiln.controls.focus("slot");
    else if (step.kind === "group") this.#panels.kiln.controls.focus("group");
    else if (step.kind === "review") this.#panels.turn.focus();
    else if (!this.#panels.seats[acting - 1].warehouse(step.part).controls.focus()) this.#panels.turn.focusSkip();
  }

  #onKey(event) {
    if (this.#session.state.phase !== "ready" || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && this.#session.turn.undo()) {
      event.preventDefault();
      this.#afterKey();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#play(true);
    }
  }

  #showGone() {
    forgetGame(this.#session.id);
    document.title = "No such game – Kiln";
    this.#panels = null;
    document.body.classList.remove("is-choosing");
    replace(
      this.#main,
      h(
        "section",
        { class: "message" },
        h("h1", { text: "This game is not here" }),
        h("p", {
          text: "It may have expired, or been removed, or the link is not complete. Games are kept for some weeks after their last move.",
        }),
        h("p", {}, h("a", { class: "button primary", href: "/", text: "Start a new game" })),
      ),
    );
    this.#session.announce("This game is not here. It may have expired.");
  }

  #showFailed(text) {
    const again = h("button", {
      type: "button",
      class: "button primary",
      text: "Try again",
      onclick: () => location.reload(),
    });
    replace(
      this.#main,
      h(
        "section",
        { class: "message" },
        h("h1", { text: "The game cannot be shown" }),
        h("p", { text }),
        h("p", {}, again),
      ),
    );
  }
}
