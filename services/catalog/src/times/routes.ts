import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { type TimesToBeat, timesToBeat } from '@nightshelf/contracts/game-details.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { keptDays } from '../details/routes.ts';
import type { CatalogParts } from '../parts.ts';
import { type Caller, callerOf, onProviderFault } from '../providers/game-provider.ts';

/**
 * Returns times for stored games only, since other guids may be made up. Includes times from the details. Times are due
 * when they were never fetched, or too long ago.
 */
async function knownTimes(em: EntityManager, guids: readonly string[]) {
  const rows = await em.execute<{ guid: string; times: unknown; is_due: boolean }[]>(
    `select g.guid,
       case when d.fetched_at >= coalesce(t.fetched_at, d.fetched_at) then d.data -> 'times_to_beat' else t.times end as times,
       greatest(t.fetched_at, d.fetched_at) is null
         or greatest(t.fetched_at, d.fetched_at) < now() - make_interval(days => ?) as is_due
     from games g left join game_times t on t.guid = g.guid left join game_details d on d.guid = g.guid
     where g.guid in (?)`,
    [keptDays, [...guids]],
  );
  return rows.map(({ guid, times, is_due }) => ({
    guid,
    // A later release may store them in another form.
    times: timesToBeat.nullable().safeParse(times).data ?? null,
    isDue: is_due,
  }));
}

/** Stores the provider's times, and null for games without any. An older copy never replaces a newer one. */
async function keepTimes(
  { em }: Transaction,
  guids: readonly string[],
  times: ReadonlyMap<string, TimesToBeat>,
  at: number,
): Promise<void> {
  const rows = guids.map((guid) => ({ guid, times: times.get(guid) ?? null }));
  await em.execute(
    `insert into game_times (guid, times, fetched_at)
     select guid, nullif(times, 'null'), least(?::timestamptz, clock_timestamp())
     from jsonb_to_recordset(?::jsonb) as given (guid text, times jsonb) order by guid
     on conflict (guid) do update set times = excluded.times, fetched_at = excluded.fetched_at
     where game_times.fetched_at < excluded.fetched_at`,
    [new Date(at).toISOString(), JSON.stringify(rows)],
  );
}

/** Returns known playing times. Fetches missing ones with one request; does not throw when a provider fails. */
async function listTimes(parts: CatalogParts, guids: readonly string[], caller: Caller) {
  const known = await knownTimes(parts.work.query(), guids);
  const due = known.filter(({ isDue }) => isDue).map(({ guid }) => guid);
  const asked =
    due.length > 0 ? await ask(parts, due, caller).catch(onProviderFault(() => null)) : new Map<string, TimesToBeat>();
  // Old times are better than none while the provider is unavailable.
  const now = (guid: string, times: TimesToBeat | null) => (asked?.has(guid) ? asked.get(guid) : times);
  const times = known.flatMap(({ guid, times: before }) => {
    const times_to_beat = now(guid, before);
    return times_to_beat ? [{ guid, times_to_beat }] : [];
  });
  return { times, later: asked === null };
}

/** @throws ProviderFault */
async function ask({ work, known }: CatalogParts, guids: readonly string[], caller: Caller) {
  const at = Date.now();
  const times = await known.times(guids, caller);
  await work.transaction((transaction) => keepTimes(transaction, guids, times, at));
  return times;
}

export function timesRoutes(app: FastifyInstance, parts: CatalogParts): void {
  route(app, catalogCalls.listTimesToBeat, async ({ query, identity, request }) => ({
    success: true,
    message: 'Times to beat.',
    ...(await listTimes(parts, query.guids, callerOf({ identity, request }))),
  }));
}
