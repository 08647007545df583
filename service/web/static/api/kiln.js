// The service's operations that this page uses, one function each.

import { call, repeat } from "./http.js";

const game = (id) => `/v1/games/${encodeURIComponent(id)}`;

async function read(path, options) {
  return (await repeat(() => call("GET", path, options))).document;
}

/** Create a game. The body has an `owner_token`, which makes the call safe to repeat. `apiKey` where one is needed. */
export async function createGame(body, { apiKey, onFailure }) {
  return (await repeat(() => call("POST", "/v1/games", { body, apiKey }), { onFailure })).document;
}

/** The public games of a status, at most `limit`. */
export async function listGames(status, limit) {
  return (await call("GET", `/v1/games?status=${status}&limit=${limit}`)).document.games;
}

/** A game as it is now. */
export function getGame(id) {
  return read(game(id));
}

/** A game when it has changed from `etag` on: `{document, etag}`, with a `document` of null while it has not. */
export function getChangedGame(id, etag) {
  return call("GET", game(id), { etag });
}

/** A game as soon as its version is above `version`, or as it is after some seconds. */
export async function awaitGame(id, version, seconds) {
  return (await call("GET", `${game(id)}?after=${version}&wait=${seconds}`, { timeout: (seconds + 15) * 1000 }))
    .document;
}

/** What a token is good for. */
export function getRole(id, token) {
  return read(`${game(id)}/me`, { token });
}

/** Claim an open seat; with a `token` of our own the call is safe to repeat. */
export async function claimSeat(id, seat, name, token) {
  const body = name ? { name, token } : { token };
  return (await repeat(() => call("POST", `${game(id)}/seats/${seat}`, { body }))).document;
}

/** Leave the game. */
export async function leaveSeat(id, seat, token) {
  return (await repeat(() => call("DELETE", `${game(id)}/seats/${seat}`, { token }))).document;
}

/** The legal moves as a tree of choices. */
export function getTree(id) {
  return read(`${game(id)}/legal-moves/tree`);
}

/** What a move would do; nothing is played. */
export async function tryMove(id, token, number, move) {
  const attempt = () => call("POST", `${game(id)}/moves?dry_run=true`, { token, body: { number, move } });
  return (await repeat(attempt)).document;
}

/** Play a move as this number; safe to repeat, it cannot be played twice. */
export async function playMove(id, token, number, move, { onFailure, patience }) {
  const play = () => call("POST", `${game(id)}/moves`, { token, body: { number, move } });
  return (await repeat(play, { attempts: Infinity, onFailure, patience })).document;
}

/** What a level of the service's bots would play now: `{position, suggestions, …}`. A busy service is asked again. */
export async function suggestMove(id, level, { onFailure, patience }) {
  const ask = () => call("GET", `${game(id)}/suggest?level=${level}`, { timeout: 25_000 });
  return (await repeat(ask, { onFailure, patience })).document;
}

/** What a position is worth to each seat: `{seats: [{seat, value, parts}]}`. */
export async function evaluatePosition(position) {
  return (await repeat(() => call("POST", "/v1/positions/evaluate", { body: { position } }))).document;
}

/** The moves played after a number, at most `limit`: `{moves, more}`. */
export function listMoves(id, after, limit) {
  return read(`${game(id)}/moves?after=${after}&limit=${limit}`);
}

/** The whole game as a record. */
export function getRecord(id) {
  return read(`${game(id)}/record`);
}

/** Play again in the same seats: `{game}`, the new one. */
export async function rematch(id, token) {
  return (await repeat(() => call("POST", `${game(id)}/rematch`, { token }))).document;
}

/** A position taken apart. */
export async function describePosition(position) {
  return (await repeat(() => call("POST", "/v1/positions/describe", { body: { position } }))).document;
}

/** The address of a game's event stream, from a version on. */
export function eventsAddress(id, version) {
  return `${game(id)}/events?last_event_id=${version}`;
}
