import { randomUUIDv7 } from 'node:crypto';
import { playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import type { Playthrough, PlaythroughFields } from '@nightshelf/contracts/playthroughs.ts';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { ownEntry } from '../entries/own-entry.ts';
import { keptPlaythrough } from './kept-playthrough.ts';
import { findPlaythrough, ownPlaythrough } from './playthroughs.ts';
import { refuseFaulty, refuseTakenPlaythrough, valuesOf, writtenColumns } from './write-playthrough.ts';

/**
 * Adds a playthrough to an entry, which itself stays as it is: what its status becomes is for its user to say. One that is there
 * already stays as it is.
 * @throws CodedError 404 for an entry that is not in the user's library, 409 when it has as many as a game may have, 422 for
 * fields that contradict each other and days to come
 */
export function addPlaythrough(
  work: Change,
  userId: string,
  entryId: string,
  fields: PlaythroughFields,
): Promise<Playthrough> {
  return work.transaction(async ({ em }) => {
    // Locked: two at once are counted one after the other.
    await ownEntry(em, userId, entryId);
    const { id = randomUUIDv7() } = fields;
    // Sent again by a device that has not heard the answer, when the key of the request is forgotten.
    const added = fields.id ? await findPlaythrough(em, userId, fields.id) : null;
    if (added) return added;
    if (fields.id) await refuseTakenPlaythrough(em, fields.id);
    await refuseFaulty(em, fields);
    const [row] = await em.execute<{ count: number }[]>(
      'select count(*)::int as count from playthroughs where entry_id = ?',
      [entryId],
    );
    if ((row?.count ?? 0) >= playthroughRule.most) {
      throw conflict('library.too_many_playthroughs', `A game has at most ${playthroughRule.most} playthroughs.`);
    }
    await em.execute(
      `insert into playthroughs (id, user_id, entry_id, version, ${writtenColumns})
       values (?, ?, ?, 1, ${writtenColumns.map(() => '?')})`,
      [id, userId, entryId, ...valuesOf(fields)],
    );
    return ownPlaythrough(em, userId, id);
  }, keptPlaythrough(userId));
}
