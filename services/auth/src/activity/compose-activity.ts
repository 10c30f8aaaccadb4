import { createHash } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { bulkhead } from 'cockatiel';
import type { FastifyInstance } from 'fastify';
import { listActivity, type Occurrence, pruneActivityDaily, recordActivity } from './activity.ts';

export function composeActivity({ work, redis, logger }: Foundation<object>) {
  const deferred = new DeferredActivity(work, redis, logger);
  return {
    deferred,
    routes: (app: FastifyInstance) => activityRoutes(app, { work }),
    jobs: [pruneActivityDaily(work, logger)],
    close: () => deferred.settle(),
  };
}

type Redis = Foundation<object>['redis'];

const atOnce = 2;
const waiting = 1000;

/** In seconds. Repeated refusals from one address within this time become one line. */
const oneRefusalPer = 60;

/**
 * Writes audit lines after the response, so that they add no delay and cannot fail it. A killed process may lose them.
 */
export class DeferredActivity {
  readonly #work: Work;
  readonly #redis: Redis;
  readonly #logger: Logger;
  readonly #bulkhead = bulkhead(atOnce, waiting);
  readonly #running = new Set<Promise<void>>();

  constructor(work: Work, redis: Redis, logger: Logger) {
    this.#work = work;
    this.#redis = redis;
    this.#logger = logger;
  }

  record(occurrence: Occurrence): void {
    this.#run(occurrence, () => this.#write(occurrence));
  }

  /** Records at most one refused attempt per account, kind and address in a minute. */
  recordRefusal(occurrence: Occurrence): void {
    const { userId, kind, client } = occurrence;
    this.#run(occurrence, async () => {
      const about = createHash('sha256').update(`${userId} ${kind} ${client.address}`).digest('base64url');
      const isFirst = await this.#redis.set(`refused:${about}`, '1', 'EX', oneRefusalPer, 'NX');
      if (isFirst) await this.#write(occurrence);
    });
  }

  /** Waits until all pending lines are written. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }

  #write(occurrence: Occurrence): Promise<void> {
    return this.#work.transaction(({ em }) => recordActivity(em, occurrence));
  }

  #run({ kind }: Occurrence, write: () => Promise<void>): void {
    const running = this.#bulkhead
      .execute(write)
      .catch((error: unknown) => this.#logger.warn({ err: error, kind }, 'A line of the audit trail was lost'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

function activityRoutes(app: FastifyInstance, { work }: { work: Work }): void {
  route(app, accountCalls.listActivity, async ({ identity: caller, query }) => {
    const page = await listActivity(work.query(), caller.userId, query);
    return { success: true, message: 'Activity of your account.', ...page };
  });
}
