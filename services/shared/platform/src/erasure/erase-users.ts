import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { EntityManager } from '../database/database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Work } from '../database/work.ts';
import { on } from '../events/handler.ts';
import { isNotAgain } from '../events/outbox/outbox-table.ts';
import { Worker } from '../jobs/worker.ts';
import type { Logger } from '../logging/logger.ts';

/**
 * Records permanently that a user was deleted.
 * @param version of the deletion event
 */
export async function recordErased(em: EntityManager, userId: string, version: number): Promise<void> {
  await em.execute(
    `insert into erased_users (user_id, version) values (?, ?)
     on conflict (user_id) do update set turns = 0, due_at = clock_timestamp()`,
    [userId, version],
  );
}

/** @returns whether any of these users was deleted */
export async function isErased(em: EntityManager, ...userIds: readonly string[]): Promise<boolean> {
  const [found] = await em.execute<{ erased: boolean }[]>(
    `select exists (
       select from erased_users where user_id in (select jsonb_array_elements_text(?::jsonb)::uuid)) as erased`,
    [JSON.stringify(userIds)],
  );
  return found?.erased === true;
}

interface Turn {
  readonly user_id: string;
}

/** Returns a user whose turn is due, locked until the transaction ends. */
async function dueTurn(em: EntityManager): Promise<Turn | undefined> {
  const [turn] = await em.execute<Turn[]>(
    // In random order, so that a user whose turn fails does not block the others.
    `select user_id from erased_users where due_at <= clock_timestamp() order by random() limit 1
     for update skip locked`,
  );
  return turn;
}

/** Longer than any event or dead letter is kept. */
const watchedDays = 40;
/** Longest interval between two turns: 2^14 seconds, about 4.5 hours. */
const longestPause = 14;

/**
 * Schedules the next turn: immediately while there is more, then at growing intervals until no late data can arrive.

 */
async function endTurn(em: EntityManager, { user_id }: Turn, more: boolean): Promise<void> {
  await em.execute(
    `update erased_users set turns = case when ? then 0 else turns + 1 end, due_at = case
       when ? then clock_timestamp()
       when erased_at < clock_timestamp() - make_interval(days => ?) then null
       else clock_timestamp() + make_interval(secs => 2 ^ least(turns, ?)) end
     where user_id = ?`,
    [more, more, watchedDays, longestPause, user_id],
  );
}

/** Minimum time that published events are kept, for a bus that loses its newest records. */
const keepFor = "interval '1 minute'";

/**
 * Deletes a user's data from the platform's tables: published events except the deletion, dead letters, stored
 * responses and names in reports. Events that are unpublished or were published within the last minute stay for a later
 * turn.
 */
export async function forgetTraces(em: EntityManager, userId: string): Promise<void> {
  await em.execute(
    `delete from outbox
     where published_at < clock_timestamp() - ${keepFor} and ${isNotAgain}
       and strpos(envelope, ?) > 0 and strpos(envelope, ?) = 0`,
    [userId, `"type":"${userDeleted.type}"`],
  );
  await em.execute(
    `delete from dead_letters
     where position(convert_to(?, 'UTF8') in value) > 0 or position(convert_to(?, 'UTF8') in key) > 0`,
    [userId, userId],
  );
  await em.execute('delete from idempotency_keys where user_id = ? or strpos(result, ?) > 0', [userId, userId]);
  await em.execute(
    `update projection_checks set report = jsonb_set(report, '{named}', '[]') where strpos(report::text, ?) > 0`,
    [userId],
  );
}

/**
 * Deletes part of a user's data, as many rows as one transaction can bear. Runs repeatedly, so that concurrent writes
 * and late events are deleted too.
 * @returns whether there may be more
 */
export type Erase = (transaction: Transaction, userId: string) => Promise<boolean>;

const idleMs = 1000;

/**
 * Returns what a service needs to erase deleted users: a reaction that runs the first turn in the inbox transaction
 * (not for the owner of the users), and a job that runs the others, within a second while there is more, then at
 * growing intervals for 40 days.
 */
export function eraseUsers(work: Work, logger: Logger, erase: Erase) {
  const takeTurn = async (transaction: Transaction, turn: Turn) => {
    const more = await erase(transaction, turn.user_id);
    await forgetTraces(transaction.em, turn.user_id);
    await endTurn(transaction.em, turn, more);
  };
  return {
    handlers: [
      on(userDeleted, async ({ data, version, ...transaction }) => {
        await recordErased(transaction.em, data.user_id, version);
        await takeTurn(transaction, data);
      }),
    ],
    jobs: [
      new Worker({
        name: 'erase-users',
        idleMs,
        logger,
        step: () =>
          work.transaction(async (transaction) => {
            const turn = await dueTurn(transaction.em);
            if (turn) await takeTurn(transaction, turn);
            return turn !== undefined;
          }),
      }),
    ],
  };
}
