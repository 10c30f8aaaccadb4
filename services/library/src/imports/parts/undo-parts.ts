import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { holdSessions } from '../../journal/refuse-session.ts';
import { holdEachList, holdLists, tellLists } from '../../lists/game-lists.ts';
import type { Due } from '../due-import.ts';

/** Parts per transaction. */
const chunk = 100;

interface Part {
  readonly position: number;
  readonly kind: 'playthrough' | 'session' | 'list' | 'listed';
  readonly made_id: string;
  readonly place: string | null;
}

/** Deletes a record of each kind unless it was changed since. */
const deletions: Readonly<Record<Part['kind'], (em: EntityManager, part: Part, userId: string) => Promise<object[]>>> =
  {
    listed: (em, { made_id, place }, userId) =>
      em.execute<object[]>(
        `delete from listed_games i using game_lists l, import_parts p
       where i.list_id = ? and i.entry_id = ? and l.id = i.list_id and l.user_id = ?
         and p.made_id = i.list_id and p.place = i.entry_id and nullif(p.given ->> 'note', '') is not distinct from i.note returning 1`,
        [made_id, place, userId],
      ),
    list: (em, { made_id }, userId) =>
      em.execute<object[]>(
        `delete from game_lists l where id = ? and user_id = ? and words_version = 1
         and not exists (select from listed_games where list_id = l.id) returning 1`,
        [made_id, userId],
      ),
    session: (em, { made_id }, userId) =>
      em.execute<object[]>('delete from play_sessions where id = ? and user_id = ? and version = 1 returning 1', [
        made_id,
        userId,
      ]),
    playthrough: (em, { made_id }, userId) =>
      em.execute<object[]>(
        `delete from playthroughs p where id = ? and user_id = ? and version = 1
         and not exists (select from play_sessions where playthrough_id = p.id) returning 1`,
        [made_id, userId],
      ),
  };

/**
 * Undoes the last parts of an import, before its games, so that only the user's own additions still use those.
 * @returns whether there were any
 */
export async function undoParts({ em, tell }: Transaction, due: Due): Promise<boolean> {
  const parts = await em.execute<Part[]>(
    `select position, kind, made_id, place from import_parts
     where import_id = ? and fate = 'added' and undone is null order by position desc limit ?`,
    [due.id, chunk],
  );
  if (parts.length === 0) return false;
  await holdSessions(em, due.user_id);
  await holdLists(em, due.user_id);
  await holdEachList(em, due.user_id);
  for (const part of parts) {
    const gone = await deletions[part.kind](em, part, due.user_id);
    await em.execute('update import_parts set undone = ? where import_id = ? and position = ?', [
      gone.length > 0 ? 'undone' : 'kept',
      due.id,
      part.position,
    ]);
    if (part.kind === 'listed' && gone.length > 0) {
      await em.execute('update game_lists set version = version + 1 where id = ?', [part.made_id]);
    }
    if (part.kind === 'list' && gone.length > 0) tellLists({ tell }, due.user_id, part.made_id, null);
  }
  await em.execute('update imports set touched_at = clock_timestamp() where id = ?', [due.id]);
  return true;
}
