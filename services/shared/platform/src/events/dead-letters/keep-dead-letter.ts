import type { EntityManager } from '../../database/database.ts';
import type { Work } from '../../database/work.ts';
import type { Reason } from '../inbox/reasons.ts';
import { type DeadLetterCause, type DeliveredRecord, errorText, storable } from './dead-letter.ts';

/** After how many minutes something is tried again by itself, each time from then on. Nothing else gets better by itself. */
const retryMinutes: Partial<Record<Reason, readonly number[]>> = {
  // What it waited for, a lock or a busy database, is mostly gone by then.
  slow: [1, 4, 16, 64, 256, 1024],
  // It may be a newer release's, whose contract is wider. An upgrade is over in minutes, or stays half done for days.
  invalid: [5, 60, 360, 1440, 4320, 10_080],
};

/**
 * When something that was put aside is to be tried again by itself.
 * @param retries how often it has been tried since it was put aside
 * @returns seconds from now, or null for never
 */
export function retryAfterSeconds(reason: Reason, retries: number): number | null {
  const minutes = retryMinutes[reason]?.[retries];
  return minutes === undefined ? null : minutes * 60;
}

/**
 * Puts a record aside in the consumer's own database: what PostgreSQL refuses as text, too, since key and value are kept
 * as bytes. The same record once more, delivered or replayed, is the same row, which is open again.
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
 * Forgets some of what was put aside long ago, whether it has been replayed or not.
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
