import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { defined } from '../defined.ts';
import { ownEntry } from '../entries/own-entry.ts';
import { hoursOf, showHours } from './entry-hours.ts';
import { keptWithoutGame } from './kept-without-game.ts';
import type { Logged } from './log-session.ts';
import { ownSession, presentSession } from './play-sessions.ts';
import { holdSessions, refuseFuture, refuseOtherPlaythrough, refuseOverfullDay } from './refuse-session.ts';

type SessionChange = CallRequest<typeof journalCalls.changePlaySession>['body'];

/**
 * Changes a session; the entry's hours follow unless the user has typed them since.
 * @throws CodedError 404 for a session that is not the user's, 409 with the session when it has another version, 422 as
 * for a new one
 */
export function changeSession(work: Change, userId: string, id: string, change: SessionChange): Promise<Logged> {
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    await holdSessions(em, userId);
    const entry = await ownEntry(em, userId, (await ownSession(em, userId, id)).entry_id);
    const hours = await hoursOf(em, entry);
    const before = await ownSession(em, userId, id);
    const { if_version: ifVersion = before.version, ...fields } = change;
    if (ifVersion !== before.version) {
      throw new CodedError(409, 'library.play_session_changed', 'This session was changed elsewhere.', {
        body: { session: presentSession(before) },
      });
    }
    const { day, minutes, note, spoiler, playthrough_id } = { ...before, ...defined(fields) };
    if (day !== before.day) await refuseFuture(em, 'day', day);
    if (playthrough_id !== before.playthrough_id) await refuseOtherPlaythrough(em, entry.id, playthrough_id);
    await em.execute(
      `update play_sessions set day = ?, minutes = ?, note = ?, spoiler = ?, playthrough_id = ?, version = version + 1
       where id = ?`,
      [day, minutes, note || null, spoiler, playthrough_id, id],
    );
    if (day !== before.day) await refuseOverfullDay(em, userId, { day, added: 'a session of this day' });
    else if (minutes > before.minutes) await refuseOverfullDay(em, userId, { day, added: 'minutes' });
    const difference = before.counts ? minutes - before.minutes : 0;
    const user_game = await showHours(transaction, entry, { ...hours, minutes: hours.minutes + difference });
    return { session: presentSession(await ownSession(em, userId, id)), user_game };
  }, keptWithoutGame(userId));
}

/**
 * Removes a session and its minutes from the entry's hours, unless the user has typed them since.
 * @throws CodedError 404 for a session that is not the user's
 */
export function removeSession(work: Change, userId: string, id: string): Promise<{ user_game: LibraryEntry }> {
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    await holdSessions(em, userId);
    const entry = await ownEntry(em, userId, (await ownSession(em, userId, id)).entry_id);
    const hours = await hoursOf(em, entry);
    const { counts, minutes } = await ownSession(em, userId, id);
    await em.execute('delete from play_sessions where id = ?', [id]);
    const left = hours.minutes - (counts ? minutes : 0);
    return { user_game: await showHours(transaction, entry, { ...hours, minutes: left }) };
  }, keptWithoutGame(userId));
}
