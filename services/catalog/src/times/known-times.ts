import { type TimesToBeat, timesToBeat } from '@nightshelf/contracts/game-details.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { keptDays } from '../details/kept-details.ts';

/** The known playing times of a stored game. */
export interface KnownTimes {
  readonly guid: string;
  /** Null when unknown or not fetched yet. */
  readonly times: TimesToBeat | null;
  /** Whether it was never fetched, or too long ago. */
  readonly isDue: boolean;
}

/** Returns times for stored games only, since other guids may be made up. Includes times from the details. */
export async function knownTimes(em: EntityManager, guids: readonly string[]): Promise<KnownTimes[]> {
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
export async function keepTimes(
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
