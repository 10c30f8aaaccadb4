import { dayRule } from '@nightshelf/contracts/play-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict, invalid } from '@nightshelf/platform/errors/coded-error.ts';

/** It is tomorrow already where the sun rises first. */
const furthestHoursAhead = 14;
/** Sessions that a user has at most; ten a day for fourteen years. */
const mostSessions = 50_000;

/** Changes of one user's sessions come one after the other, so that a day is counted right. Call it before any other lock. */
export const holdSessions = (em: EntityManager, userId: string) =>
  em.execute(`select pg_advisory_xact_lock(hashtextextended('play-sessions:' || ?, 0))`, [userId]);

/** @throws CodedError 422 for a day that has begun nowhere on Earth yet */
export async function refuseFuture(em: EntityManager, field: string, day: string | null): Promise<void> {
  if (await isFuture(em, day)) throw invalid({ [field]: [dayRule.future] });
}

export async function isFuture(em: EntityManager, day: string | null): Promise<boolean> {
  if (day === null) return false;
  const [row] = await em.execute<{ is_future: boolean }[]>(
    `select ?::date > (clock_timestamp() at time zone 'UTC' + make_interval(hours => ?))::date as is_future`,
    [day, furthestHoursAhead],
  );
  return row?.is_future === true;
}

/** All of a user's, with those of removed games, which come back with them. By index alone: there may be very many. */
async function countSessions(em: EntityManager, userId: string): Promise<number> {
  const [row] = await em.execute<{ sessions: number }[]>(
    `select (count(*) + (select coalesce(sum(session_count), 0) from removed_belongings where user_id = ?))::int as sessions
     from play_sessions where user_id = ?`,
    [userId, userId],
  );
  return row?.sessions ?? 0;
}

/** How many sessions a user may have more than there are. */
export const roomInJournal = async (em: EntityManager, userId: string): Promise<number> =>
  mostSessions - (await countSessions(em, userId));

/** What a change has made more: of all sessions, of those of a day, or of its minutes alone. */
type Addition = 'a session' | 'a session of this day' | 'minutes';

/**
 * Call it with the sessions held, after the change. Sessions may overlap, but a day has 24 hours. Undoing a removal may leave more
 * than that: nothing is refused but what would add to it.
 * @throws CodedError 422 for a day with more, 409 for more sessions than a user may have
 */
export async function refuseOverfullDay(
  em: EntityManager,
  userId: string,
  { day, added }: { readonly day: string; readonly added: Addition },
): Promise<void> {
  const [row] = await em.execute<{ sessions: number; minutes: number }[]>(
    `select count(*)::int as sessions, coalesce(sum(s.minutes), 0)::int as minutes
     from play_sessions s where s.user_id = ? and s.day = ? and exists (select from entries e where e.id = s.entry_id)`,
    [userId, day],
  );
  if (!row) return;
  if (row.minutes > dayRule.mostMinutes) throw invalid({ minutes: [dayRule.tooLong] });
  if (added === 'minutes') return;
  if (row.sessions > dayRule.most) throw invalid({ day: [dayRule.tooMany] });
  if (added === 'a session' && (await countSessions(em, userId)) > mostSessions) {
    throw conflict('library.journal_full', 'Your journal is full. Remove sessions to log others.');
  }
}

/** @throws CodedError 422 for a playthrough that is not one of this entry */
export async function refuseOtherPlaythrough(em: EntityManager, entryId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const found = await em.execute<object[]>('select 1 from playthroughs where id = ? and entry_id = ?', [id, entryId]);
  if (found.length === 0) throw invalid({ playthrough_id: ['This is no playthrough of this game'] });
}

/** @throws CodedError 422 for the id of a session that is somebody else's, or of a game that was removed */
export async function refuseTakenId(em: EntityManager, id: string): Promise<void> {
  const found = await em.execute<object[]>('select 1 from play_sessions where id = ?', [id]);
  if (found.length > 0) throw invalid({ id: ['There is a session with this id already'] });
}
