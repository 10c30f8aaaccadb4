import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { TrackedSessions } from '../sessions/tracked-sessions.ts';
import type { LiveStreams } from './live-streams.ts';

/** Sessions that are asked for at once. */
const batch = 1000;

/** How often all are asked for while Redis does not tell of changes, and how soon again when it has not answered, in milliseconds. */
const sweepMs = 5000;
const againMs = 1000;

/**
 * Ends streams whose session has ended. Redis tells which sessions change (most are only used): those alone are looked at, many
 * at a time, and each one when its stream is opened, since it may have ended in that very moment.
 */
export class SessionWatch {
  readonly #sessions: TrackedSessions;
  readonly #streams: LiveStreams;
  readonly #logger: Logger;
  readonly #due = new Set<string>();
  #isAsking = false;
  #notBefore = 0;
  #sweptAt = 0;

  constructor(sessions: TrackedSessions, streams: LiveStreams, logger: Logger) {
    this.#sessions = sessions;
    this.#streams = streams;
    this.#logger = logger;
    sessions.watch((ids) => {
      if (!ids) return this.#lookAtAll();
      for (const id of ids) if (streams.bySession.has(id)) this.lookAt(id);
    });
  }

  /** @param id of a session, which is looked at soon */
  lookAt(id: string): void {
    this.#due.add(id);
  }

  /** To be called several times a second. */
  turn(now = performance.now()): void {
    if (!this.#sessions.isTracking && now > this.#sweptAt + sweepMs) this.#lookAtAll(now);
    if (this.#due.size === 0 || this.#isAsking || now < this.#notBefore) return;
    this.#isAsking = true;
    this.#endThoseOf([...this.#due.values().take(batch)])
      .catch((error: unknown) => {
        this.#notBefore = performance.now() + againMs;
        this.#logger.debug({ err: error }, 'Sessions of streams cannot be looked at');
      })
      .finally(() => {
        this.#isAsking = false;
      });
  }

  #lookAtAll(now = performance.now()): void {
    this.#sweptAt = now;
    for (const id of this.#streams.bySession.keys()) this.#due.add(id);
  }

  async #endThoseOf(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#due.delete(id);
    try {
      for (const id of await this.#sessions.ended(ids)) this.#streams.endSession(id);
    } catch (error) {
      for (const id of ids) this.#due.add(id);
      throw error;
    }
  }
}
