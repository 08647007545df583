// What this browser remembers. Where it may remember nothing, it does so until the page is closed.

const memory = new Map();

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** A value that was kept; null without one. */
export function read(key) {
  try {
    return JSON.parse(storage()?.getItem(key) ?? memory.get(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keep a value. */
export function write(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    storage()?.setItem(key, text);
  } catch {
    // full or forbidden: the page's own memory has to do
  }
}

/** Keep it no longer. */
export function remove(key) {
  memory.delete(key);
  try {
    storage()?.removeItem(key);
  } catch {
    // nothing was kept, then
  }
}

/** All keys that begin so. */
export function keysWith(prefix) {
  let kept = [];
  try {
    kept = Object.keys(storage() ?? {});
  } catch {
    // none
  }
  return [...new Set([...kept, ...memory.keys()])].filter((key) => key.startsWith(prefix));
}
