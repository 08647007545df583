// A state that is replaced as a whole, and those who want to know.

export class Store {
  #state;
  #listeners = new Set();

  constructor(state) {
    this.#state = state;
  }

  get state() {
    return this.#state;
  }

  /** Change some of the state's fields, and tell all listeners. */
  set(changes) {
    const before = this.#state;
    this.#state = { ...before, ...changes };
    for (const listener of this.#listeners) listener(this.#state, before);
  }

  /** Have `listener(state, before)` called after every change. Returns a function that ends it. */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
