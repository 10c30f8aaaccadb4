import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import type { PlayedDay, PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { PlayedGame } from '@nightshelf/contracts/playthroughs.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { playedGame, playedGameColumns, playedGameTables } from '../games/played-game.ts';
import { presentSession, type SessionRow, sessionColumns, sessionTables } from './play-sessions.ts';

type Wanted = CallRequest<typeof journalCalls.listPlaySessions>['query'];

interface Page {
  readonly sessions: PlaySession[];
  /** The cursor of the next page; null after the last. */
  readonly next: string | null;
}

/** Returns a page of a user's sessions, newest day first, and per day the last logged first. */
export async function listSessions(em: EntityManager, userId: string, wanted: Wanted): Promise<Page> {
  const { entry_id = null, month = null, before = null, limit } = wanted;
  const [days = null, id = null] = before?.split('.') ?? [];
  const rows = await em.execute<SessionRow[]>(
    `select ${sessionColumns} from ${sessionTables}
     where s.user_id = ? and (?::uuid is null or s.entry_id = ?)
       and (?::text is null or s.day >= (? || '-01')::date and s.day < ((? || '-01')::date + interval '1 month'))
       and (?::int is null or (s.day, s.id) < (date '1970-01-01' + ?::int, ?::uuid))
     order by s.day desc, s.id desc limit ?`,
    [userId, entry_id, entry_id, month, month, month, days, days, id, limit + 1],
  );
  const sessions = rows.slice(0, limit).map(presentSession);
  const last = sessions.at(-1);
  return { sessions, next: last && rows.length > limit ? cursorOf(last) : null };
}

const cursorOf = ({ day, id }: PlaySession) => `${Date.parse(day) / 86_400_000}.${id}`;

interface DayRow extends PlayedGame {
  readonly day: string;
  readonly minutes: number;
  readonly sessions: number;
}

/** Returns a month's days with sessions, each with its most played game. */
export async function listPlayedDays(em: EntityManager, userId: string, month: string): Promise<PlayedDay[]> {
  const rows = await em.execute<DayRow[]>(
    `select to_char(s.day, 'YYYY-MM-DD') as day, s.minutes, s.sessions, ${playedGameColumns} from (
       select distinct on (day) day, entry_id, sum(sum(minutes)) over (partition by day)::int as minutes,
         sum(count(*)) over (partition by day)::int as sessions
       from play_sessions p
       where user_id = ? and day >= (? || '-01')::date and day < ((? || '-01')::date + interval '1 month')
         and exists (select from entries where id = p.entry_id)
       group by day, entry_id order by day, sum(minutes) desc, max(p.id::text) desc) s
     join ${playedGameTables('s')} order by s.day`,
    [userId, month, month],
  );
  return rows.map((row) => ({ day: row.day, minutes: row.minutes, sessions: row.sessions, game: playedGame(row) }));
}
