import { dayRule } from '@nightshelf/contracts/play-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict, invalid } from '@nightshelf/platform/errors/coded-error.ts';

/** The day begins first in UTC+14. */
const furthestHoursAhead = 14;
/** Enough for ten a day over more than thirteen years. */
const mostSessions = 50_000;

/** Serializes changes of one user's sessions, so that daily totals are right. Call it before any other lock. */
export const holdSessions = (em: EntityManager, userId: string) =>
  em.execute(`select pg_advisory_xact_lock(hashtextextended('play-sessions:' || ?, 0))`, [userId]);

/** @throws CodedError 422 for a day that has not begun in any time zone */
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

/** Counts all sessions of a user, including those of removed games, which may return with them. */
async function countSessions(em: EntityManager, userId: string): Promise<number> {
  const [row] = await em.execute<{ sessions: number }[]>(
    `select (count(*) + (select coalesce(sum(session_count), 0) from removed_belongings where user_id = ?))::int as sessions
     from play_sessions where user_id = ?`,
    [userId, userId],
  );
  return row?.sessions ?? 0;
}

/** Returns how many more sessions the user may add. */
export const roomInJournal = async (em: EntityManager, userId: string): Promise<number> =>
  mostSessions - (await countSessions(em, userId));

/** What a change adds: a session, a session moved to this day, or only minutes. */
type Addition = 'a session' | 'a session of this day' | 'minutes';

/**
 * Rejects a change that overfills a day or the journal. Call it after the change with the sessions locked. An undone
 * removal may exceed the limits; only further additions are rejected.
 * @throws CodedError 422 for a day with too much, 409 for too many sessions
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
    throw conflict('library.journal_full', 'Your journal is full. Remove sessions to log more.');
  }
}

/** @throws CodedError 422 for another entry's playthrough */
export async function refuseOtherPlaythrough(em: EntityManager, entryId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const found = await em.execute<object[]>('select 1 from playthroughs where id = ? and entry_id = ?', [id, entryId]);
  if (found.length === 0) throw invalid({ playthrough_id: ['This playthrough belongs to another game'] });
}

/** @throws CodedError 422 for the id of another user's or a removed game's session */
export async function refuseTakenId(em: EntityManager, id: string): Promise<void> {
  const found = await em.execute<object[]>('select 1 from play_sessions where id = ?', [id]);
  if (found.length > 0) throw invalid({ id: ['A session with this id already exists'] });
}
