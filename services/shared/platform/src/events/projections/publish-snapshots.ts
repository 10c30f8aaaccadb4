import { type SnapshotTopic, snapshotted } from '@nightshelf/contracts/events/snapshots.ts';
import type { Work } from '../../database/work.ts';
import { type Job, Worker } from '../../jobs/worker.ts';
import type { Logger } from '../../logging/logger.ts';
import type { RedisClient } from '../../redis/client.ts';
import { pause } from '../delivery/pause.ts';
import type { OwnedTopic } from './owned.ts';

/** Key of a consumer's request for a snapshot: the time of the request in milliseconds since 1970. */
export const requestKey = (topic: string) => `snapshots:requested:${topic}`;

const pollMs = 2000;
/** 200 subjects a second: slower than consumers work, so that the users' changes do not wait behind a snapshot. */
const pageSize = 100;
const pageEveryMs = 500;
const mostUnpublished = 1000;

interface Row {
  readonly topic: SnapshotTopic;
  readonly number: string;
  /** The part to read next; null while no snapshot runs. */
  readonly part: number | null;
  readonly after: string | null;
  readonly count: number;
  readonly now: number;
}

/**
 * Publishes a snapshot of each owned topic every night and on request. Several processes may run it: each page and its
 * progress are one transaction, and any process continues where another ended.
 */
export function publishSnapshots(options: {
  readonly work: Work;
  readonly redis: RedisClient;
  readonly owns: readonly OwnedTopic[];
  readonly logger: Logger;
}): Job {
  const { work, redis, owns, logger } = options;
  // One worker for each topic, so that a topic that fails does not stop the others.
  const workers = owns.map((owned) => {
    let begun = false;
    const step = async () => {
      if (!begun) await schedule(work, [owned], nextNight);
      begun = true;
      const requested = await redis.getdel(requestKey(owned.topic));
      // A snapshot that started after the request serves it.
      if (requested) await schedule(work, [owned], 'clock_timestamp()', `snapshots.number < ${Number(requested)}`);
      if (!(await isDue(work, [owned]))) return false;
      const published = await publishNextPage(work, [owned]);
      if (published === null) return false;
      await pause(pageEveryMs);
      return true;
    };
    return new Worker({ name: `publish-snapshots ${owned.topic}`, idleMs: pollMs, logger, step });
  });
  return {
    name: 'publish-snapshots',
    start: async () => void (await Promise.all(workers.map((worker) => worker.start()))),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  };
}

/**
 * Publishes a snapshot of all topics, without waiting for a running process.
 * @returns how many events it recorded
 */
export async function publishSnapshotsNow(work: Work, owns: readonly OwnedTopic[]): Promise<number> {
  await schedule(work, owns, 'clock_timestamp()', 'true');
  let recorded = 0;
  for (;;) {
    const published = await publishNextPage(work, owns);
    recorded += published ?? 0;
    if (published) continue;
    // A running process may have taken the next page.
    if (published === null && !(await isDue(work, owns))) return recorded;
    await pause(pageEveryMs);
  }
}

/** SQL: a random time between 1 and 5 a.m. UTC. */
const nextNight = `(date_trunc('day', clock_timestamp() at time zone 'UTC') + interval '1 day 1 hour') at time zone 'UTC'
  + random() * interval '4 hours'`;

const schedule = (work: Work, owns: readonly Pick<OwnedTopic, 'topic'>[], dueAt: string, condition = 'false') =>
  work.transaction(({ em }) =>
    em.execute(
      `insert into snapshots (topic, due_at)
       select topic, ${dueAt} from jsonb_array_elements_text(?::jsonb) as given (topic) order by topic
       on conflict (topic) do update set due_at = excluded.due_at where ${condition}`,
      [namesOf(owns)],
    ),
  );

const namesOf = (owns: readonly Pick<OwnedTopic, 'topic'>[]) => JSON.stringify(owns.map(({ topic }) => topic));

const isDueNow = `topic in (select jsonb_array_elements_text(?::jsonb))
  and (part is not null or due_at <= clock_timestamp())`;

async function isDue(work: Work, owns: readonly OwnedTopic[]): Promise<boolean> {
  const rows = await work
    .query()
    .execute<unknown[]>(`select from snapshots where ${isDueNow} limit 1`, [namesOf(owns)]);
  return rows.length > 0;
}

/** @returns how many events it recorded; null when no snapshot is due */
function publishNextPage(work: Work, owns: readonly OwnedTopic[]): Promise<number | null> {
  return work.transaction(async ({ em, publish }) => {
    const [row] = await em.execute<Row[]>(
      `select topic, number, part, after, count, ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as now
       from snapshots where ${isDueNow} order by due_at limit 1 for update skip locked`,
      [namesOf(owns)],
    );
    const parts = owns.find(({ topic }) => topic === row?.topic)?.parts;
    if (!row || !parts) return null;
    const [backlog] = await em.execute<{ count: number }[]>(
      `select count(*)::int as count from (select from outbox where published_at is null limit ${mostUnpublished}) pending`,
    );
    if ((backlog?.count ?? 0) >= mostUnpublished) return 0;

    const begins = row.part === null;
    const number = begins ? Math.max(Number(row.number) + 1, row.now) : Number(row.number);
    const part = row.part ?? 0;
    const after = begins ? null : row.after;
    // The page's rows stay locked until their events are recorded, so that no older state can follow a newer one.
    const subjects = (await parts[part]?.read(em, { after, limit: pageSize })) ?? [];
    for (const { event, data, version, removed } of subjects) {
      const snapshot = removed ? undefined : number;
      publish(event, { data: data as never, version, republished: true, snapshot });
    }
    const count = (begins ? 0 : row.count) + subjects.filter(({ removed }) => !removed).length;
    const last = subjects.at(-1);
    const isPartDone = !last || subjects.length < pageSize;
    const isDone = isPartDone && part + 1 >= parts.length;
    if (isDone) {
      publish(snapshotted[row.topic], { data: { snapshot: number, count }, version: number });
    }
    await em.execute(
      `update snapshots set number = ?, part = ?, after = ?, count = ?, due_at = ${begins ? nextNight : 'due_at'}
       where topic = ?`,
      [
        number,
        isDone ? null : isPartDone ? part + 1 : part,
        isPartDone ? null : last.event.subject(last.data as never),
        count,
        row.topic,
      ],
    );
    return subjects.length + (isDone ? 1 : 0);
  });
}
