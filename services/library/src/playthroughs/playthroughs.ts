import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { PlayedGame, Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { playedGame, playedGameColumns, playedGameTables } from '../games/played-game.ts';

interface Row extends Omit<Playthrough, 'game' | 'platform' | 'platform_id' | 'hours'>, PlayedGame {
  readonly platform_id: number | null;
  readonly platform_not_listed: boolean;
  /** The platform's name in the game's own data; null when the game does not list it. */
  readonly platform_name: string | null;
  readonly hours: string | null;
}

const columns = `
  p.id, p.version, p.entry_id, p.platform_id, p.platform_not_listed, p.copy, p.hours, p.completion, p.dropped_at,
  to_char(p.started_on, 'YYYY-MM-DD') as started_on, to_char(p.ended_on, 'YYYY-MM-DD') as ended_on,
  (case when g.guid is null then d.platform_names else g.platform_names end) ->> p.platform_id::text as platform_name,
  ${playedGameColumns}`;

/** Excludes playthroughs of removed entries. */
const tables = `playthroughs p join ${playedGameTables('p')}`;

function present(row: Row): Playthrough {
  const platform_id: PlatformId = row.platform_not_listed ? notListed : row.platform_id;
  const name = row.platform_name ?? platformName(platform_id);
  return {
    id: row.id,
    version: row.version,
    entry_id: row.entry_id,
    game: playedGame(row),
    platform_id,
    platform: name === null ? null : { id: platform_id, name },
    copy: row.copy,
    started_on: row.started_on,
    ended_on: row.ended_on,
    hours: row.hours === null ? null : Number(row.hours),
    completion: row.completion,
    dropped_at: row.dropped_at,
  };
}

interface Wanted {
  readonly entry_id?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

interface Page {
  readonly playthroughs: Playthrough[];
  /** The cursor of the next page; null after the last. */
  readonly next: string | null;
}

/** Returns a page of a user's playthroughs, last added first. */
export async function listPlaythroughs(em: EntityManager, userId: string, wanted: Wanted): Promise<Page> {
  const { entry_id = null, before = null, limit } = wanted;
  const rows = await em.execute<Row[]>(
    `select ${columns} from ${tables}
     where p.user_id = ? and (?::uuid is null or p.entry_id = ?) and (?::uuid is null or p.id < ?)
     order by p.id desc limit ?`,
    [userId, entry_id, entry_id, before, before, limit + 1],
  );
  const playthroughs = rows.slice(0, limit).map(present);
  return { playthroughs, next: rows.length > limit ? (playthroughs.at(-1)?.id ?? null) : null };
}

/** @returns null for an unknown playthrough or another user's */
export async function findPlaythrough(em: EntityManager, userId: string, id: string): Promise<Playthrough | null> {
  const [row] = await em.execute<Row[]>(`select ${columns} from ${tables} where p.id = ? and p.user_id = ?`, [
    id,
    userId,
  ]);
  return row ? present(row) : null;
}

/** @throws CodedError 404 for an unknown playthrough or another user's */
export async function ownPlaythrough(em: EntityManager, userId: string, id: string): Promise<Playthrough> {
  const playthrough = await findPlaythrough(em, userId, id);
  if (!playthrough) throw notFound('library.playthrough_not_found', 'Playthrough not found.');
  return playthrough;
}
