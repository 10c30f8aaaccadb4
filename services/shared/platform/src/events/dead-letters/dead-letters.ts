import type { EntityManager } from '../../database/database.ts';
import type { BusRecord, Delivery } from '../bus.ts';
import type { Reason } from '../inbox/parse-event.ts';

export interface DeadLetterCause {
  /** The service. */
  readonly consumer: string;
  readonly eventId: string | undefined;
  readonly type: string | undefined;
  readonly error: unknown;
  readonly reason: Reason;
  readonly attempts: number;
}

/** A dead letter as the consumer's database stores it. */
export interface DeadLetter {
  readonly id: string;
  readonly consumer: string;
  readonly topic: string;
  /** Its position on the bus, in the bus's own notation. */
  readonly partition: number;
  readonly offset: string;
  /** From the record; empty when it has none. */
  readonly eventId: string;
  readonly type: string;
  readonly reason: Reason;
  readonly error: string;
  readonly attempts: number;
  readonly putAsideAt: Date;
  /** The unchanged record. */
  readonly original: BusRecord;
}

/** A row of `dead_letters` with these columns. */
export interface DeadLetterRow extends Omit<DeadLetter, 'putAsideAt' | 'original'> {
  readonly putAsideAt: string | Date;
  readonly key: Buffer;
  readonly value: Buffer;
  readonly headers: string;
}

export const deadLetterColumns = `id::text as id, consumer, topic, partition, "offset",
  coalesce(event_id, '') as "eventId", coalesce(type, '') as type, reason, error, attempts,
  put_aside_at as "putAsideAt", key, value, headers`;

export const toDeadLetter = ({ key, value, headers, putAsideAt, ...row }: DeadLetterRow): DeadLetter => ({
  ...row,
  putAsideAt: new Date(putAsideAt),
  original: { topic: row.topic, key: key.toString(), value: value.toString(), headers: JSON.parse(headers) },
});

const longestError = 1000;
const longestName = 200;

/** Returns text that PostgreSQL can store. */
const storable = (text: string, longest = longestName) =>
  text.slice(0, longest).replaceAll('\u0000', '\uFFFD').toWellFormed();

export const errorText = (error: unknown) =>
  storable(error instanceof Error ? `${error.name}: ${error.message}` : String(error), longestError);

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
export async function keepDeadLetter(em: EntityManager, delivery: Delivery, cause: DeadLetterCause): Promise<void> {
  const { topic, partition, offset, key, value, headers } = delivery;
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

interface Wanted {
  /** All topics when absent. */
  readonly topic?: string | undefined;
  readonly eventId?: string | undefined;
  readonly limit?: number;
}

/** Returns the dead letters in this database that have not been replayed, oldest first. */
export async function listDeadLetters(em: EntityManager, wanted: Wanted = {}): Promise<DeadLetter[]> {
  const { topic = null, eventId = null, limit = null } = wanted;
  const rows = await em.execute<DeadLetterRow[]>(
    `select ${deadLetterColumns} from dead_letters
     where replayed_at is null and (?::text is null or topic = ?) and (?::text is null or event_id = ?)
     order by dead_letters.id limit ?::int`,
    [topic, topic, eventId, eventId, limit],
  );
  return rows.map(toDeadLetter);
}

/** Counts the dead letters that have not been replayed, by topic and reason. */
export function countDeadLetters(
  em: EntityManager,
  consumer: string,
): Promise<{ readonly topic: string; readonly reason: Reason; readonly count: number }[]> {
  return em.execute(
    `select topic, reason, count(*)::int as count from dead_letters
     where consumer = ? and replayed_at is null group by topic, reason`,
    [consumer],
  );
}

/**
 * Makes the service replay a dead letter within seconds, for callers that only have its database.
 * @returns false when it does not exist or has been replayed
 */
export async function requestReplay(em: EntityManager, id: string): Promise<boolean> {
  const rows = await em.transactional((change) =>
    change.execute<unknown[]>(
      `update dead_letters set retry_at = now() where id::text = ? and replayed_at is null returning 1`,
      [id],
    ),
  );
  return rows.length > 0;
}
