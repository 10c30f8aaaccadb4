import { isDependencyFault } from '../../errors/dependency-faults.ts';
import { type EventHandling, handleEvent } from '../inbox/handle-event.ts';
import { parseEvent } from '../inbox/parse-event.ts';
import { reasonOf } from '../inbox/reasons.ts';
import { type DeadLetterRow, errorText, toDeadLetter } from './dead-letter.ts';
import { retryAfterSeconds } from './keep-dead-letter.ts';

/** What became of a dead letter; `gone` when somebody else is at it or it has been replayed already. */
export type Replayed = 'handled' | 'duplicate' | 'passed' | 'ignored' | 'gone' | { readonly error: string };

/**
 * Handles a dead letter again, here and now, by way of the inbox: it reaches no consumer but the one that put it aside,
 * its effect and its end as a dead letter are one transaction, and whoever replays hears what became of it. Any number
 * of processes may do so at once.
 * @throws when something that is depended on is away
 */
export async function replayDeadLetter(handling: EventHandling, id: string): Promise<Replayed> {
  try {
    return await handling.work.transaction(async (transaction) => {
      const { em } = transaction;
      const [row] = await em.execute<DeadLetterRow[]>(
        `select * from dead_letters where id = ? and consumer = ? and replayed_at is null for update skip locked`,
        [id, handling.consumer],
      );
      if (!row) return 'gone';
      const { topic, original } = toDeadLetter(row);
      const parsed = parseEvent(original.value, handling);
      const outcome = parsed ? await handleEvent(handling, transaction, topic, parsed) : 'ignored';
      await em.execute('update dead_letters set replayed_at = now(), retry_at = null where id = ?', [id]);
      return outcome;
    });
  } catch (error) {
    if (isDependencyFault(error)) throw error;
    await keepOpen(handling, id, error);
    return { error: errorText(error) };
  }
}

async function keepOpen({ work, consumer }: EventHandling, id: string, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  await work.transaction(async ({ em }) => {
    const [row] = await em.execute<{ retries: number }[]>(
      `update dead_letters
       set error = ?, reason = ?, attempts = attempts + 1, retries = retries + 1, retry_at = null
       where id = ? and consumer = ? and replayed_at is null returning retries`,
      [errorText(error), reason, id, consumer],
    );
    const seconds = retryAfterSeconds(reason, row?.retries ?? 0);
    if (!row || seconds === null) return;
    await em.execute(`update dead_letters set retry_at = now() + ?::float8 * interval '1 second' where id = ?`, [
      seconds,
      id,
    ]);
  });
}
