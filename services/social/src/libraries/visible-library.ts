import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { entryJson, type ReadyGamePart } from '@nightshelf/contracts/ready-game.ts';
import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { type EntryRow, entryColumns, shownColumns, toEntry } from './entries.ts';
import { isOwn } from './visibility.ts';

/** A copied entry with the data of its game. */
interface VisibleEntry extends EntryState, ReadyGamePart {}

interface Row extends EntryRow, ReadyGamePart {}

/**
 * Selects only games that the catalog has confirmed, because others come unchecked from a client. `newestFirst` sorts
 * the rows.
 */
const visibleRows = `
  select ${entryColumns('e')}, g.summary as json, g.image_url as "imageUrl",
    g.platform_names ->> e.platform_id::text as "platformName"
  from entries e join games g on g.guid = e.guid
  where e.user_id = ? and (e.is_shared or not ?) and not ${isOwn('e.guid')}`;

/** Returns the visible entries of a user, newest first. */
export async function visibleLibrary(em: EntityManager, userId: string, onlyShared: boolean): Promise<VisibleEntry[]> {
  const rows = await em.execute<Row[]>(visibleRows, [userId, onlyShared]);
  return rows.sort(newestFirst).map((row) => {
    const { version: _, ...entry } = toEntry(row);
    const { json, imageUrl, platformName } = row;
    return { ...entry, json, imageUrl, platformName };
  });
}

/** Inserts games as stored text, because parsing and serializing them takes far longer. */
export const libraryJson = (entries: readonly VisibleEntry[]) =>
  `[${entries.map((entry) => entryJson(entry, entry)).join(',')}]`;

/** Sorts here, because PostgreSQL would carry every game through an on-disk sort. */
function newestFirst(a: Row, b: Row): number {
  if (a.date_added !== b.date_added) return a.date_added < b.date_added ? 1 : -1;
  return a.entry_id < b.entry_id ? -1 : 1;
}

/** Digests by user and library version. Few private libraries are viewed at a time, but often. */
const known = new Map<string, string>();
const mostKnown = 1000;

/**
 * Returns the version of what a private library shows to others. It ignores hidden entries, so that others cannot
 * detect when the owner plays.
 * @param version of the whole library, read before
 */
export async function sharedVersion(em: EntityManager, userId: string, version: string): Promise<string> {
  const key = `${userId} ${version}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const [row] = await em.execute<{ digest: string }[]>(
    `select md5(
       coalesce(string_agg(md5(row(e.entry_id, ${shownColumns('e')}, g.summary, g.image_url, g.platform_names ->> e.platform_id::text)::text), ''
         order by e.entry_id), '') ||
       coalesce(string_agg(e.entry_id::text, ',' order by c.place) filter (where c.place is not null), '')) as digest
     from entries e join games g on g.guid = e.guid
     left join (
       favourites f cross join lateral unnest(f.entry_ids) with ordinality c (entry_id, place)
     ) on f.user_id = e.user_id and c.entry_id = e.entry_id
     where e.user_id = ? and e.is_shared and not ${isOwn('e.guid')}`,
    [userId],
  );
  const digest = row?.digest ?? '';
  known.set(key, digest);
  if (known.size > mostKnown) known.delete(known.keys().next().value ?? '');
  return digest;
}

type Counted = Pick<EntryState, 'status' | 'rating' | 'hours_played' | 'is_shared'>;

export function statisticsOf(entries: readonly Counted[]): LibraryStatistics {
  const having = (status: Counted['status']) => entries.filter((entry) => entry.status === status).length;
  const ratings = entries.map(({ rating }) => rating ?? 0).filter((rating) => rating > 0);
  return {
    total_games: entries.length,
    shared_games: entries.filter(({ is_shared }) => is_shared).length,
    completed: having('completed'),
    currently_playing: having('playing'),
    want_to_play: having('want_to_play'),
    collection: having('collection'),
    dropped: having('dropped'),
    average_rating: ratings.length === 0 ? null : sum(ratings) / ratings.length,
    // Hours are multiples of one half, which floating point adds exactly.
    total_hours: sum(entries.map(({ hours_played }) => hours_played ?? 0)),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
