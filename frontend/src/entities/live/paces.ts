/** Milliseconds, where nothing else is said. */
export const paces = {
  /** What pages open at one moment shares a stream. */
  settle: 100,
  /** A stream begins with a greeting; one that does not is held back by something on the way. */
  greeting: 8000,
  /** The server says something every 20 s: a stream that is silent for longer is dead. */
  silence: 50_000,
  /** After this much silence a stream is not relied upon when somebody comes back to their machine. */
  doubt: 25_000,
  /** A tab that waits to have the stream asks this often whether the one that has it lives. */
  ping: 20_000,
  /** A stream that lives this long was none that something on the way ends at once. */
  proven: 10_000,
  /** The first pause after a failure, which then doubles, and the longest. */
  first: 500,
  longest: 60_000,
  /** After a restart of the server all come back within this time, and not at one moment. */
  restart: 5000,
  /** Number of failures in a row after which streams do not get through here. */
  blocked: 3,
  /** While they do not, changes are asked for this often, and up to `spread` later. */
  asking: 10_000,
  spread: 5000,
};

/** The pause after so many failures in a row: between half of it and all, so that many browsers do not come back at one moment. */
export const pauseAfter = (failures: number): number =>
  Math.min(paces.longest, paces.first * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random() / 2);
