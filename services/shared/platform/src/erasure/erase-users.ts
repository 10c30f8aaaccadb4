import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { EntityManager } from '../database/database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Work } from '../database/work.ts';
import { on } from '../events/handler.ts';
import { isNotAgain } from '../events/outbox/outbox-table.ts';
import { Worker } from '../jobs/worker.ts';
import type { Logger } from '../logging/logger.ts';
import { dueTurn, endTurn, recordErased, type Turn } from './erased-users.ts';

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
