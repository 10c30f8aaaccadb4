import { randomUUIDv7 } from 'node:crypto';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import { dayRule } from '@nightshelf/contracts/play-rules.ts';
import type { PlayedDay, PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, conflict, invalid, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { defined } from '../defined.ts';
import { ownEntry, showEntry, withoutGame } from '../entries/own-entry.ts';
import { playedGameJson, playedGameTables, unknownPlayedGame } from '../games/game-as-shown.ts';
import { type Fields, keptFields, type ReadOf, type RequestOf, type Serve } from '../serve.ts';
import { insertRow, isAny, pageOf } from '../sql.ts';
import { hoursOf, readHours, showHours } from './entry-hours.ts';

type NewSession = RequestOf<typeof journalCalls.logPlaySession>['body'];

/**
 * Logs a session of an entry and adds its minutes to the entry's hours. Returns the stored session when a device retries
 * its id.
 */
function logSession({ userId, params, body, change }: RequestOf<typeof journalCalls.logPlaySession>) {
  const { id: entryId } = params;
  return change.transaction(async (transaction) => {
    const { em } = transaction;
    await holdSessions(em, userId);
    const entry = await ownEntry(em, userId, entryId);
    const { id = randomUUIDv7(), day, minutes, playthrough_id } = body;
    // A device may retry after the idempotency key has expired.
    const logged = body.id ? await findSession(em, userId, body.id) : null;
    if (logged) return { session: logged, user_game: await showEntry(em, entry) };
    // The id may be of another user's or a removed game's session.
    if (body.id && (await isAny(em, 'play_sessions where id = ?', [body.id])))
      throw invalid({ id: ['A session with this id already exists'] });
    refuseFuture('day', day);
    await refuseOtherPlaythrough(em, entryId, playthrough_id);
    const hours = await hoursOf(em, entry);
    await insertSession(em, { ...body, id, user_id: userId, entry_id: entryId, counts: true });
    await refuseOverfullDay(em, userId, day, true);
    if ((await roomInJournal(em, userId)) < 0) {
      throw conflict('library.journal_full', 'Your journal is full. Remove sessions to log more.');
    }
    const user_game = await showHours(transaction, entry, { ...hours, minutes: hours.minutes + minutes });
    return { session: await ownSession(em, userId, id), user_game };
  }, keptSession(userId));
}

interface StoredSession extends NewSession {
  readonly user_id: string;
  readonly entry_id: string;
  /** Whether its minutes are part of the entry's hours. */
  readonly counts: boolean;
}

export const insertSession = (em: EntityManager, session: StoredSession) =>
  insertRow(em, 'play_sessions', { ...session, note: session.note || null, version: 1 });

/** Locks a session and its entry. @throws CodedError 404 for a session that is not the user's */
async function holdSession(em: EntityManager, userId: string, id: string) {
  await holdSessions(em, userId);
  const entry = await ownEntry(em, userId, (await ownSession(em, userId, id)).entry_id);
  const hours = await hoursOf(em, entry);
  return { entry, hours, before: await ownSession(em, userId, id) };
}

/** Changes a session; the entry's hours follow unless the user has typed them since. */
function changeSession({ userId, params, body, change }: RequestOf<typeof journalCalls.changePlaySession>) {
  const { id } = params;
  return change.transaction(async (transaction) => {
    const { em } = transaction;
    const { entry, hours, before } = await holdSession(em, userId, id);
    const { if_version: ifVersion = before.version, ...fields } = body;
    if (ifVersion !== before.version) {
      throw new CodedError(409, 'library.play_session_changed', 'This session was changed elsewhere.', {
        body: { session: before },
      });
    }
    const { day, minutes, note, spoiler, playthrough_id } = { ...before, ...defined(fields) };
    const isMoved = day !== before.day;
    if (isMoved) refuseFuture('day', day);
    if (playthrough_id !== before.playthrough_id) await refuseOtherPlaythrough(em, entry.id, playthrough_id);
    await em.execute(
      `update play_sessions set day = ?, minutes = ?, note = ?, spoiler = ?, playthrough_id = ?, version = version + 1
       where id = ?`,
      [day, minutes, note || null, spoiler, playthrough_id, id],
    );
    if (isMoved || minutes > before.minutes) await refuseOverfullDay(em, userId, day, isMoved);
    const difference = before.counts ? minutes - before.minutes : 0;
    const user_game = await showHours(transaction, entry, { ...hours, minutes: hours.minutes + difference });
    return { session: await ownSession(em, userId, id), user_game };
  }, keptSession(userId));
}

/** Removes a session and its minutes from the entry's hours, unless the user has typed them since. */
const removeSession = ({ userId, params: { id }, change }: RequestOf<typeof journalCalls.removePlaySession>) =>
  change.transaction(
    async (transaction) => {
      const { em } = transaction;
      const { entry, hours, before } = await holdSession(em, userId, id);
      await em.execute('delete from play_sessions where id = ?', [id]);
      const left = hours.minutes - (before.counts ? before.minutes : 0);
      return { user_game: await showHours(transaction, entry, { ...hours, minutes: left }) };
    },
    keptFields<Fields<typeof journalCalls.removePlaySession>>({ user_game: withoutGame(userId) }),
  );

/**
 * Stores an idempotent response without game and note, which take up to 4 KB at 120 changes a minute. A replayed
 * response shows the current session, or the shortened one after its removal.
 */
const keptSession = (userId: string) =>
  keptFields<Fields<typeof journalCalls.logPlaySession>>({
    session: {
      shorten: short,
      complete: async (em, kept) => (await findSession(em, userId, kept.id)) ?? kept,
    },
    user_game: withoutGame(userId),
  });

const short = (session: PlaySession): PlaySession => ({
  ...session,
  game: unknownPlayedGame(session.game.guid),
  note: null,
});

const sessionColumns = `
  s.id, s.version, s.entry_id, ${playedGameJson} as game, to_char(s.day, 'YYYY-MM-DD') as day, s.minutes, s.note, s.spoiler,
  s.playthrough_id, s.counts`;

/** Excludes sessions of removed entries. */
const sessionTables = `play_sessions s join ${playedGameTables('s')}`;

async function findSession(em: EntityManager, userId: string, id: string): Promise<PlaySession | null> {
  const [session] = await em.execute<PlaySession[]>(
    `select ${sessionColumns} from ${sessionTables} where s.id = ? and s.user_id = ?`,
    [id, userId],
  );
  return session ?? null;
}

async function ownSession(em: EntityManager, userId: string, id: string): Promise<PlaySession> {
  const session = await findSession(em, userId, id);
  if (!session) throw notFound('library.play_session_not_found', 'Session not found.');
  return session;
}

/** Returns a page of a user's sessions, newest day first, and per day the last logged first. */
export async function listSessions({ em, userId, query }: ReadOf<typeof journalCalls.listPlaySessions>) {
  const { entry_id = null, month = null, before = null, limit } = query;
  const [days = null, id = null] = before?.split('.') ?? [];
  const rows = await em.execute<PlaySession[]>(
    `select ${sessionColumns} from ${sessionTables}
     where s.user_id = ? and (?::uuid is null or s.entry_id = ?)
       and (?::text is null or s.day >= (? || '-01')::date and s.day < ((? || '-01')::date + interval '1 month'))
       and (?::int is null or (s.day, s.id) < (date '1970-01-01' + ?::int, ?::uuid))
     order by s.day desc, s.id desc limit ?`,
    [userId, entry_id, entry_id, month, month, month, days, days, id, limit + 1],
  );
  const { page, next } = pageOf(rows, limit, (last) => `${Date.parse(last.day) / 86_400_000}.${last.id}`);
  return { sessions: page, next };
}

async function listPlayedDays({ em, userId, query: { month } }: ReadOf<typeof journalCalls.listPlayedDays>) {
  const days = await em.execute<PlayedDay[]>(
    `select to_char(s.day, 'YYYY-MM-DD') as day, s.minutes, s.sessions, ${playedGameJson} as game from (
       select distinct on (day) day, entry_id, sum(sum(minutes)) over (partition by day)::int as minutes,
         sum(count(*)) over (partition by day)::int as sessions
       from play_sessions p
       where user_id = ? and day >= (? || '-01')::date and day < ((? || '-01')::date + interval '1 month')
         and exists (select from entries where id = p.entry_id)
       group by day, entry_id order by day, sum(minutes) desc, max(p.id::text) desc) s
     join ${playedGameTables('s')} order by s.day`,
    [userId, month, month],
  );
  return { minutes: days.reduce((sum, { minutes }) => sum + minutes, 0), days };
}

/** The day begins first in UTC+14. */
const aheadMs = 14 * 3_600_000;
/** Enough for ten a day over more than thirteen years. */
const mostSessions = 50_000;

/** Serializes changes of one user's sessions, so that daily totals are right. Call it before any other lock. */
export const holdSessions = (em: EntityManager, userId: string) =>
  em.execute(`select pg_advisory_xact_lock(hashtextextended('play-sessions:' || ?, 0))`, [userId]);

/** Returns whether a day has not begun in any time zone. */
export const isFuture = (day: string | null): boolean =>
  day !== null && day > new Date(Date.now() + aheadMs).toISOString().slice(0, 10);

/** @throws CodedError 422 */
export function refuseFuture(field: string, day: string | null): void {
  if (isFuture(day)) throw invalid({ [field]: [dayRule.future] });
}

/** Returns how many more sessions the user may add; counts those of removed games, which may return with them. */
export async function roomInJournal(em: EntityManager, userId: string): Promise<number> {
  const [row] = await em.execute<{ sessions: number }[]>(
    `select (count(*) + (select coalesce(sum(session_count), 0) from removed_belongings where user_id = ?))::int as sessions
     from play_sessions where user_id = ?`,
    [userId, userId],
  );
  return mostSessions - (row?.sessions ?? 0);
}

/** Counts a day's sessions, without those of removed games. */
export async function playedOn(em: EntityManager, userId: string, day: string) {
  const [row] = await em.execute<{ sessions: number; minutes: number }[]>(
    `select count(*)::int as sessions, coalesce(sum(s.minutes), 0)::int as minutes
     from play_sessions s where s.user_id = ? and s.day = ? and exists (select from entries e where e.id = s.entry_id)`,
    [userId, day],
  );
  return row ?? { sessions: 0, minutes: 0 };
}

/**
 * Rejects an overfull day. Call it after a change that adds minutes to the day, with the sessions locked. An undone
 * removal may exceed the limits; only further additions are rejected.
 * @param hasMore whether the change adds a session to the day
 * @throws CodedError 422
 */
export async function refuseOverfullDay(em: EntityManager, userId: string, day: string, hasMore: boolean) {
  const { minutes, sessions } = await playedOn(em, userId, day);
  if (minutes > dayRule.mostMinutes) throw invalid({ minutes: [dayRule.tooLong] });
  if (hasMore && sessions > dayRule.most) throw invalid({ day: [dayRule.tooMany] });
}

async function refuseOtherPlaythrough(em: EntityManager, entryId: string, id: string | null): Promise<void> {
  if (id === null) return;
  if (!(await isAny(em, 'playthroughs where id = ? and entry_id = ?', [id, entryId])))
    throw invalid({ playthrough_id: ['This playthrough belongs to another game'] });
}

const cause = () => ({ kind: 'session' }) as const;

export function journalRoutes(serve: Serve): void {
  serve(journalCalls.listPlaySessions, 'Your sessions.', async (request) => ({
    ...(await listSessions(request)),
    ...(request.query.entry_id && { hours: await readHours(request.em, request.userId, request.query.entry_id) }),
  }));
  serve(journalCalls.listPlayedDays, 'Your days.', listPlayedDays);
  serve(journalCalls.logPlaySession, 'Session logged.', logSession, cause);
  serve(journalCalls.changePlaySession, 'Session changed.', changeSession, cause);
  serve(journalCalls.removePlaySession, 'Session removed.', removeSession, cause);
}
