import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { daily } from '@nightshelf/platform/jobs/daily.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

/**
 * Tells of the deletions of the last 40 days again: a service that was away for longer than
 * the bus keeps anything has no copy of users whose comparison would show it. Whoever knows already passes over it.
 */
export const retellDeletionsDaily = (work: Work, logger: Logger) =>
  daily('retell-deletions', logger, () =>
    work.transaction(async ({ em, publish }) => {
      const deleted = await em.execute<{ user_id: string; version: number }[]>(
        `select user_id, version from erased_users where erased_at > now() - interval '40 days' for share`,
      );
      for (const { user_id, version } of deleted) publish(userDeleted, { data: { user_id }, version });
    }),
  );
