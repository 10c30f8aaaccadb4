import { isDeepStrictEqual } from 'node:util';
import type { Envelope } from '@nightshelf/contracts/events/event.ts';
import type { EntityManager } from '../../database/database.ts';
import { type Admission, type Admitting, limiting, limitsOf } from '../inbox/inbox.ts';
import type { Projection } from './projection.ts';

/**
 * How a copy differs from its owner's data.
 * - `missing`: no copy
 * - `older`, `newer`: the consumer has another version; `newer` when the owner was restored from a backup
 * - `changed`: the same version with other content
 * - `ghost`: a copy that the owner does not have
 * - `count`: a wrong counter, derived from the copies
 */
export type Difference = 'missing' | 'older' | 'newer' | 'changed' | 'ghost' | 'count';

/** Start of a snapshot with a number, less the clock difference that databases of two services may have. */
export const startOf = (number: string) => `to_timestamp(${number} / 1000.0) - interval '1 second'`;

interface Seen {
  readonly version: string;
  /** Whether the version was received before the snapshot started. */
  readonly is_settled: boolean;
  readonly rebuild: boolean;
}

/**
 * Notes that the snapshot has named the subject, and whether its copy differs. Needs no record of the event's id,
 * because a repeated event finds no difference.
 * @returns `new` when the handler must write the copy
 */
export async function admitSnapshot(
  em: EntityManager,
  { consumer, topic, timeoutMs }: Admitting,
  projection: Projection,
  { subject, aggregateversion: version, snapshot }: Envelope,
  data: unknown,
): Promise<Admission> {
  const [seen] = await em.execute<Seen[]>(
    `insert into inbox_versions as seen (consumer, topic, subject, version, snapshot) values (?, ?, ?, 0, ?)
     on conflict (consumer, topic, subject) do update
     set snapshot = greatest(seen.snapshot, excluded.snapshot),
       difference = case when seen.snapshot >= excluded.snapshot then seen.difference end
     returning version, changed_at < ${startOf('?')} as is_settled, ${limiting}, exists (
       select from projection_checks
       where topic = ? and rebuild and asked_at <= to_timestamp(? / 1000.0)) as rebuild`,
    [consumer, topic, subject, snapshot, snapshot, ...limitsOf(timeoutMs), topic, snapshot],
  );
  const seenVersion = Number(seen?.version);
  if (seenVersion > version && !seen?.is_settled) return 'passed';
  const kept = await readCopy(em, projection, subject);
  const difference: Difference | null =
    kept === undefined
      ? 'missing'
      : seenVersion !== version
        ? seenVersion < version
          ? 'older'
          : 'newer'
        : isSame(kept, projection.keep(data as never, version))
          ? null
          : 'changed';
  if (difference) {
    await em.execute(
      `update inbox_versions set version = ?, difference = ?, changed_at = clock_timestamp()
       where consumer = ? and topic = ? and subject = ?`,
      [version, difference, consumer, topic, subject],
    );
  }
  return difference || seen?.rebuild ? 'new' : 'passed';
}

async function readCopy(em: EntityManager, { table, key, keyType, columns, kept }: Projection, subject: string) {
  const values = key.length === 1 ? [subject] : subject.split(':');
  const [row] = await em.execute<object[]>(
    `select true as is_kept, ${columns} from ${table} kept
     where ${key.map((column) => `kept.${column} = ?::${keyType}`).join(' and ')}`,
    values,
  );
  return row && kept(row as never);
}

/** Compares values as JSON, in which an undefined field does not exist. */
const isSame = (a: unknown, b: unknown) => isDeepStrictEqual(asJson(a), asJson(b));

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));
