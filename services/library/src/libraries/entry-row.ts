import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { VersionedEntry } from '@nightshelf/contracts/present-entry.ts';
import { entryJson } from '@nightshelf/contracts/ready-game.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { gameImage, gamePlatform, gameTables, unknownGame } from '../games/game-as-shown.ts';

/** An entry with its game, as read for a response. */
export interface EntryRow extends Omit<VersionedEntry, 'platform_id'> {
  readonly platform_id: number | null;
  readonly platform_not_listed: boolean;
  /** Null when neither the catalog nor the user's client has described the game. */
  readonly json: string | null;
  readonly image_url: string | null;
  readonly platform_name: string | null;
}

/** Requires `entryRowTables`. Add a column also to `list-changes.ts`, and increment `form` of `library-state.ts`. */
export const entryRowColumns = `
  e.id as entry_id, e.version, e.user_id, e.guid, e.status, e.rating, e.hours_played::float8 as hours_played, e.platform_id,
  e.platform_not_listed, e.is_shared, e.tags, ${instant('e.date_added')} as date_added,
  coalesce(g.summary, d.summary) as json,
  ${gameImage} as image_url, ${gamePlatform('e.platform_id::text')} as platform_name`;

export const entryRowTables = `entries e ${gameTables('e.guid', 'e.user_id')}`;

export const entryRowJson = (row: EntryRow): string =>
  entryJson(row.platform_not_listed ? { ...row, platform_id: notListed } : (row as VersionedEntry), {
    json: row.json ?? JSON.stringify(unknownGame(row.guid)),
    imageUrl: row.image_url,
    platformName: row.platform_name,
  });
