// Links to games. A seat's token stands behind the "#": browsers do not send that part to anybody.

/** The address at which a game is watched. */
export function gameLink(id) {
  return `${location.origin}/play/${id}`;
}

/** The address with which a seat is played. */
export function seatLink(id, seat, token) {
  return `${gameLink(id)}#seat=${seat}&token=${token}`;
}

/** The seat and token that the page was opened with, or null. They are taken out of the address and the history. */
export function takeSeatFromAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const token = parts.get("token");
  if (token === null) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return /^[A-Za-z0-9_-]{22,86}$/.test(token) ? { seat: Number(parts.get("seat")), token } : null;
}

/** The game's id in the page's path; null on the first page. */
export function gameInPath() {
  const found = /^\/play\/([^/]+)$/.exec(location.pathname);
  return found === null ? null : decodeURIComponent(found[1]);
}

/** The id of a game in a link or text that somebody typed; null where there is none. */
export function gameInText(text) {
  const found = /(?:^|\/play\/)([a-z0-9]{16,32})(?:[#?].*)?$/.exec(text.trim());
  return found === null ? null : found[1];
}
