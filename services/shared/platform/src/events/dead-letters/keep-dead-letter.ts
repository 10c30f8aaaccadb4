import type { EntityManager } from '../../database/database.ts';
import type { Work } from '../../database/work.ts';
import type { Reason } from '../inbox/reasons.ts';
import { type DeadLetterCause, type DeliveredRecord, errorText, storable } from './dead-letter.ts';

/** Minutes before each automatic retry, by reason; other reasons are not retried. */
const retryMinutes: Partial<Record<Reason, readonly number[]>> = {
  // The cause, a lock or a busy database, is usually over by then.
  slow: [1, 4, 16, 64, 256, 1024],
  // It may come from a newer release with a wider contract; an upgrade takes minutes or stays unfinished for days.
  invalid: [5, 60, 360, 1440, 4320, 10_080],
};

/**
 * @param retries how often the dead letter has been retried
 * @returns seconds until the automatic retry, or null for none
 */
export function retryAfterSeconds(reason: Reason, retries: number): number | null {
  const minutes = retryMinutes[reason]?.[retries];
  return minutes === undefined ? null : minutes * 60;
}

/**
 * Stores a dead letter in the consumer's database. Key and value are bytes, so it also stores text that PostgreSQL
 * refuses. A repeated delivery or failed replay reopens the same row.
 */
export async function keepDeadLetter(
  em: EntityManager,
  record: DeliveredRecord,
  cause: DeadLetterCause,
): Promise<void> {
  const { topic, partition, offset, key, value, headers } = record;
  const { consumer, eventId, type, error, reason, attempts } = cause;
  await em.execute(
    `insert into dead_letters as kept (consumer, topic, partition, "offset", event_id, type, key, value, headers, error,
       reason, attempts, retry_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now() + ?::float8 * interval '1 second')
     on conflict (consumer, topic, sha256(key || '\\x00'::bytea || value)) do update
     set partition = excluded.partition, "offset" = excluded."offset", error = excluded.error, reason = excluded.reason,
       attempts = kept.attempts + excluded.attempts, put_aside_at = now(), retry_at = excluded.retry_at,
       replayed_at = null`,
    [
      consumer,
      topic,
      partition,
      offset,
      eventId === undefined ? null : storable(eventId),
      type === undefined ? null : storable(type),
      Buffer.from(key),
      Buffer.from(value),
      JSON.stringify(headers),
      errorText(error),
      reason,
      attempts,
      retryAfterSeconds(reason, 0),
    ],
  );
}

const pruneSize = 1000;

/**
 * Deletes some old dead letters, replayed or not.
 * @returns whether there may be more
 */
export async function pruneDeadLetters(work: Work, consumer: string, olderThanMs: number): Promise<boolean> {
  const deleted = await work.transaction(({ em }) =>
    em.execute<unknown[]>(
      `delete from dead_letters where id in (
         select id from dead_letters
         where consumer = ? and put_aside_at < now() - ?::float8 * interval '1 millisecond' limit ${pruneSize})
       returning 1`,
      [consumer, olderThanMs],
    ),
  );
  return deleted.length === pruneSize;
}
