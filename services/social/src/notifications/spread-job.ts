import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { mayAllSee } from './friend-finished.ts';
import { type Matter, notify } from './notify.ts';

/** A notification for many users, and how far its fan-out has come. */
interface Spread extends Matter {
  readonly id: string;
  readonly actorId: string | null;
  readonly guid: string;
  /** The last user checked. */
  readonly lastUser: string;
}

/** Maximum number of users per transaction. */
const batchSize = 1000;
const idleMs = 500;

interface Parts {
  readonly work: Work;
  readonly notes: PrivacyNotes;
  readonly logger: Logger;
}

export const spreadNotifications = ({ work, notes, logger }: Parts) =>
  new Worker({ name: 'spread-notifications', idleMs, logger, step: () => advanceOne(work, notes) });

/** @returns whether there was anything to do */
const advanceOne = (work: Work, notes: PrivacyNotes): Promise<boolean> =>
  work.transaction(async (transaction) => {
    // Takes the one that waited longest, so that several advance in turns.
    const [next] = await transaction.em.execute<Spread[]>(
      `select id, kind, actor_id as "actorId", guid, last_user as "lastUser"
       from notification_spreads order by advanced_at limit 1 for update skip locked`,
    );
    if (next) await advance(transaction, notes, next);
    return next !== undefined;
  });

async function advance(transaction: Transaction, notes: PrivacyNotes, spread: Spread): Promise<void> {
  const { em } = transaction;
  const reached = (await mayBeTold(em, notes, spread)) ? await reach(em, spread) : null;
  if (reached) await notify(transaction, spread, reached.concerned);
  if (reached?.count === batchSize) {
    await em.execute('update notification_spreads set last_user = ?, advanced_at = clock_timestamp() where id = ?', [
      reached.last,
      spread.id,
    ]);
  } else {
    await em.execute('delete from notification_spreads where id = ?', [spread.id]);
  }
}

/** Checked before each batch, because it may change in between. */
async function mayBeTold(em: EntityManager, notes: PrivacyNotes, { kind, actorId, guid }: Spread): Promise<boolean> {
  return kind !== 'friend_finished' || (actorId !== null && mayAllSee(em, notes, actorId, guid));
}

interface Reached {
  /** Number of users checked. */
  readonly count: number;
  readonly last: string | null;
  /** Ids of the users to notify. */
  readonly concerned: readonly string[];
}

/**
 * Returns the next batch of candidates in the order of their ids: followers who play the game, or users who want it.
 */
async function reach(em: EntityManager, { kind, actorId, guid, lastUser }: Spread): Promise<Reached | undefined> {
  const summed = `select count(*)::int as count, max(user_id::text collate "C") as last,
    coalesce(jsonb_agg(user_id) filter (where is_concerned), '[]') as concerned from page`;
  const [reached] =
    kind === 'friend_finished'
      ? await em.execute<Reached[]>(
          `with page as materialized (
             select f.follower_id as user_id, f.active and exists (
               select from entries e where e.guid = ? and e.user_id = f.follower_id and e.status = 'playing'
             ) as is_concerned
             from (select * from follows where followee_id = ? and follower_id > ? order by follower_id limit ?) f
           ) ${summed}`,
          [guid, actorId, lastUser, batchSize],
        )
      : await em.execute<Reached[]>(
          `with page as materialized (
             select user_id, bool_or(status = 'want_to_play') as is_concerned
             from entries where guid = ? and user_id > ? group by user_id order by user_id limit ?
           ) ${summed}`,
          [guid, lastUser, batchSize],
        );
  return reached;
}
