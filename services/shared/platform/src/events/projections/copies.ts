import { snapshotted } from '@nightshelf/contracts/events/snapshots.ts';
import { Gauge, type Registry } from 'prom-client';
import type { EntityManager } from '../../database/database.ts';
import type { Work } from '../../database/work.ts';
import { type Job, Worker } from '../../jobs/worker.ts';
import type { Logger } from '../../logging/logger.ts';
import { countedFromZero } from '../../metrics/metrics.ts';
import type { RedisClient } from '../../redis/client.ts';
import { type EventHandler, on } from '../handler.ts';
import { type Difference, startOf } from './admit-snapshot.ts';
import type { Projection } from './projection.ts';
import { requestKey } from './publish-snapshots.ts';

const pollMs = 1000;
const requestEveryMs = 60_000;
/** How long records of a snapshot may arrive after the event that ends it. */
const mostLateMinutes = 5;
const removedAtOnce = 500;
const namedAtMost = 20;
/**
 * Days after which the version of an unknown subject is deleted: no bus (7) or dead letter (30) keeps older events, and
 * no owner repeats older removals of entries (90).
 */
const versionDays = 120;

/** Result of a snapshot. */
export interface Report {
  /** Start of the snapshot in milliseconds since 1970; absent from a report of the previous release. */
  readonly snapshot?: number;
  /** Copies afterwards. */
  readonly rows: number;
  readonly differences: number;
  readonly kinds: Readonly<Partial<Record<Difference, number>>>;
  /** Some of the differences, as `<kind> <subject>`. */
  readonly named: readonly string[];
  /** Copies that the owner does not have, too many to be removed without an operator. */
  readonly left: number;
}

/** A snapshot whose end has arrived, but possibly not all of its records. */
interface Closing {
  readonly snapshot: number;
  readonly count: number;
  readonly removed?: number;
  readonly named?: readonly string[];
}

/**
 * Requests a snapshot of topics from their owners. Stored in the database, so that a request outlives the process.
 * @param rebuild writes all copies anew, and removes any number that the owner does not have
 */
export async function requestSnapshots(work: Work, topics: readonly string[], rebuild = false): Promise<void> {
  await work.transaction(({ em }) =>
    em.execute(
      `insert into projection_checks as known (topic, rebuild)
       select topic, ? from jsonb_array_elements_text(?::jsonb) as given (topic) order by topic
       on conflict (topic) do update set asked_at = clock_timestamp(), fault = null,
         rebuild = known.rebuild or excluded.rebuild`,
      [rebuild, JSON.stringify(topics)],
    ),
  );
}

/** Receives the ends of snapshots. */
export const onSnapshotted = (projections: readonly Projection[]): EventHandler[] =>
  projections.map(({ topic }) =>
    on(snapshotted[topic], async ({ em, data }) => {
      await em.execute(
        `insert into projection_checks (topic, closing, finished_at) values (?, ?::jsonb, clock_timestamp())
         on conflict (topic) do update set closing = excluded.closing, finished_at = excluded.finished_at`,
        [topic, JSON.stringify(data)],
      );
    }),
  );

export interface CopyState {
  readonly topic: string;
  readonly askedAtMs: number;
  /** Whether a snapshot must start that has not started since the last request. */
  readonly isWanted: boolean;
  readonly closing: Closing | null;
  /** When a snapshot last confirmed the copies, in seconds since 1970; null before the first. */
  readonly verifiedAt: number | null;
  readonly report: Report | null;
  readonly fault: string | null;
}

export const readStates = (work: Work, topics: readonly string[]): Promise<CopyState[]> =>
  work.query().execute<CopyState[]>(
    `select topic, closing, report, fault, ceil(extract(epoch from asked_at) * 1000)::float8 as "askedAtMs",
       asked_at > coalesce(to_timestamp((report ->> 'snapshot')::bigint / 1000.0), '-infinity') as "isWanted",
       extract(epoch from verified_at)::float8 as "verifiedAt"
     from projection_checks where topic in (select jsonb_array_elements_text(?::jsonb)) order by topic`,
    [JSON.stringify(topics)],
  );

export interface CopiesOptions {
  /** Name of the service and of its inbox consumer. */
  readonly service: string;
  readonly projections: readonly Projection[];
  readonly redis: RedisClient;
  readonly work: Work;
  readonly logger: Logger;
  readonly registry: Registry;
}

/**
 * Requests snapshots, including a first one for unverified copies. After each snapshot, counts the differences that it
 * repaired and removes the copies that it did not contain.
 */
export function verifyCopies({ service, projections, redis, work, logger, registry }: CopiesOptions): Job {
  const topics = projections.map(({ topic }) => topic);
  const differences = countedFromZero(registry, {
    name: 'projection_differences_total',
    help: "Copies that differed from the owner's data, repaired or not",
    label: 'topic',
    values: topics,
  });
  const verified = new Gauge({
    name: 'projection_verified_timestamp_seconds',
    help: 'When a snapshot of the owner last confirmed the copies',
    labelNames: ['topic'],
    registers: [registry],
  });
  for (const topic of topics) verified.set({ topic }, 0);
  const requests = new Map<string, { readonly askedAtMs: number; readonly at: number }>();
  let begun = false;

  const step = async () => {
    if (!begun) {
      await work.transaction(({ em }) =>
        em.execute(
          `insert into projection_checks (topic) select topic from jsonb_array_elements_text(?::jsonb) as given (topic)
           order by topic on conflict do nothing`,
          [JSON.stringify(topics)],
        ),
      );
    }
    begun = true;
    let more = false;
    const failures: unknown[] = [];
    for (const { topic, askedAtMs, isWanted, closing, verifiedAt } of await readStates(work, topics)) {
      verified.set({ topic }, verifiedAt ?? 0);
      const last = requests.get(topic);
      if (isWanted && (last?.askedAtMs !== askedAtMs || performance.now() - last.at > requestEveryMs)) {
        await redis.set(requestKey(topic), askedAtMs, 'EX', 3600);
        requests.set(topic, { askedAtMs, at: performance.now() });
        // The owner may be idle in this process.
        more = true;
      }
      const projection = projections.find((one) => one.topic === topic);
      if (!closing || !projection) continue;
      const settled = await settle(work, service, projection).catch((error): Settled => {
        failures.push(error);
        return 'waits';
      });
      more ||= settled === 'more';
      if (typeof settled !== 'object') continue;
      const { report, fault } = settled;
      const level = fault || report?.left ? 'error' : report?.differences ? 'warn' : 'info';
      logger[level]({ topic, fault, ...report }, fault ?? 'A snapshot of the owner confirmed the copies');
      // The first snapshot fills the copies.
      if (report && verifiedAt !== null) differences.inc({ topic }, report.differences);
    }
    // Throw after the loop, so that a failing topic does not stop the others.
    if (failures.length > 0) throw failures[0];
    return more;
  };
  return new Worker({ name: 'verify-copies', idleMs: pollMs, logger, step });
}

type Settled = 'waits' | 'more' | { readonly report?: Report; readonly fault?: string };

/** Ends a snapshot of one topic, in as many transactions as its removals need. */
function settle(work: Work, consumer: string, projection: Projection): Promise<Settled> {
  const { topic } = projection;
  return work.transaction(async ({ em }): Promise<Settled> => {
    const [check] = await em.execute<{ closing: Closing; is_late: boolean; rebuild: boolean }[]>(
      `select closing, finished_at < clock_timestamp() - interval '${mostLateMinutes} minutes' as is_late,
         rebuild and asked_at <= to_timestamp((closing ->> 'snapshot')::bigint / 1000.0) as rebuild
       from projection_checks where topic = ? and closing is not null for update skip locked`,
      [topic],
    );
    if (!check) return 'waits';
    const { closing, is_late, rebuild } = check;
    const { snapshot, count } = closing;
    const [seen] = await em.execute<{ named: number }[]>(
      'select count(*)::int as named from inbox_versions where consumer = ? and topic = ? and snapshot = ?',
      [consumer, topic, snapshot],
    );
    if (seen?.named !== count) {
      if (!is_late) return 'waits';
      const fault = `projection incomplete: ${seen?.named} of ${count} subjects of the snapshot have arrived`;
      await em.execute('update projection_checks set closing = null, fault = ? where topic = ?', [fault, topic]);
      return { fault };
    }
    const { rows, unnamed } = await countCopies(em, consumer, projection, snapshot);
    const mayRemove = rebuild || unnamed <= Math.min(Math.max(100, rows / 100), 10_000);
    if (unnamed > 0 && mayRemove) {
      const removed = await removeUnnamed(em, consumer, projection, snapshot);
      const named = [...(closing.named ?? []), ...removed.map((subject) => `ghost ${subject}`)].slice(0, namedAtMost);
      await em.execute('update projection_checks set closing = ?::jsonb where topic = ?', [
        JSON.stringify({ ...closing, removed: (closing.removed ?? 0) + removed.length, named }),
        topic,
      ]);
      return 'more';
    }
    const recounted = (await projection.recount?.(work)) ?? [];
    const report = await reportOf(em, consumer, topic, { closing, rows, left: unnamed, recounted });
    await em.execute(
      `delete from inbox_versions where consumer = ? and topic = ? and snapshot is distinct from ?
         and changed_at < clock_timestamp() - interval '${versionDays} days'`,
      [consumer, topic, snapshot],
    );
    await em.execute(
      `update projection_checks set closing = null, fault = null, verified_at = clock_timestamp(), report = ?::jsonb,
         rebuild = rebuild and not ?
       where topic = ?`,
      [JSON.stringify(report), rebuild, topic],
    );
    return { report };
  });
}

/** SQL: copies that the snapshot did not name, and that have not changed since its start. */
const unnamedCopies = ({ table, key }: Projection) =>
  `(select ${key.map((column) => `kept.${column}::text`).join(` || ':' || `)} as subject from ${table} kept) kept
   left join inbox_versions seen on seen.consumer = ? and seen.topic = ? and seen.subject = kept.subject`;
const isUnnamed = `seen.subject is null
  or (seen.snapshot is distinct from ? and seen.changed_at < ${startOf('?')})`;

async function countCopies(em: EntityManager, consumer: string, projection: Projection, snapshot: number) {
  const [row] = await em.execute<{ rows: number; unnamed: number }[]>(
    `select count(*)::int as rows, count(*) filter (where ${isUnnamed})::int as unnamed
     from ${unnamedCopies(projection)}`,
    [snapshot, snapshot, consumer, projection.topic],
  );
  return row ?? { rows: 0, unnamed: 0 };
}

/**
 * Removes some copies that the snapshot did not name.
 * @returns their subjects
 */
async function removeUnnamed(em: EntityManager, consumer: string, projection: Projection, snapshot: number) {
  const { topic } = projection;
  // Each subject gets a locked row, so that a concurrent event waits and then rewrites its copy.
  const locked = await em.execute<{ subject: string; is_unnamed: boolean }[]>(
    `insert into inbox_versions as seen (consumer, topic, subject, version)
     select ?, ?, kept.subject, 0 from ${unnamedCopies(projection)} where ${isUnnamed}
     order by kept.subject limit ${removedAtOnce}
     on conflict (consumer, topic, subject) do update set version = seen.version
     returning seen.subject, seen.version = 0 or (seen.snapshot is distinct from ? and seen.changed_at < ${startOf('?')})
       as is_unnamed`,
    [consumer, topic, consumer, topic, snapshot, snapshot, snapshot, snapshot],
  );
  const subjects = locked.filter(({ is_unnamed }) => is_unnamed).map(({ subject }) => subject);
  for (const subject of subjects) await projection.remove(em, subject);
  await em.execute('delete from inbox_versions where consumer = ? and topic = ? and version = 0', [consumer, topic]);
  return subjects;
}

interface Counted {
  readonly closing: Closing;
  readonly rows: number;
  readonly left: number;
  readonly recounted: readonly string[];
}

async function reportOf(
  em: EntityManager,
  consumer: string,
  topic: string,
  { closing, rows, left, recounted }: Counted,
): Promise<Report> {
  const { snapshot, removed = 0, named = [] } = closing;
  const found = await em.execute<{ difference: Difference; count: number; subjects: string[] }[]>(
    `select difference, count(*)::int as count, (array_agg(subject order by subject))[:${namedAtMost}] as subjects
     from inbox_versions
     where consumer = ? and topic = ? and difference is not null
       and (snapshot = ? or changed_at >= to_timestamp(? / 1000.0))
     group by difference order by difference`,
    [consumer, topic, snapshot, snapshot],
  );
  const kinds: Partial<Record<Difference, number>> = {};
  for (const { difference, count } of found) kinds[difference] = count;
  if (removed + left > 0) kinds.ghost = (kinds.ghost ?? 0) + removed + left;
  if (recounted.length > 0) kinds.count = recounted.length;
  const repaired = found.flatMap(({ difference, subjects }) => subjects.map((subject) => `${difference} ${subject}`));
  return {
    snapshot,
    rows,
    differences: Object.values(kinds).reduce((sum, count) => sum + count, 0),
    kinds,
    named: [...named, ...repaired, ...recounted.map((name) => `count ${name}`)].slice(0, namedAtMost),
    left,
  };
}
