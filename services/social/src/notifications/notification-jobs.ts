import { mostNotifications, notificationDays } from '@nightshelf/contracts/notifications.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type Job, Worker } from '@nightshelf/platform/jobs/worker.ts';
import { deleteOld } from '../delete-old.ts';
import type { SocialParts } from '../parts.ts';
import { fanOut, fanOutNotifications } from './notify.ts';
import { deliverPushes } from './push/push-deliveries.ts';
import { prepareDigests } from './weekly-mail.ts';

/** Games per transaction. */
const batchSize = 2000;
/** In milliseconds, between polls for a new day. */
const idleMs = 2000;

interface Round {
  /** In UTC. */
  readonly day: string;
  /** The last game checked. */
  readonly last_guid: string;
}

/** Checks all games once a day for releases of that day and notifies the users who want them. */
const announceReleases = ({ work, logger }: SocialParts) =>
  new Worker({ name: 'releases', idleMs, logger, step: () => checkReleases(work) });

/** @returns whether more games may be left today */
const checkReleases = async (work: Work): Promise<boolean> => {
  // Avoids the transaction in the usual case that nothing is left to do.
  const [today] = await work
    .query()
    .execute<{ is_done: boolean }[]>(`select is_done from release_rounds where day = (now() at time zone 'UTC')::date`);
  return today?.is_done ? false : work.transaction(({ em }) => checkBatch(em));
};

async function checkBatch(em: EntityManager): Promise<boolean> {
  await em.execute(
    `insert into release_rounds (day) values ((now() at time zone 'UTC')::date) on conflict (day) do nothing`,
  );
  const [round] = await em.execute<Round[]>(
    `select day::text, last_guid from release_rounds where day = (now() at time zone 'UTC')::date and not is_done
     for update skip locked`,
  );
  if (!round) return false;
  const games = await em.execute<{ guid: string; is_out: boolean }[]>(
    `select guid, coalesce(summary::json ->> 'original_release_date' = ?, false) as is_out
     from games where guid > ? order by guid limit ?`,
    [round.day, round.last_guid, batchSize],
  );
  for (const { guid, is_out } of games) {
    if (is_out) await fanOut(em, { kind: 'wanted_game_out', actorId: null, guid });
  }
  const isDone = games.length < batchSize;
  await em.execute('update release_rounds set last_guid = ?, is_done = ? where day = ?', [
    games.at(-1)?.guid ?? round.last_guid,
    isDone,
    round.day,
  ]);
  await em.execute('delete from release_rounds where day < ?::date - 7', [round.day]);
  return !isDone;
}

const hourMs = 60 * 60 * 1000;
/** Users to check per transaction. */
const batch = 1000;
const old = { table: 'notifications', key: 'user_id, id', time: 'created_at', days: notificationDays };
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Deletes old notifications and those beyond a user's maximum, at startup and then every hour. */
function pruneNotificationsHourly({ work, logger }: SocialParts): Worker {
  let lastUser = beforeAll;
  const step = async () => {
    if (await deleteOld(work, old)) return true;
    lastUser = await pruneBeyond(work, lastUser);
    return lastUser !== beforeAll;
  };
  return new Worker({ name: 'prune-notifications', idleMs: hourMs, logger, step });
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

export const notificationJobs = (parts: SocialParts): Job[] => [
  fanOutNotifications(parts),
  announceReleases(parts),
  prepareDigests(parts),
  pruneNotificationsHourly(parts),
  ...(parts.sender ? [deliverPushes(parts, parts.sender)] : []),
];
