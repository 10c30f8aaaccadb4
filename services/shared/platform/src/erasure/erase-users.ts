import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Work } from '../database/work.ts';
import { on } from '../events/handler.ts';
import { Worker } from '../jobs/worker.ts';
import type { Logger } from '../logging/logger.ts';
import { dueTurn, endTurn, recordErased, type Turn } from './erased-users.ts';
import { forgetTraces } from './traces.ts';

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
