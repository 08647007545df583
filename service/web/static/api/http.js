// Calls over HTTP: JSON in and out, problems as exceptions, and repeating what may be repeated.

const TIMEOUT = 15_000;
const LONGEST_PAUSE = 10_000;

/** The service's own "no": see the contract for its codes. */
export class Problem extends Error {
  constructor(status, document, retryAfter) {
    super(document.detail || document.title || `HTTP ${status}`);
    this.name = "Problem";
    this.status = status;
    this.code = document.code ?? "unknown";
    this.document = document;
    this.retryAfter = retryAfter;
  }

  /** Whether the same call may go through later. */
  get passing() {
    return this.status === 503 || this.status === 429 || this.status === 502 || this.status === 504;
  }
}

/** No answer has come: whether the call did anything is not known. */
export class Unreachable extends Error {
  constructor(cause) {
    super("The service cannot be reached.", { cause });
    this.name = "Unreachable";
    this.passing = true;
    this.retryAfter = null;
  }
}

/**
 * Make a call. Returns `{status, document, etag}`; `document` is null where there is no body (204, 304).
 *
 * Throws `Problem` for an error that the service answered with, `Unreachable` where no whole answer came.
 */
export async function call(method, path, { body, token, apiKey, etag, timeout = TIMEOUT } = {}) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (apiKey) headers["X-API-Key"] = apiKey;
  if (etag) headers["If-None-Match"] = etag;
  let response;
  let text;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store", // entity tags are looked after here
      credentials: "omit",
      signal: AbortSignal.timeout(timeout),
    });
    text = await response.text();
  } catch (error) {
    throw new Unreachable(error);
  }
  const document = parse(text);
  if (response.ok || response.status === 304) {
    return { status: response.status, document, etag: response.headers.get("ETag") };
  }
  throw new Problem(response.status, document ?? {}, pauseAsked(response));
}

function parse(text) {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function pauseAsked(response) {
  const seconds = Number(response.headers.get("Retry-After") ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/**
 * Make a call that is safe to repeat, until it is answered.
 *
 * `attempts` at most; `onFailure(error, pause)` is told of each failure that will be followed by another attempt, and
 * `patience.stop()` ends the attempts. The last error is thrown.
 */
export async function repeat(makeCall, { attempts = 4, onFailure = () => {}, patience = new Patience() } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await makeCall();
    } catch (error) {
      if (!error.passing || attempt >= attempts || patience.stopped) throw error;
      const pause = error.retryAfter ?? Math.min(LONGEST_PAUSE, 300 * 2 ** attempt);
      onFailure(error, pause);
      await patience.wait(pause);
      if (patience.stopped) throw error;
    }
  }
}

/** Waiting between attempts, which can be cut short or ended from outside. */
export class Patience {
  stopped = false;
  #wake = () => {};

  /** Wait so many milliseconds, or until somebody cuts it short. */
  wait(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Try again now. */
  hurry() {
    this.#wake();
  }

  /** Try no more. */
  stop() {
    this.stopped = true;
    this.#wake();
  }
}
