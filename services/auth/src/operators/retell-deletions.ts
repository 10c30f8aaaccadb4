import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { daily } from '@nightshelf/platform/jobs/daily.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

/** Republishes the deletions of the last 40 days, for services that were down longer than the bus keeps events. */
export const retellDeletionsDaily = (work: Work, logger: Logger) =>
  daily('retell-deletions', logger, () =>
    work.transaction(async ({ em, publish }) => {
      const deleted = await em.execute<{ user_id: string; version: number }[]>(
        `select user_id, version from erased_users where erased_at > now() - interval '40 days' for share`,
      );
      for (const { user_id, version } of deleted) publish(userDeleted, { data: { user_id }, version });
    }),
  );
