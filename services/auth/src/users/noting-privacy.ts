import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { findActiveUser } from './find-user.ts';

/** In milliseconds, between attempts while Redis is unavailable. */
const againMs = 1000;

/**
 * Hides a library before the social service receives the event. Retries failed notes; if the process dies, the event
 * still hides the library.
 */
export class NotingPrivacy {
  readonly #work: Work;
  readonly #notes: PrivacyNotes;
  readonly #logger: Logger;
  readonly #waiting = new Set<string>();
  readonly #again: Worker;
  #isAgain = false;

  constructor(work: Work, redis: ConstructorParameters<typeof PrivacyNotes>[0], logger: Logger) {
    this.#work = work;
    this.#notes = new PrivacyNotes(redis);
    this.#logger = logger;
    this.#again = new Worker({ name: 'privacy-notes', idleMs: againMs, logger, step: () => this.#noteWaiting() });
  }

  /** Notes the user's current privacy. Never throws; takes at most half a second while Redis is unavailable. */
  async note(userId: string): Promise<void> {
    const isNoted = await this.#note(userId).catch(() => false);
    if (isNoted) return;
    this.#logger.warn(
      'A privacy change could not be noted and is tried again; until then social learns of it by its event',
    );
    this.#waiting.add(userId);
    if (!this.#isAgain) await this.#again.start();
    this.#isAgain = true;
  }

  async stop(): Promise<void> {
    await this.#again.stop();
  }

  async #noteWaiting(): Promise<boolean> {
    for (const userId of this.#waiting) {
      if (!(await this.#note(userId))) return false;
      this.#waiting.delete(userId);
    }
    return false;
  }

  /** Notes the stored value, so that a repeated or overtaken request notes the latest one. */
  async #note(userId: string): Promise<boolean> {
    const user = await findActiveUser(this.#work.query(), userId);
    return !user || this.#notes.note(userId, user);
  }
}
