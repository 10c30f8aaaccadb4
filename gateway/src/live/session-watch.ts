import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { TrackedSessions } from '../sessions/tracked-sessions.ts';
import type { LiveStreams } from './live-streams.ts';

/** Sessions per lookup. */
const batch = 1000;

/** Interval of checking all sessions while tracking is off, and pause after a failed lookup. */
const sweepMs = 5000;
const againMs = 1000;

/**
 * Ends streams whose session has ended. Looks up sessions that Redis reports as changed, and each session once when its
 * stream opens.
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

  /** Schedules a lookup of this session id. */
  lookAt(id: string): void {
    this.#due.add(id);
  }

  /** Call several times a second. */
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
