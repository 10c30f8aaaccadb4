import { randomUUID } from 'node:crypto';
import { until } from '@nightshelf/testing/until.ts';
import type { Databases } from './crowd.ts';

/** How fast events went on, each a second. */
export interface Pace {
  readonly events: number;
  readonly published: number;
  readonly social: number;
  readonly catalog: number;
}

const withinMs = 240_000;

/**
 * Has library's outbox say that entries have changed, as many as are asked for, and waits until everybody has applied it.
 * @param alone whether all are of one key, and so of one partition, after the other
 * @param version of the entries from now on; higher than it was
 */
export async function applyEvents(
  { library, catalog, social }: Databases,
  { count, version, alone }: { readonly count: number; readonly version: number; readonly alone: boolean },
): Promise<Pace> {
  const { rows: begun } = await library.query<{ id: string }>('select coalesce(max(id), 0) as id from outbox');
  const after = begun[0]?.id ?? '0';
  const { rows: times } = await social.query<{ now: string }>('select clock_timestamp()::text as now');
  const since = times[0]?.now ?? '';
  await library.query(
    `insert into outbox (event_id, topic, key, envelope)
     select event_id, 'library.entries', coalesce($3, user_id::text), json_build_object(
       'specversion', '1.0', 'id', event_id, 'source', '/services/library', 'type', 'library.entry.updated.v1',
       'time', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'subject', id,
       'datacontenttype', 'application/json', 'dataschema', 'urn:nightshelf:events:library.entry.updated.v1',
       'aggregateversion', $2::int, 'data', json_build_object(
         'entry_id', id, 'user_id', user_id, 'guid', guid, 'status', status, 'rating', rating, 'hours_played', hours_played,
         'platform_id', platform_id, 'is_shared', is_shared,
         'date_added', to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text
     from (select gen_random_uuid() as event_id, entries.* from entries where id < '01910000-0000-0000-0000-000000000000' limit $1) chosen`,
    [count, version, alone ? randomUUID() : null],
  );
  const handled = async (database: typeof social) => {
    const { rows } = await database.query<{ count: number; seconds: number }>(
      `select count(*)::int as count, extract(epoch from max(handled_at) - min(handled_at))::float8 as seconds
       from inbox_events where handled_at > $1::timestamptz`,
      [since],
    );
    return rows[0] ?? { count: 0, seconds: 0 };
  };
  const isDone = async () => (await handled(social)).count >= count && (await handled(catalog)).count >= count;
  await until('all events are applied', isDone, withinMs);
  const { rows } = await library.query<{ seconds: number }>(
    'select extract(epoch from max(published_at) - min(published_at))::float8 as seconds from outbox where id > $1',
    [after],
  );
  const pace = (seconds: number) => count / seconds;
  return {
    events: count,
    published: pace(rows[0]?.seconds ?? Number.NaN),
    social: pace((await handled(social)).seconds),
    catalog: pace((await handled(catalog)).seconds),
  };
}
