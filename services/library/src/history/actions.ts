import type * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import type { HistoryCause, VaultAction } from '@nightshelf/contracts/entry-history.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { gameImage, gameJson, gameTables, unknownGame } from '../games/game-as-shown.ts';
import type { ReadOf } from '../serve.ts';
import { pageOf } from '../sql.ts';
import { historyState } from './keep-history.ts';
import { changesIn, type HistoryRow } from './steps.ts';

interface Row extends Omit<HistoryRow, 'entry_id' | 'guid'>, Pick<VaultAction, 'at' | 'added' | 'changed' | 'removed'> {
  readonly cause: HistoryCause | null;
  readonly is_undone: boolean;
  readonly first: readonly (Omit<VaultAction['first'][number], 'name'> & { readonly name: string | null })[];
  /** Null for a single change. */
  readonly games: number | null;
  readonly is_from_alike: boolean;
  readonly is_to_alike: boolean;
}

/**
 * A page of the first changes of actions, each with totals of its action. When two changes started an action
 * concurrently, the first one represents it.
 */
const page = `
  with heads as materialized (
    select h.* from entry_history h
    where h.user_id = ? and not h.follows and h.step < ? and h.at >= ?
      and not exists (select from entry_history e where e.user_id = h.user_id and e.action = h.action and e.step < h.step)
    order by h.step desc limit ?
  )
  select h.step, ${instant('h.at')} as at, h.kind, h.cause, h.before, h.after,
    parts.*, games.first,
    exists (select from entry_history u where u.user_id = h.user_id and u.action = case
        when h.cause ->> 'kind' = 'import' then history_action(jsonb_set(h.cause, '{kind}', '"import_undone"'))
        else 'action_undone ' || h.step end)
      or (h.action is null and h.kind = 'removed'
        and exists (select from entries e where e.id = h.entry_id and e.user_id = h.user_id)) as is_undone
  from heads h
  left join lateral (
    select count(distinct entry_id)::int as games,
      (count(distinct entry_id) filter (where kind = 'added'))::int as added,
      (count(distinct entry_id) filter (where kind = 'changed'))::int as changed,
      (count(distinct entry_id) filter (where kind = 'removed'))::int as removed,
      bool_and(before = h.before) as is_from_alike, bool_and(after = h.after) as is_to_alike
    from entry_history r where r.user_id = h.user_id and r.action = h.action
  ) parts on h.action is not null
  cross join lateral (
    select jsonb_agg(jsonb_build_object('entry_id', f.entry_id, 'guid', f.guid,
        'name', ${gameJson} ->> 'name', 'image_url', ${gameImage}) order by f.step) as first
    from (
      select h.entry_id, h.guid, h.step where h.action is null
      union all (
        select r.entry_id, r.guid, r.step from entry_history r where r.user_id = h.user_id and r.action = h.action
        order by r.step limit 3)
    ) f ${gameTables('f.guid', 'h.user_id')}
  ) games
  order by h.step desc`;

/** Returns a page of the actions in a user's vault, newest first. */
export async function actionsOf({ em, userId, query }: ReadOf<typeof historyCalls.listActions>) {
  const { before = Number.MAX_SAFE_INTEGER, limit } = query;
  const state = await historyState(em, userId);
  const rows = await em.execute<Row[]>(page, [userId, before, state.began_at, limit + 1]);
  const { page: shown, next } = pageOf(rows, limit, ({ step }) => Number(step));
  return { ...state, actions: shown.map(presented), next };
}

function presented(row: Row): VaultAction {
  const { step, at, kind, cause, first } = row;
  const games = new Map(first.map((one) => [one.entry_id, { ...one, name: one.name ?? unknownGame(one.guid).name }]));
  return {
    step: Number(step),
    at,
    by: cause,
    games: row.games ?? 1,
    added: row.games === null ? Number(kind === 'added') : row.added,
    changed: row.games === null ? Number(kind === 'changed') : row.changed,
    removed: row.games === null ? Number(kind === 'removed') : row.removed,
    changes: changesOf(row),
    first: [...games.values()],
    undo: row.is_undone ? 'done' : isUndoneElsewhere(cause) ? 'elsewhere' : 'possible',
  };
}

/** For several games, keeps only the values that all of them share. */
function changesOf(row: Row): VaultAction['changes'] {
  const changes = changesIn(row);
  if (row.games === null || row.games === 1) return changes;
  if (row.added + row.removed > 0) return [];
  return changes.map(({ field, from, to }) => ({
    field,
    ...(row.is_from_alike && { from }),
    ...(row.is_to_alike && { to }),
  }));
}

const elsewhere: readonly HistoryCause['kind'][] = ['import', 'import_undone', 'session'];

/** Imports and play sessions have their own undo, which covers more than the entries. */
export const isUndoneElsewhere = (cause: HistoryCause | null): boolean =>
  cause !== null && elsewhere.includes(cause.kind);
