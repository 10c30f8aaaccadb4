import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { joinedTags, type VaultColumn, vaultColumns } from '@nightshelf/contracts/whole-vault.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { pages } from '@nightshelf/platform/paging/pages.ts';
import { gameJson, gamePlatform, gameTables, gameYear } from '../games/game-as-shown.ts';
import { platformIdOf } from '../sql.ts';
import { csvLines } from './files.ts';

type Fields = 'guid' | 'status' | 'rating' | 'hours_played' | 'platform_id' | 'is_shared' | 'date_added';

/** An exported entry, with just enough of its game to identify it. */
export interface ExportedEntry extends Pick<LibraryEntry, Fields> {
  /** Null when neither the catalog nor the user's client has named the game. */
  readonly title: string | null;
  readonly year: number | null;
  readonly platform: string | null;
  readonly tags: readonly string[];
}

interface Row extends Omit<ExportedEntry, 'platform'> {
  /** The platform's name in the game's own data; null when the game does not list it. */
  readonly platform_name: string | null;
}

const entries = `
  select s.summary ->> 'name' as title,
    ${gameYear('s.summary')} as year,
    e.guid, e.status, e.rating, e.hours_played::float8 as hours_played, ${platformIdOf('e')} as platform_id, e.tags, e.is_shared,
    ${instant('e.date_added')} as date_added,
    ${gamePlatform('e.platform_id::text')} as platform_name
  from entries e ${gameTables('e.guid', 'e.user_id')}
  cross join lateral (select ${gameJson} as summary) s
  where e.user_id = ? and e.guid > ? order by e.guid limit ?`;

/**
 * Reads a user's entries in pages, ordered by guid, so that each page is an index range scan. Concurrent changes may or
 * may not be included.
 */
export const exportedEntries = (em: EntityManager, userId: string): AsyncGenerator<ExportedEntry[]> =>
  pages(
    ({ guid }: ExportedEntry) => guid,
    async ({ after, limit }) => (await em.execute<Row[]>(entries, [userId, after ?? '', limit])).map(toExported),
  );

const toExported = ({ platform_name, ...row }: Row): ExportedEntry => ({
  ...row,
  platform: platform_name ?? platformName(row.platform_id),
});

/** Yields the vault as CSV. The byte order mark makes spreadsheets read it as UTF-8. */
export async function* tableOf(pages: AsyncIterable<readonly ExportedEntry[]>): AsyncGenerator<string> {
  yield `\ufeff${csvLines([vaultColumns])}`;
  for await (const page of pages) yield csvLines(page.map(cellsOf));
}

export function cellsOf(entry: ExportedEntry): string[] {
  const cells: Readonly<Record<VaultColumn, unknown>> = {
    ...entry,
    igdb_id: /^igdb-(\d+)$/.exec(entry.guid)?.[1],
    giant_bomb_id: /^3030-(\d+)$/.exec(entry.guid)?.[1],
    tags: joinedTags(entry.tags),
  };
  return vaultColumns.map((column) => String(cells[column] ?? ''));
}
