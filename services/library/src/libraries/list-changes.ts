import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { type EntryRow, entryRowColumns, entryRowJson, entryRowTables } from './entry-row.ts';
import { cursorOf, libraryState, since, snapshotOf } from './library-state.ts';

/** Beyond these limits, the client has to load the whole library. */
const most = { changes: 2000, bytes: 8 * 1024 * 1024 };

interface Row extends EntryRow {
  readonly is_removal: boolean;
  /** Whether the games exceed the byte limit and were left out. */
  readonly is_too_much: boolean;
}

/**
 * One statement reads one snapshot, so that no entry is both changed and removed. A changed game changes its entries.
 */
const changes = `
  with touched as materialized (
    select id from entries where user_id = ? and ${since('changed_xid')}
    union
    select e.id from changed_games c join entries e on e.user_id = ? and e.guid = c.guid where ${since('c.changed_xid')}
    limit ${most.changes + 1}
  ), gone as materialized (
    select entry_id, version, user_id, guid from entry_tombstones where user_id = ? and ${since('changed_xid')}
    limit ${most.changes + 1}
  ), shown as materialized (
    select ${entryRowColumns} from touched join (${entryRowTables}) on e.id = touched.id
  ), sized as (
    select coalesce(sum(octet_length(json)), 0) > ${most.bytes} as is_too_much from shown
  )
  select entry_id, version, user_id, guid, status, rating, hours_played, platform_id, platform_not_listed, is_shared, tags, date_added,
    case when is_too_much then null else json end as json, image_url, platform_name, is_too_much, false as is_removal
  from shown, sized
  union all
  select entry_id, version, user_id, guid, null, null, null, null, null, null, null, null, null, null, null, false, true from gone`;

/**
 * Returns the response with all changes since the cursor, as JSON. Applied to the cursor's state, removals first, they
 * give the current library. Asks the client to load the whole library when there are too many.
 */
export async function listChanges(em: EntityManager, userId: string, cursor: string): Promise<string> {
  const now = await libraryState(em, userId);
  const known = snapshotOf(cursor, now);
  const user = [userId, known, known];
  const rows = known === null ? null : await em.execute<Row[]>(changes, [...user, ...user, ...user]);
  const isWholeNeeded = rows === null || rows.length > most.changes || rows.some(({ is_too_much }) => is_too_much);
  const shown = isWholeNeeded ? [] : rows;
  // As JSON, so that games are never parsed.
  const changed = shown.filter(({ is_removal }) => !is_removal).map(entryRowJson);
  const removed = shown
    .filter(({ is_removal }) => is_removal)
    .map(({ entry_id: id, guid, version }) => ({ id, guid, version }));
  return `{"success":true,"message":"Changes in your library.","version":"${cursorOf(now)}","whole_needed":${isWholeNeeded},"changed":[${changed}],"removed":${JSON.stringify(removed)}}`;
}
