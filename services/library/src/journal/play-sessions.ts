import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { PlayedGame } from '@nightshelf/contracts/playthroughs.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { playedGame, playedGameColumns, playedGameTables } from '../games/played-game.ts';

/** A session row with its game. */
export interface SessionRow extends PlayedGame {
  readonly id: string;
  readonly version: number;
  readonly entry_id: string;
  readonly day: string;
  readonly minutes: number;
  readonly note: string | null;
  readonly spoiler: boolean;
  readonly playthrough_id: string | null;
  /** Whether its minutes are part of the entry's hours. */
  readonly counts: boolean;
}

export const sessionColumns = `
  s.id, s.version, s.entry_id, to_char(s.day, 'YYYY-MM-DD') as day, s.minutes, s.note, s.spoiler, s.playthrough_id, s.counts,
  ${playedGameColumns}`;

/** Excludes sessions of removed entries. */
export const sessionTables = `play_sessions s join ${playedGameTables('s')}`;

export const presentSession = (row: SessionRow): PlaySession => ({
  id: row.id,
  version: row.version,
  entry_id: row.entry_id,
  game: playedGame(row),
  day: row.day,
  minutes: row.minutes,
  note: row.note,
  spoiler: row.spoiler,
  playthrough_id: row.playthrough_id,
  counts: row.counts,
});

/** @returns null for an unknown session or another user's */
export async function findSession(em: EntityManager, userId: string, id: string): Promise<SessionRow | null> {
  const [session] = await em.execute<SessionRow[]>(
    `select ${sessionColumns} from ${sessionTables} where s.id = ? and s.user_id = ?`,
    [id, userId],
  );
  return session ?? null;
}

/** @throws CodedError 404 for an unknown session or another user's */
export async function ownSession(em: EntityManager, userId: string, id: string): Promise<SessionRow> {
  const session = await findSession(em, userId, id);
  if (!session) throw notFound('library.play_session_not_found', 'Session not found.');
  return session;
}
