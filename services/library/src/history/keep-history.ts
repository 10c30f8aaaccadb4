import type * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import type { HistoryKeeping, HistoryState } from '@nightshelf/contracts/entry-history.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { rankGap } from '../lists/order.ts';
import type { RequestOf } from '../serve.ts';

/** SQL: the start of a user's kept history, from `history_settings` as `s`; null when unlimited. */
const keptSince = `
  greatest(s.began_at, case s.keep
    when 'year' then clock_timestamp() - interval '1 year'
    when 'nothing' then clock_timestamp() end)`;

const state = `
  select coalesce(s.keep, 'forever') as keep,
    ${instant(`greatest(b.at, ${keptSince})`)} as began_at
  from history_began b left join history_settings s on s.user_id = ?`;

export async function historyState(em: EntityManager, userId: string): Promise<HistoryState> {
  const [row] = await em.execute<{ keep: HistoryKeeping; began_at: string }[]>(state, [userId]);
  if (!row) throw new Error('It is not noted when the history began');
  return row;
}

/**
 * Sets how long a user's history is kept, and deletes expired history before it returns; if that is interrupted, the
 * hourly job completes it. Re-enabled history starts empty.
 */
export async function keepHistory(
  { userId, body: { keep }, change }: RequestOf<typeof historyCalls.keepHistory>,
  work: Work,
): Promise<HistoryState> {
  const state = await change.transaction(async ({ em }) => {
    const kept = await em.execute<object[]>(
      `insert into history_settings as s (user_id, keep)
       select ?, ? where not exists (select from erased_users where user_id = ?)
       on conflict (user_id) do update set keep = excluded.keep,
         began_at = case when s.keep = 'nothing' and excluded.keep <> 'nothing' then clock_timestamp() else s.began_at end
       returning 1`,
      [userId, keep, userId],
    );
    if (kept.length === 0) throw unauthenticated();
    return { ...(await historyState(em, userId)) };
  });
  while (await work.transaction(({ em }) => forgetHistory(em, userId)));
  return state;
}

const batch = 5000;

const deletion = (which: string) => `
  with due as (${which} limit ${batch})
  delete from entry_history h using due
  where h.user_id = due.user_id and h.entry_id = due.entry_id and h.step = due.step and h.at = due.at returning 1`;

const columns = 'select h.user_id, h.entry_id, h.step, h.at from';

/**
 * Deletes a batch of expired history, then the belongings that it could have restored.
 * @param userId null for all users
 * @returns whether there may be more
 */
export async function forgetHistory(em: EntityManager, userId: string | null): Promise<boolean> {
  const gone = await em.execute<object[]>(
    deletion(
      `${columns} history_settings s join entry_history h on h.user_id = s.user_id and h.at < ${keptSince}
       where ?::uuid is null or s.user_id = ?::uuid`,
    ),
    [userId, userId],
  );
  return gone.length === batch || forgetBelongings(em, userId);
}

/** Deletes a batch of a deleted user's whole history. @returns whether there may be more */
export async function eraseHistory(em: EntityManager, userId: string): Promise<boolean> {
  await em.execute('delete from history_settings where user_id = ?', [userId]);
  const gone = await em.execute<object[]>(deletion(`${columns} entry_history h where h.user_id = ?`), [userId]);
  return gone.length === batch;
}

/**
 * SQL that keeps the belongings of expired removals for users with a history. It must be in the same statement as the
 * deletions (`forgotten`, `playthroughs_gone`, `sessions_gone`, `places_gone`).
 */
export const keepingBelongings = `
  insert into removed_belongings as b
    (entry_id, user_id, guid, removed_at, hours_typed, playthroughs, sessions, session_count, places)
  select f.id, f.user_id, f.entry ->> 'guid', f.removed_at, (f.entry ->> 'hours_typed')::numeric,
    coalesce(p.rows, '[]'), coalesce(s.rows, '[]'), coalesce(s.count, 0), coalesce(l.rows, '[]')
  from forgotten f
  left join (select entry_id, jsonb_agg(to_jsonb(g) order by id) as rows from playthroughs_gone g group by entry_id) p
    on p.entry_id = f.id
  left join (
    select entry_id, jsonb_agg(to_jsonb(g) order by id) as rows, count(*)::int as count from sessions_gone g group by entry_id
  ) s on s.entry_id = f.id
  left join (select entry_id, jsonb_agg(to_jsonb(g)) as rows from places_gone g group by entry_id) l on l.entry_id = f.id
  where coalesce(p.entry_id, s.entry_id, l.entry_id) is not null
    and not exists (select from history_settings h where h.user_id = f.user_id and h.keep = 'nothing')
    and not exists (select from erased_users u where u.user_id = f.user_id)
  on conflict (entry_id) do update set removed_at = excluded.removed_at, hours_typed = excluded.hours_typed,
    playthroughs = b.playthroughs || excluded.playthroughs, sessions = b.sessions || excluded.sessions,
    session_count = b.session_count + excluded.session_count, places = b.places || excluded.places`;

/** Restores playthroughs, sessions and list places of returning entries. @param ids as a JSON array */
export async function bringBelongingsBack(em: EntityManager, userId: string, ids: string): Promise<void> {
  const back = await em.execute<{ places: readonly { readonly list_id: string }[] }[]>(
    `with back as (
       delete from removed_belongings
       where user_id = ? and entry_id in (select jsonb_array_elements_text(?::jsonb)::uuid) returning *
     ),
     played as (insert into playthroughs select p.* from back, jsonb_populate_recordset(null::playthroughs, playthroughs) p
       on conflict (id) do nothing),
     logged as (insert into play_sessions select s.* from back, jsonb_populate_recordset(null::play_sessions, sessions) s
       on conflict (id) do nothing),
     typed as (
       update entries e set hours_typed = back.hours_typed from back where e.id = back.entry_id and back.hours_typed is not null
     )
     select places from back`,
    [userId, ids],
  );
  const places = back.flatMap((one) => one.places);
  if (places.length > 0) await listAgain(em, userId, places);
}

/** Restores each place at its rank, or at the end when that rank is taken; skips places beyond the limits. */
async function listAgain(em: EntityManager, userId: string, places: readonly { readonly list_id: string }[]) {
  await em.execute(
    `select 1 from game_lists where user_id = ? and id in (select jsonb_array_elements_text(?::jsonb)::uuid)
     order by id for update`,
    [userId, JSON.stringify(places.map(({ list_id }) => list_id))],
  );
  await em.execute(
    `with back as (
       select p.*, row_number() over (partition by list_id order by rank, entry_id) as nth,
         row_number() over (order by list_id, rank, entry_id) as nth_of_all,
         row_number() over (partition by list_id, rank order by entry_id) > 1
           or exists (select from listed_games o where o.list_id = p.list_id and o.rank = p.rank) as is_taken,
         greatest(max(rank) over (partition by list_id), (select max(rank) from listed_games o where o.list_id = p.list_id)) as last
       from jsonb_populate_recordset(null::listed_games, ?::jsonb) p
       where p.list_id in (select id from game_lists where user_id = ?)
     )
     insert into listed_games (list_id, entry_id, rank, note, note_version)
     select list_id, entry_id, case when is_taken then last + nth * ?::bigint else rank end, note, note_version
     from back b where nth <= ?::int - (select count(*) from listed_games o where o.list_id = b.list_id)
       and nth_of_all <= ?::int - (
         select count(*) from listed_games where list_id in (select id from game_lists where user_id = ?))
     on conflict (list_id, entry_id) do nothing`,
    [JSON.stringify(places), userId, rankGap, listRules.games, listRules.places, userId],
  );
}

const forgottenAtOnce = 1000;

/**
 * Deletes a batch of belongings that no history entry can restore.
 * @param userId null for all users
 * @returns whether there may be more
 */
async function forgetBelongings(em: EntityManager, userId: string | null): Promise<boolean> {
  const gone = await em.execute<object[]>(
    `delete from removed_belongings where entry_id in (
       select b.entry_id from removed_belongings b join history_settings s on b.user_id = s.user_id
       where b.removed_at < ${keptSince} and (?::uuid is null or s.user_id = ?::uuid) limit ${forgottenAtOnce})
     returning 1`,
    [userId, userId],
  );
  return gone.length === forgottenAtOnce;
}
