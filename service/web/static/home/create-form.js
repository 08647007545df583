// The form of a new game.

import { describePosition } from "../api/kiln.js";
import { faultsOf, messageOf } from "../api/messages.js";
import { h, replace, setAttribute, setText } from "../dom.js";
import { LEVELS, levelText } from "../game/levels.js";
import { read, write } from "../keep/storage.js";
import { checkbox, chosen, fieldset, labelled, radios, select } from "./fields.js";
import { create } from "./new-game.js";
import { SeatRows } from "./seat-rows.js";

const KEY = "kiln.key"; // of a service that asks for one
const COMPANY = "kiln.company"; // with whom the last game was played
const TABLES = [
  ["2", "2 players"],
  ["3", "3 players"],
  ["4", "4 players"],
  ["two-color", "2 players, 2 colors each"],
];
const COMPANIES = [
  ["bots", "Against bots"],
  ["here", "On this screen"],
  ["link", "By link"],
];
const NOTES = {
  bots: "You play the first seat, and the service plays the others. How well, you choose below.",
  here: "Everybody plays here and takes turns: pass the device on.",
  link: "You get a link for each of the other seats, and one for those who watch.",
};
const TIMES = [
  ["", "no limit"],
  ["60", "1 minute"],
  ["180", "3 minutes"],
  ["600", "10 minutes"],
  ["3600", "1 hour"],
  ["86400", "1 day"],
  ["259200", "3 days"],
];

export class CreateForm {
  #fields = {
    target: h("input", {
      id: "target",
      type: "number",
      min: "1",
      max: "29",
      value: "17",
      required: true,
      inputmode: "numeric",
    }),
    goal: select("goal", [
      ["either", "with either color"],
      ["both", "with both colors"],
    ]),
    fixing: h("input", { id: "fixing", type: "checkbox", checked: true }),
    heating: h("input", { id: "heating", type: "checkbox" }),
    first: select("first", [
      ["", "by the rules"],
      ["1", "seat 1"],
      ["2", "seat 2"],
      ["3", "seat 3"],
      ["4", "seat 4"],
    ]),
    seed: h("input", {
      id: "seed",
      type: "number",
      min: "0",
      max: String(Number.MAX_SAFE_INTEGER),
      step: "1",
      placeholder: "drawn",
      inputmode: "numeric",
    }),
    time: select("time", TIMES),
    public: h("input", { id: "public", type: "checkbox" }),
    advice: h("input", { id: "advice", type: "checkbox" }),
    leaving: select("leaving", [
      ["", "is out"],
      ...LEVELS.map((level) => [level, `a bot plays on: ${levelText(level)}`]),
    ]),
    position: h("textarea", {
      id: "position",
      rows: "3",
      spellcheck: "false",
      autocomplete: "off",
      placeholder: "A position in notation",
    }),
  };
  #seats = new SeatRows();
  #tables = radios("table", TABLES);
  #companies = radios("company", COMPANIES);
  #key = h("input", { id: "api-key", type: "password", autocomplete: "off" });
  #note = h("p", { class: "quiet-text place-note" });
  #faults = h("div", { class: "faults", role: "alert" });
  #submit = h("button", { type: "submit", class: "button primary large", text: "Start the game" });
  #options = h("details", { class: "options" });
  #announce;

  constructor(announce) {
    this.#announce = announce;
    this.#fillOptions();
    this.element = h(
      "form",
      { class: "card create", "aria-labelledby": "create-title", novalidate: true },
      h("h2", { id: "create-title", text: "New game" }),
      fieldset("How many play?", this.#tables),
      fieldset("With whom?", this.#companies, this.#note),
      fieldset("Who sits where?", this.#seats.element),
      checkbox(this.#fields.advice, "Hints", "you may ask what to play; so may all others"),
      this.#options,
      labelled("Key for this service", this.#key),
      this.#faults,
      this.#submit,
    );
    this.#key.value = read(KEY) ?? "";
    this.#key.parentElement.hidden = true; // until the service asks for one
    const company = this.#companies.querySelector(`[value="${read(COMPANY)}"]`);
    if (company !== null) company.checked = true;
    this.#invite();
    this.#companies.addEventListener("change", () => this.#invite());
    this.element.addEventListener("change", () => this.#update());
    this.element.addEventListener("input", () => this.#update());
    this.#fields.position.addEventListener("change", () => this.#seatPosition());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.#update();
  }

  /** Have it as it is usual with the company that is chosen: who plays which seat, and whether there are hints. */
  #invite() {
    const company = chosen(this.#companies);
    this.#seats.seat(company);
    this.#fields.advice.checked = company !== "link";
    setText(this.#note, NOTES[company]);
  }

  #fillOptions() {
    const { target, goal, fixing, heating, first, seed, time, position, leaving } = this.#fields;
    replace(
      this.#options,
      h("summary", { text: "Rules and options" }),
      h(
        "div",
        { class: "option-grid" },
        labelled("Points to win", target),
        labelled("Reached", goal),
        labelled("Who starts", first),
        labelled("Time for a move", time),
        labelled("Who leaves", leaving),
        labelled("Seed of the start", seed),
      ),
      checkbox(fixing, "Fixing the mess", "a shape that does not fit lets you erase a square"),
      checkbox(heating, "Heating up", "some scores give an extra turn when you reach them exactly"),
      checkbox(this.#fields.public, "Public", "the game is listed for everybody to watch"),
      labelled("Start from a position", position),
    );
  }

  #wanted() {
    const fields = this.#fields;
    const table = chosen(this.#tables);
    const twoColor = table === "two-color";
    const players = twoColor ? 2 : Number(table);
    const number = (field) => (field.value === "" ? null : Number(field.value));
    return {
      players,
      twoColor,
      seats: this.#seats.read({ players, twoColor }),
      target: number(fields.target) ?? 17,
      goal: fields.goal.value,
      fixing: fields.fixing.checked,
      heating: fields.heating.checked,
      firstSeat: number(fields.first),
      seed: number(fields.seed),
      public: fields.public.checked,
      advice: fields.advice.checked,
      onLeave: fields.leaving.value,
      moveSeconds: number(fields.time),
      position: fields.position.value.trim(),
      apiKey: this.#key.value,
    };
  }

  #update() {
    const wanted = this.#wanted();
    const positioned = wanted.position !== "";
    this.#seats.update({ ...wanted, positioned });
    const { target, goal, fixing, heating, first, seed } = this.#fields;
    for (const field of [target, goal, fixing, heating, first, seed]) field.disabled = positioned;
    goal.parentElement.hidden = !wanted.twoColor;
    for (const option of first.options) option.hidden = option.disabled = Number(option.value) > wanted.players;
    if (Number(first.value) > wanted.players) first.value = "";
  }

  /** A position says how many seats there are. */
  async #seatPosition() {
    const position = this.#fields.position.value.trim();
    if (position === "") return;
    try {
      const described = await describePosition(position);
      this.#tables.querySelector(`[value="${described.two_color ? "two-color" : described.players}"]`).checked = true;
      this.#update();
    } catch {
      // what is wrong with it, the answer to the form will say
    }
  }

  async #send() {
    this.#show([]);
    this.#submit.disabled = true;
    setText(this.#submit, "Starting…");
    const onFailure = () => setText(this.#submit, "No answer yet. Trying again…");
    try {
      const wanted = this.#wanted();
      const id = await create(wanted, onFailure);
      if (wanted.apiKey !== "") write(KEY, wanted.apiKey);
      write(COMPANY, chosen(this.#companies));
      location.assign(`/play/${id}`);
    } catch (error) {
      this.#showError(error);
      this.#submit.disabled = false;
      setText(this.#submit, "Start the game");
    }
  }

  #showError(error) {
    if (error.code?.startsWith("api_key")) this.#key.parentElement.hidden = false;
    const faults = faultsOf(error);
    if (faults.length === 0) faults.push({ pointer: "", detail: messageOf(error) });
    this.#show(faults);
    if (faults.some(({ pointer }) => pointer !== "" && !pointer.startsWith("/seats"))) this.#options.open = true;
    this.#announce(`The game has not been created. ${faults.map(({ detail }) => detail).join(" ")}`);
  }

  #show(faults) {
    const pointers = faults.map(({ pointer }) => pointer);
    const names = {
      target: "/target",
      goal: "/goal",
      first: "/first_seat",
      seed: "/seed",
      time: "/move_seconds",
      position: "/position",
      leaving: "/on_leave",
    };
    for (const [name, pointer] of Object.entries(names))
      setAttribute(this.#fields[name], "aria-invalid", pointers.includes(pointer) ? "true" : null);
    this.#seats.mark(pointers);
    replace(
      this.#faults,
      faults.length > 0 &&
        h(
          "ul",
          {},
          faults.map((fault) => h("li", { text: faultText(fault) })),
        ),
    );
  }
}

function faultText({ pointer, detail }) {
  const place = pointer
    .replace(/^\/seats\/(\d+).*/, (_, seat) => `seat ${Number(seat) + 1}`)
    .replace(/^\//, "")
    .replaceAll("_", " ");
  return place === "" ? detail : `${place.slice(0, 1).toUpperCase()}${place.slice(1)}: ${detail}`;
}
