import { type EntryState, entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { VersionedEntry } from '@nightshelf/contracts/present-entry.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { type EventHandler, type HandledEvent, on } from '@nightshelf/platform/events/handler.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { hideActivity, recordingActivity } from '../activity/activity.ts';
import { announceFinished } from '../notifications/notify.ts';
import { lockForEntry, notifyPage, renewing, renewLibrary } from './library-version.ts';
import { isOwn, isOwnGame, isSeen } from './visibility.ts';

/** A row of the copied `entries`, selected with `entryColumns`. */
export interface EntryRow extends Omit<VersionedEntry, 'hours_played' | 'tags'> {
  readonly hours_played: string | number | null;
  readonly platform_not_listed: boolean;
}

const facts = ['guid', 'status', 'rating', 'hours_played', 'platform_id', 'platform_not_listed', 'is_shared'];
/** Columns that a page shows; excludes the version, which private changes also raise. */
const shown = [...facts, 'date_added'];
/** All columns of the copy. */
const copied = ['entry_id', 'version', 'user_id', ...shown].join(', ');

const of = (table: string, columns: readonly string[]) => columns.map((column) => `${table}.${column}`).join(', ');

/** @param table name or alias of the table in the query */
export const shownColumns = (table: string) => of(table, shown);

/** The columns of an EntryRow. @param table name or alias of the table in the query */
export const entryColumns = (table: string) =>
  `${of(table, ['entry_id', 'version', 'user_id', ...facts])}, ${instant(`${table}.date_added`)} as date_added`;

export const toEntry = (row: EntryRow): VersionedEntry => ({
  entry_id: row.entry_id,
  version: row.version,
  user_id: row.user_id,
  guid: row.guid,
  status: row.status,
  rating: row.rating,
  hours_played: row.hours_played === null ? null : Number(row.hours_played),
  platform_id: row.platform_not_listed ? notListed : row.platform_id,
  is_shared: row.is_shared,
  date_added: row.date_added,
});

/** Copies every library. An entry may arrive before its user or game and is shown once both have arrived. */
export const onEntryChanged = (notes: PrivacyNotes): EventHandler[] => [
  on(entryAdded, (event) => storeEntry(event, notes)),
  on(entryUpdated, (event) => storeEntry(event, notes)),
  on(entryRemoved, async ({ em, notifyClients, data }) => {
    const removed = await em.execute<{ user_id: string; guid: string; is_shared: boolean; privacy: Privacy | null }[]>(
      `with removed as (delete from entries where entry_id = ? returning user_id, guid, is_shared),
         undone as (delete from deeds where entry_id = ?)
       select removed.*, u.privacy from removed left join users u on u.id = removed.user_id and u.is_active`,
      [data.entry_id, data.entry_id],
    );
    for (const { user_id: userId, guid, is_shared: isOrWasShared, privacy } of removed) {
      if (isOwnGame(guid)) continue;
      await renewLibrary(em, userId);
      if (await isSeen(em, notes, { userId, privacy, isOrWasShared })) notifyPage({ notifyClients }, userId);
    }
  }),
];

/** Uses few statements, because every library change runs this and viewers of the page wait for it. */
async function storeEntry(event: HandledEvent<typeof entryAdded | typeof entryUpdated>, notes: PrivacyNotes) {
  const { em, data, version } = event;
  if (!(await lockForEntry(em, data))) return;
  // A republished event is no new activity.
  const doneAt = event.republished ? null : event.time.toISOString();
  const before = await writeEntry(em, { ...data, version }, doneAt);
  await announceFinished(em, data, before.status, event);
  const isOrWasShared = data.is_shared || before.is_shared === true;
  if (await isSeen(em, notes, { userId: data.user_id, privacy: before.privacy, isOrWasShared })) {
    if (before.changes_page) notifyPage(event, data.user_id);
  } else if (before.privacy === 'public') await hideActivity(em, data.entry_id);
}

/** The previous entry (null if new) and the user's privacy (null if unknown or inactive). */
interface Before {
  readonly status: VersionedEntry['status'] | null;
  readonly is_shared: boolean | null;
  readonly privacy: Privacy | null;
  /** Whether others who can see the entry see a difference. */
  readonly changes_page: boolean;
}

/**
 * Writes the entry, and renews its library if a page may show a difference. Private notes and games that the user added
 * do not count.
 * @param doneAt time of the activity; null to record none
 */
async function writeEntry(em: EntityManager, entry: VersionedEntry, doneAt: string | null): Promise<Before> {
  const isListed = entry.platform_id !== notListed;
  const platform = { platform_id: isListed ? entry.platform_id : null, platform_not_listed: !isListed };
  const [before] = await em.execute<Before[]>(
    `with written as (
       insert into entries (${copied}) select ${copied} from jsonb_populate_record(null::entries, ?::jsonb)
       on conflict (entry_id) do update set (version, ${shown.join(', ')}) = row(${of('excluded', ['version', ...shown])})
       returning old.status as old_status, old.rating as old_rating, old.is_shared as was_shared,
         new.entry_id, new.user_id, new.guid, new.status, new.rating, new.version, new.is_shared,
         (old.entry_id is null or row(${shownColumns('old')}) is distinct from row(${shownColumns('new')}))
           and not (${isOwn('new.guid')} and (old.guid is null or ${isOwn('old.guid')})) as changes_page
     ), done as (${recordingActivity('select * from written')}),
     renewed as (${renewing('select user_id from written where changes_page')})
     select written.old_status as status, written.was_shared as is_shared, written.changes_page, u.privacy
     from written left join users u on u.id = written.user_id and u.is_active`,
    [JSON.stringify({ ...entry, ...platform }), doneAt],
  );
  return before ?? { status: null, is_shared: null, privacy: null, changes_page: false };
}

export const entriesProjection = defineProjection<EntryState, EntryRow, VersionedEntry>({
  topic: 'library.entries',
  table: 'entries',
  key: ['entry_id'],
  keyType: 'uuid',
  columns: entryColumns('kept'),
  kept: toEntry,
  keep: (entry, version) => toEntry({ ...entry, version, platform_not_listed: false }),
  async remove(em, entryId) {
    const gone = await em.execute<{ user_id: string }[]>('delete from entries where entry_id = ? returning user_id', [
      entryId,
    ]);
    for (const { user_id } of gone) await renewLibrary(em, user_id);
  },
});
