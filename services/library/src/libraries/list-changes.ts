import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { type EntryRow, entryRowColumns, entryRowJson, entryRowTables } from './entry-row.ts';
import { cursorOf, libraryState, since, snapshotOf } from './library-state.ts';

/** With more changes, the client has to load the whole library. */
const mostChanges = 2000;

interface Row extends EntryRow {
  readonly is_removal: boolean;
}

/**
 * One statement reads one snapshot, so that no entry is both changed and removed. A changed game changes its entries.
 */
const changes = `
  with touched as materialized (
    select id from entries where user_id = ? and ${since('changed_xid')}
    union
    select e.id from changed_games c join entries e on e.user_id = ? and e.guid = c.guid where ${since('c.changed_xid')}
    limit ${mostChanges + 1}
  ), gone as materialized (
    select entry_id, version, user_id, guid from entry_tombstones where user_id = ? and ${since('changed_xid')}
    limit ${mostChanges + 1}
  )
  select ${entryRowColumns}, false as is_removal from touched join (${entryRowTables}) on e.id = touched.id
  union all
  select entry_id, version, user_id, guid, null, null, null, null, null, null, null, null, null, null, null, true from gone`;

/**
 * Returns the response with all changes since the cursor, as JSON. Applied to the cursor's state, removals first, they
 * give the current library. Asks the client to load the whole library when there are too many.
 */
export async function listChanges(em: EntityManager, userId: string, cursor: string): Promise<string> {
  const now = await libraryState(em, userId);
  const known = snapshotOf(cursor, now);
  const user = [userId, known, known];
  const rows = known === null ? null : await em.execute<Row[]>(changes, [...user, ...user, ...user]);
  const isWholeNeeded = rows === null || rows.length > mostChanges;
  const shown = isWholeNeeded ? [] : rows;
  // As JSON, so that games are never parsed.
  const changed = shown.filter(({ is_removal }) => !is_removal).map(entryRowJson);
  const removed = shown
    .filter(({ is_removal }) => is_removal)
    .map(({ entry_id: id, guid, version }) => ({ id, guid, version }));
  return `{"success":true,"message":"Changes in your library.","version":"${cursorOf(now)}","whole_needed":${isWholeNeeded},"changed":[${changed}],"removed":${JSON.stringify(removed)}}`;
}
