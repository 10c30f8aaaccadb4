/** In milliseconds unless noted otherwise. */
export const paces = {
  /** Pages that open within this time share a stream. */
  settle: 100,
  /** Timeout for the greeting; a proxy that buffers the stream holds it back. */
  greeting: 8000,
  /** The server sends something every 20 s, so a longer silence means a dead stream. */
  silence: 50_000,
  /** After this much silence, do not trust the stream when the user returns. */
  doubt: 25_000,
  /** How often a waiting tab checks that the stream's owner is alive. */
  ping: 20_000,
  /** A stream that lives this long is not cut by a proxy. */
  proven: 10_000,
  /** The first pause after a failure, which then doubles, and the longest. */
  first: 500,
  longest: 60_000,
  /** Jitter of the reconnects after a server restart. */
  restart: 5000,
  /** Failures in a row after which streams count as blocked. */
  blocked: 3,
  /** Polling interval while streams are blocked, plus jitter of up to `spread`. */
  asking: 10_000,
  spread: 5000,
};

/** Returns the pause after a number of failures in a row, with jitter so that clients do not reconnect together. */
export const pauseAfter = (failures: number): number =>
  Math.min(paces.longest, paces.first * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random() / 2);
