// What those hear who do not look: short sentences, one after the other.

const PAUSE = 150;

/** Returns a function that has a text read aloud by way of a live region. Texts that come together are read together. */
export function announcer(region) {
  let waiting = [];
  return (text) => {
    if (waiting.length === 0) setTimeout(tell, PAUSE);
    if (!waiting.includes(text)) waiting.push(text);
  };

  function tell() {
    const text = waiting.join(" ");
    waiting = [];
    // The same sentence twice is told twice: a space at its end makes it another text.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }
}
