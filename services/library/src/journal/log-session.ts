import { randomUUIDv7 } from 'node:crypto';
import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { ownEntry } from '../entries/own-entry.ts';
import { showEntry } from '../entries/show-entry.ts';
import { hoursOf, showHours } from './entry-hours.ts';
import { keptWithoutGame } from './kept-without-game.ts';
import { findSession, ownSession, presentSession } from './play-sessions.ts';
import {
  holdSessions,
  refuseFuture,
  refuseOtherPlaythrough,
  refuseOverfullDay,
  refuseTakenId,
} from './refuse-session.ts';

type NewSession = CallRequest<typeof journalCalls.logPlaySession>['body'];

export type Logged = { readonly session: PlaySession; readonly user_game: LibraryEntry };

/**
 * Logs a session of an entry and adds its minutes to the entry's hours. An id that exists already changes nothing.
 * @throws CodedError 404 for an entry that is not in the user's library, 422 for a future day, a day with more than 24
 * hours or another game's playthrough, 409 when the journal is full
 */
export function logSession(work: Change, userId: string, entryId: string, form: NewSession): Promise<Logged> {
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    await holdSessions(em, userId);
    const entry = await ownEntry(em, userId, entryId);
    const { id = randomUUIDv7(), day, minutes, note, spoiler, playthrough_id } = form;
    // A device may retry after the idempotency key has expired.
    const logged = form.id ? await findSession(em, userId, form.id) : null;
    if (logged) return { session: presentSession(logged), user_game: await showEntry(em, entry) };
    if (form.id) await refuseTakenId(em, form.id);
    await refuseFuture(em, 'day', day);
    await refuseOtherPlaythrough(em, entryId, playthrough_id);
    const hours = await hoursOf(em, entry);
    await em.execute(
      `insert into play_sessions (id, user_id, entry_id, playthrough_id, version, day, minutes, note, spoiler, counts)
       values (?, ?, ?, ?, 1, ?, ?, ?, ?, true)`,
      [id, userId, entryId, playthrough_id, day, minutes, note || null, spoiler],
    );
    await refuseOverfullDay(em, userId, { day, added: 'a session' });
    const user_game = await showHours(transaction, entry, { ...hours, minutes: hours.minutes + minutes });
    return { session: presentSession(await ownSession(em, userId, id)), user_game };
  }, keptWithoutGame(userId));
}
