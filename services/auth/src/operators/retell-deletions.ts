import { userDeleted } from '@nightshelf/contracts';
import { type Logger, type Work, Worker } from '@nightshelf/platform';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Tells of the deletions of the last 40 days again, at the start and then once a day: a service that was away for longer than
 * the bus keeps anything has no copy of users whose comparison would show it. Whoever knows already passes over it.
 */
export const retellDeletionsDaily = (work: Work, logger: Logger) =>
  new Worker({
    name: 'retell-deletions',
    idleMs: dayMs,
    logger,
    step: async () => {
      await work.transaction(async ({ em, publish }) => {
        const deleted = await em.execute<{ user_id: string; version: number }[]>(
          `select user_id, version from erased_users where erased_at > now() - interval '40 days' for share`,
        );
        for (const { user_id, version } of deleted) publish(userDeleted, { data: { user_id }, version });
      });
      return false;
    },
  });
