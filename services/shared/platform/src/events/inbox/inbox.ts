import type { Envelope } from '@nightshelf/contracts/events/event.ts';
import type { Topic } from '@nightshelf/contracts/events/topics.ts';
import type { EntityManager } from '../../database/database.ts';
import type { Work } from '../../database/work.ts';

/** A handler exceeded its time limit. */
export class TookTooLongError extends Error {
  override name = 'TookTooLongError';

  constructor(ms: number) {
    super(`Its handler took longer than ${ms} ms`);
  }
}

export const handlerTimeoutMs = 12_000;

/** How much longer its session may idle, so that PostgreSQL rolls back a hanging handler. */
const idleBeyondMs = 3000;

/** Select list that sets PostgreSQL's limits for the rest of a transaction, from the next statement on. */
export const limiting = `set_config('statement_timeout', ?, true) as statement_ms,
  set_config('idle_in_transaction_session_timeout', ?, true) as idle_ms`;

/** Parameters of `limiting`. */
export const limitsOf = (ms: number) => [ms, ms + idleBeyondMs].map((limit) => String(Math.ceil(limit)));

/** Whether to handle the event: `new`, already handled, or older than its subject's version. */
export type Admission = 'new' | 'duplicate' | 'passed';

export interface Admitting {
  readonly consumer: string;
  readonly topic: string;
  /** Time limit for each later statement of the transaction. */
  readonly timeoutMs: number;
}

/**
 * Records the event as handled, in the transaction of its effect. All event types of a topic share their subject's
 * version. Waits for a concurrent transaction with the same event.
 */
export async function admit(
  em: EntityManager,
  { consumer, topic, timeoutMs }: Admitting,
  event: Envelope,
): Promise<Admission> {
  const [row] = await em.execute<{ recorded: boolean; advanced: boolean }[]>(
    `with recorded as (
       insert into inbox_events (consumer, event_id) values (?, ?) on conflict do nothing returning 1
     ), advanced as (
       insert into inbox_versions as seen (consumer, topic, subject, version)
       select ?, ?, ?, ? where exists (select 1 from recorded)
       on conflict (consumer, topic, subject) do update
       set version = excluded.version, difference = ?, changed_at = excluded.changed_at
       where seen.version < excluded.version
       returning 1
     )
     select exists (select 1 from recorded) as recorded, exists (select 1 from advanced) as advanced, ${limiting}`,
    [
      consumer,
      event.id,
      consumer,
      topic,
      event.subject,
      event.aggregateversion,
      // A snapshot repeats removals without its number; the consumer has missed one that it admits.
      event.republished ? 'ghost' : null,
      ...limitsOf(timeoutMs),
    ],
  );
  if (!row?.recorded) return 'duplicate';
  return row.advanced ? 'new' : 'passed';
}

/** @returns the version in the subject's last event that the consumer handled; 0 when there was none */
export async function seenVersion(
  em: EntityManager,
  { consumer, topic, subject }: { consumer: string; topic: Topic; subject: string },
): Promise<number> {
  const [row] = await em.execute<{ version: string }[]>(
    'select version from inbox_versions where consumer = ? and topic = ? and subject = ?',
    [consumer, topic, subject],
  );
  return Number(row?.version ?? 0);
}

/** Returns whether the consumer has ever handled an event of the topic. */
export async function hasSeen(em: EntityManager, consumer: string, topic: string): Promise<boolean> {
  const [row] = await em.execute<{ seen: boolean }[]>(
    'select exists (select from inbox_versions where consumer = ? and topic = ?) as seen',
    [consumer, topic],
  );
  return row?.seen === true;
}

/** The column with the age of the rows of a table. */
const ageColumns = { inbox_events: 'handled_at', dead_letters: 'put_aside_at' } as const;
const pruneSize = 1000;

/**
 * Deletes some of the consumer's old rows: handled events that no bus holds any more, or dead letters.
 * @returns whether there may be more
 */
export async function pruneOld(
  work: Work,
  table: keyof typeof ageColumns,
  consumer: string,
  olderThanMs: number,
): Promise<boolean> {
  const deleted = await work.transaction(({ em }) =>
    em.execute<unknown[]>(
      `delete from ${table} where ctid in (
         select ctid from ${table}
         where consumer = ? and ${ageColumns[table]} < now() - ?::float8 * interval '1 millisecond' limit ${pruneSize})
       returning 1`,
      [consumer, olderThanMs],
    ),
  );
  return deleted.length === pruneSize;
}
