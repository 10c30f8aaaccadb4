import { isDependencyFault } from '../../errors/dependency-faults.ts';
import type { Logger } from '../../logging/logger.ts';
import { type EventHandling, handleEvent } from '../inbox/handle-delivery.ts';
import { parseEvent, reasonOf } from '../inbox/parse-event.ts';
import { type DeadLetterRow, deadLetterColumns, errorText, retryAfterSeconds, toDeadLetter } from './dead-letters.ts';

/** `gone` when another process is replaying the dead letter or it has been replayed. */
export type Replayed = 'handled' | 'duplicate' | 'passed' | 'ignored' | 'gone' | { readonly error: string };

/**
 * Replays a dead letter through the inbox of the consumer that stored it, and of no other. Its effect and its closing
 * are one transaction. Any number of processes may do so at the same time.
 * @throws when a dependency is unavailable
 */
export async function replayDeadLetter(handling: EventHandling, id: string): Promise<Replayed> {
  const { work, consumer } = handling;
  let retries = 0;
  try {
    return await work.transaction(async (transaction) => {
      const { em } = transaction;
      const [row] = await em.execute<(DeadLetterRow & { retries: number })[]>(
        `select ${deadLetterColumns}, retries from dead_letters
         where id = ? and consumer = ? and replayed_at is null for update skip locked`,
        [id, consumer],
      );
      if (!row) return 'gone';
      retries = row.retries + 1;
      const { topic, original } = toDeadLetter(row);
      const parsed = parseEvent(original.value, handling);
      const outcome = parsed ? await handleEvent(handling, transaction, topic, parsed) : 'ignored';
      await em.execute('update dead_letters set replayed_at = now(), retry_at = null where id = ?', [id]);
      return outcome;
    });
  } catch (error) {
    if (isDependencyFault(error)) throw error;
    const reason = reasonOf(error);
    await work.transaction(({ em }) =>
      em.execute(
        `update dead_letters set error = ?, reason = ?, attempts = attempts + 1, retries = ?,
           retry_at = now() + ?::float8 * interval '1 second'
         where id = ? and consumer = ? and replayed_at is null`,
        [errorText(error), reason, retries, retryAfterSeconds(reason, retries), id, consumer],
      ),
    );
    return { error: errorText(error) };
  }
}

const batchSize = 100;

/**
 * Handles the due dead letters: events that an earlier release did not know, timed-out ones, ones that broke a contract
 * which may be wider now, and replays that an operator requested. Repeated, because in a rolling upgrade the previous
 * release keeps adding events that it does not know.
 * @returns whether there may be more
 */
export async function replayDueDeadLetters(
  handling: EventHandling,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<boolean> {
  const ids = await due(handling);
  for (const id of ids) {
    if (signal.aborted) return false;
    const outcome = await replayDeadLetter(handling, id);
    logger.info({ deadLetter: id, outcome }, 'Replayed a dead letter');
  }
  return ids.length === batchSize;
}

/** In the order of their arrival. */
async function due({ work, consumer, handlers }: EventHandling): Promise<string[]> {
  const rows = await work.query().execute<{ id: string }[]>(
    `select id from dead_letters
     where consumer = ? and replayed_at is null
       and (retry_at <= now() or (reason = 'unknown' and type in (?)))
     order by id limit ${batchSize}`,
    [consumer, [...handlers.keys()]],
  );
  return rows.map(({ id }) => id);
}
