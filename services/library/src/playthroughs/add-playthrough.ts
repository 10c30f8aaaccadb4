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
 * Adds a playthrough without changing the entry's status, which the user decides. An id that exists already changes
 * nothing.
 * @throws CodedError 404 for an entry that is not in the user's library, 409 when it has the maximum of playthroughs,
 * 422 for contradictory fields or future days
 */
export function addPlaythrough(
  work: Change,
  userId: string,
  entryId: string,
  fields: PlaythroughFields,
): Promise<Playthrough> {
  return work.transaction(async ({ em }) => {
    // The lock serializes concurrent additions, so that each one counts the others.
    await ownEntry(em, userId, entryId);
    const { id = randomUUIDv7() } = fields;
    // A device may retry after the idempotency key has expired.
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
