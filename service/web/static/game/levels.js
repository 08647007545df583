// How well the service plays: the levels of its bots, in words.

const WORDS = {
  random: "plays anything",
  greedy: "easy",
  "search-1": "medium",
  "search-2": "hard",
  "search-3": "hardest",
};

/** The levels to choose from, the weakest first. */
export const LEVELS = Object.keys(WORDS);

/** What a newcomer plays against. */
export const FIRST_LEVEL = "greedy";

/** A level in words: `greedy (easy)`; one that is not known here has its name alone. */
export function levelText(level) {
  return WORDS[level] ? `${level} (${WORDS[level]})` : level;
}
