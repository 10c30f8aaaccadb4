import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { defined } from '../defined.ts';
import { ownEntry } from '../entries/own-entry.ts';
import { keptPlaythrough } from './kept-playthrough.ts';
import { ownPlaythrough } from './playthroughs.ts';
import { refuseFaulty, valuesOf, writtenColumns } from './write-playthrough.ts';

type PlaythroughChange = CallRequest<typeof playthroughCalls.changePlaythrough>['body'];

/**
 * Changes a playthrough.
 * @throws CodedError 404 for one that is not the user's, 409 with the playthrough when it has another version, 422 for
 * contradictory fields or future days
 */
export function changePlaythrough(
  work: Change,
  userId: string,
  id: string,
  change: PlaythroughChange,
): Promise<Playthrough> {
  return work.transaction(async ({ em }) => {
    // Locks the entry, so that the playthrough read below is current.
    await ownEntry(em, userId, (await ownPlaythrough(em, userId, id)).entry_id);
    const before = await ownPlaythrough(em, userId, id);
    const { if_version: ifVersion = before.version, ...fields } = change;
    if (ifVersion !== before.version) {
      throw new CodedError(409, 'library.playthrough_changed', 'This playthrough was changed elsewhere.', {
        body: { playthrough: before },
      });
    }
    const now = { ...before, ...defined(fields) };
    await refuseFaulty(em, now);
    await em.execute(
      `update playthroughs set version = version + 1, ${writtenColumns.map((column) => `${column} = ?`)} where id = ?`,
      [...valuesOf(now), id],
    );
    return ownPlaythrough(em, userId, id);
  }, keptPlaythrough(userId));
}

/**
 * Removes a playthrough; its sessions stay with the game.
 * @throws CodedError 404 for one that is not the user's
 */
export function removePlaythrough(work: Change, userId: string, id: string): Promise<null> {
  return work.transaction(async ({ em }) => {
    // Locks the entry, so that no session is logged for the playthrough concurrently.
    const entry = await ownEntry(em, userId, (await ownPlaythrough(em, userId, id)).entry_id);
    await ownPlaythrough(em, userId, id);
    // The entry condition makes use of an index.
    await em.execute('update play_sessions set playthrough_id = null where entry_id = ? and playthrough_id = ?', [
      entry.id,
      id,
    ]);
    await em.execute('delete from playthroughs where id = ?', [id]);
    return null;
  });
}
