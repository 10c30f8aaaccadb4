import type { BusRecord, Delivery } from '../bus.ts';
import type { Reason } from '../inbox/reasons.ts';

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

/** A row of `dead_letters`. */
export interface DeadLetterRow {
  readonly id: string;
  readonly consumer: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly event_id: string | null;
  readonly type: string | null;
  readonly key: Buffer;
  readonly value: Buffer;
  readonly headers: string;
  readonly error: string;
  readonly reason: Reason;
  readonly attempts: number;
  readonly put_aside_at: string | Date;
}

export const toDeadLetter = (row: DeadLetterRow): DeadLetter => ({
  id: String(row.id),
  consumer: row.consumer,
  topic: row.topic,
  partition: row.partition,
  offset: row.offset,
  eventId: row.event_id ?? '',
  type: row.type ?? '',
  reason: row.reason,
  error: row.error,
  attempts: row.attempts,
  putAsideAt: new Date(row.put_aside_at),
  original: {
    topic: row.topic,
    key: row.key.toString(),
    value: row.value.toString(),
    headers: JSON.parse(row.headers),
  },
});

export type DeliveredRecord = Pick<Delivery, 'topic' | 'partition' | 'offset' | 'key' | 'value' | 'headers'>;

const longestError = 1000;
const longestName = 200;

/** Returns text that PostgreSQL can store. */
export const storable = (text: string, longest = longestName) =>
  text.slice(0, longest).replaceAll('\u0000', '\uFFFD').toWellFormed();

export const errorText = (error: unknown) =>
  storable(error instanceof Error ? `${error.name}: ${error.message}` : String(error), longestError);
