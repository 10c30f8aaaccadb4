import { createHash } from 'node:crypto';
import type { ActivityKind } from '@nightshelf/contracts';
import type { Foundation, Origin, Work } from '@nightshelf/platform';
import type { Background } from '../background/background.ts';
import { recordActivity } from './record-activity.ts';

/** In seconds: a flood of refusals from one address becomes one line in that time. */
const oncePer = 60;

/**
 * Refused attempts in the audit trail of the account that they were aimed at. Written after the answer, so that its time
 * does not tell whether there is such an account.
 */
export class Refusals {
  readonly #work: Work;
  readonly #redis: Foundation<object>['redis'];
  readonly #background: Background;

  constructor(work: Work, redis: Foundation<object>['redis'], background: Background) {
    this.#work = work;
    this.#redis = redis;
    this.#background = background;
  }

  record(userId: string, kind: ActivityKind, origin: Origin): void {
    this.#background.run('A refusal could not be recorded', async () => {
      const about = createHash('sha256').update(`${userId} ${kind} ${origin.address}`).digest('base64url');
      if (await this.#redis.set(`refused:${about}`, '1', 'EX', oncePer, 'NX')) {
        await recordActivity(this.#work.read(), { userId, kind, origin });
      }
    });
  }
}
