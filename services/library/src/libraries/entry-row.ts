import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { VersionedEntry } from '@nightshelf/contracts/present-entry.ts';
import { entryJson } from '@nightshelf/contracts/ready-game.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { gameImage, gamePlatform, gameTables, unknownGame } from '../games/game-as-shown.ts';

/** An entry with its game, as read for a response. */
export interface EntryRow {
  readonly id: string;
  readonly version: number;
  readonly guid: string;
  readonly status: EntryState['status'];
  readonly rating: number | null;
  readonly hours_played: string | null;
  readonly platform_id: number | null;
  readonly platform_not_listed: boolean;
  readonly is_shared: boolean;
  readonly tags: readonly string[];
  readonly date_added: string;
  /** Null when neither the catalog nor the user's client has described the game. */
  readonly json: string | null;
  readonly image_url: string | null;
  readonly platform_name: string | null;
}

/** Requires `entryRowTables`. */
export const entryRowColumns = `
  e.id, e.version, e.guid, e.status, e.rating, e.hours_played, e.platform_id, e.platform_not_listed, e.is_shared, e.tags,
  ${instant('e.date_added')} as date_added,
  coalesce(g.summary, d.summary) as json,
  ${gameImage} as image_url, ${gamePlatform('e.platform_id::text')} as platform_name`;

export const entryRowTables = `entries e ${gameTables('e.guid', 'e.user_id')}`;

export const entryRowJson = (row: EntryRow, userId: string): string =>
  entryJson(toState(row, userId), {
    json: row.json ?? JSON.stringify(unknownGame(row.guid)),
    imageUrl: row.image_url,
    platformName: row.platform_name,
  });

const toState = (row: EntryRow, userId: string): VersionedEntry => ({
  entry_id: row.id,
  version: row.version,
  user_id: userId,
  guid: row.guid,
  status: row.status,
  rating: row.rating,
  hours_played: row.hours_played === null ? null : Number(row.hours_played),
  platform_id: row.platform_not_listed ? notListed : row.platform_id,
  is_shared: row.is_shared,
  tags: row.tags,
  date_added: row.date_added,
});
