import { mostNotifications, notificationDays } from '@nightshelf/contracts/notifications.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';

const hourMs = 60 * 60 * 1000;
/** Rows to delete, or users to check, per transaction. */
const batch = 1000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Deletes old notifications and those beyond a user's maximum, at startup and then every hour. */
export function pruneNotificationsHourly(work: Work, logger: Logger): Worker {
  let lastUser = beforeAll;
  const step = async () => {
    if (await pruneOld(work)) return true;
    lastUser = await pruneBeyond(work, lastUser);
    return lastUser !== beforeAll;
  };
  return new Worker({ name: 'prune-notifications', idleMs: hourMs, logger, step });
}

/** @returns whether more may be left */
async function pruneOld(work: Work): Promise<boolean> {
  const gone = await work.transaction(({ em }) =>
    em.execute<object[]>(
      `delete from notifications where (user_id, id) in (
         select user_id, id from notifications where created_at < now() - make_interval(days => ?)
         order by created_at limit ? for update skip locked)
       returning 1`,
      [notificationDays, batch],
    ),
  );
  return gone.length === batch;
}

/** @returns the last checked user, or the start again after all users */
async function pruneBeyond(work: Work, after: string): Promise<string> {
  const [page] = await work.transaction(({ em }) =>
    em.execute<{ users: number; last: string | null }[]>(
      `with page as materialized (
         select user_id, count(*) as kept from notifications where user_id > ? group by user_id order by user_id limit ?
       ), beyond as materialized (
         select user_id, (select id from notifications n where n.user_id = page.user_id order by id desc offset ? limit 1) as newest
         from page where kept > ?
       ), gone as (
         delete from notifications n using beyond where n.user_id = beyond.user_id and n.id <= beyond.newest
       )
       select count(*)::int as users, max(user_id::text collate "C") as last from page`,
      [after, batch, mostNotifications, mostNotifications],
    ),
  );
  return page?.users === batch && page.last ? page.last : beforeAll;
}
