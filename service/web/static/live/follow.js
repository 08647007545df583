// Following a game: by its event stream, and by asking again where no stream can be had.

import { awaitGame, eventsAddress, getChangedGame } from "../api/kiln.js";

const WAIT_SECONDS = 20;
const PAUSE = 3_000;
const HIDDEN_PAUSE = 30_000;
const POLLS_BEFORE_STREAM = 5;
const POLLS_AFTER_END = 30;

/**
 * Follows one game. `handlers`:
 *
 * - `version()`: the version that is known, from which on to follow;
 * - `onGame(game)`, `onMove(game, move)`: what has changed;
 * - `onConnection(state)`: `live`, `lost`, `asking` when there is no stream, `ended` when the game is over;
 * - `onGone()`: there is no such game any more.
 */
export class Follower {
  #id;
  #handlers;
  #source = null;
  #closed = false;
  #polling = false;
  #ended = false;
  #timer = null;

  constructor(id, handlers) {
    this.#id = id;
    this.#handlers = handlers;
    window.addEventListener("online", this.#again);
    window.addEventListener("offline", this.#lose);
    document.addEventListener("visibilitychange", this.#onSight);
    this.#stream();
  }

  /** Follow no longer. */
  close() {
    this.#closed = true;
    this.#source?.close();
    window.removeEventListener("online", this.#again);
    window.removeEventListener("offline", this.#lose);
    document.removeEventListener("visibilitychange", this.#onSight);
    clearInterval(this.#timer);
  }

  /** Begin anew at once: after the connection has come back. */
  restart() {
    if (!this.#closed) this.#again();
  }

  /**
   * A page that nobody sees gives its stream up after a while, as browsers have few connections for all their pages, and
   * looks now and then. Seen again, it follows at once.
   */
  #onSight = () => {
    clearInterval(this.#timer);
    if (document.hidden) this.#timer = setInterval(() => this.#lookUnseen(), HIDDEN_PAUSE);
    else if (this.#source?.readyState === EventSource.CLOSED && !this.#polling && !this.#ended) this.#again();
  };

  async #lookUnseen() {
    if (this.#polling || this.#ended) return;
    this.#source?.close();
    await this.#look().catch(() => {}); // seen again, it will say what is wrong
  }

  async #look() {
    const game = (await getChangedGame(this.#id, `"${this.#handlers.version()}"`)).document;
    if (game !== null) this.#handlers.onGame(game);
  }

  #again = () => {
    if (this.#ended) return;
    this.#source?.close();
    this.#stream();
  };

  #lose = () => this.#handlers.onConnection("lost");

  #stream() {
    const source = new EventSource(eventsAddress(this.#id, this.#handlers.version()));
    this.#source = source;
    source.addEventListener("open", () => this.#handlers.onConnection("live"));
    source.addEventListener("game", (event) => this.#handlers.onGame(JSON.parse(event.data)));
    source.addEventListener("move", (event) => {
      const { game, move } = JSON.parse(event.data);
      this.#handlers.onMove(game, move);
    });
    source.addEventListener("end", (event) => {
      source.close();
      if (JSON.parse(event.data).reason === "finished") this.#afterEnd();
      else this.#handlers.onGone();
    });
    source.addEventListener("error", () => {
      if (source !== this.#source || this.#closed) return;
      if (source.readyState === EventSource.CLOSED) this.#poll();
      else this.#handlers.onConnection("lost");
    });
  }

  /** Ask for changes until a stream may be tried again. */
  async #poll() {
    if (this.#polling) return;
    this.#polling = true;
    try {
      for (let poll = 0; poll < POLLS_BEFORE_STREAM && !this.#closed; poll += 1) {
        if ((await this.#ask()) === "over") return;
      }
    } finally {
      this.#polling = false;
    }
    if (!this.#closed) this.#stream();
  }

  async #ask() {
    const version = this.#handlers.version();
    try {
      const game = await this.#changed(version);
      if (game !== null) this.#handlers.onGame(game);
      if (game?.status === "finished") {
        this.#afterEnd();
        return "over";
      }
      this.#handlers.onConnection("asking");
    } catch (error) {
      if (error.code === "game_not_found") {
        this.#handlers.onGone();
        return "over";
      }
      this.#handlers.onConnection("lost");
      await pause(error.retryAfter ?? PAUSE);
    }
    return "on";
  }

  /** A finished game can still get a rematch: ask for that some while. */
  async #afterEnd() {
    this.#ended = true;
    this.#handlers.onConnection("ended");
    for (let poll = 0; poll < POLLS_AFTER_END && !this.#closed; poll += 1) {
      try {
        const game = await this.#changed(this.#handlers.version());
        if (game !== null) this.#handlers.onGame(game);
        if (game?.rematch) return;
      } catch (error) {
        if (error.code === "game_not_found") return;
        await pause(error.retryAfter ?? PAUSE);
      }
    }
  }

  /** The game once it is newer; as it is after a while, or null, otherwise. */
  async #changed(version) {
    try {
      return await awaitGame(this.#id, version, WAIT_SECONDS);
    } catch (error) {
      if (error.passing || error.status === 404) throw error;
      await pause(PAUSE);
      return (await getChangedGame(this.#id, `"${version}"`)).document;
    }
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
