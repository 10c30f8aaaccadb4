import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { findActiveUser } from './find-user.ts';

/** Milliseconds between attempts while Redis does not take a note. */
const againMs = 1000;

/**
 * Has a library hidden before social hears of it by an event. What cannot be noted within a request is tried again
 * until it can; a process that is killed meanwhile leaves it to the event.
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

  /** Notes the user's privacy as it now is. Never throws; takes half a second at the most while Redis is away. */
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

  /** Not what a request wanted but what is stored, so that a request that is sent again, or overtaken, notes the same. */
  async #note(userId: string): Promise<boolean> {
    const user = await findActiveUser(this.#work.query(), userId);
    return !user || this.#notes.note(userId, user);
  }
}
