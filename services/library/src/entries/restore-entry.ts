import { entryAdded, type LibraryEntry } from '@nightshelf/contracts';
import { type Change, type EntityManager, notFound } from '@nightshelf/platform';
import { confirmedGame, keepGameFromChanging } from '../games/game-copy.ts';
import { refuseOverfull, refuseTooMuchDescribed } from '../libraries/library-limits.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { renewListsOf } from '../lists/removals.ts';
import { onceInLibrary } from './once-in-library.ts';
import { ownEntry } from './own-entry.ts';
import { takeRemoved } from './removed-entry.ts';
import { showEntry } from './show-entry.ts';
import { tellVault } from './tell-vault.ts';
import { withoutGame } from './without-game.ts';

/**
 * Puts an entry back into its user's library exactly as it was, its date included, up to ten minutes after its removal.
 * @throws CodedError 404 when there is nothing to put back, 409 when the game has been added again meanwhile
 */
export function restoreEntry(work: Change, userId: string, id: string): Promise<LibraryEntry> {
  return onceInLibrary(() =>
    work.transaction(async (transaction) => {
      const { em, publish, tell } = transaction;
      const removed = await takeRemoved(em, userId, id);
      if (!removed)
        throw notFound('library.entry_not_found', 'This game can no longer be restored. Please add it again.');
      const { guid, entry: row, description } = removed;
      await keepGameFromChanging(em, guid);
      await insertRow(em, 'entries', row);
      if (description && !(await confirmedGame(em, guid))) await insertRow(em, 'described_games', description);
      const entry = await ownEntry(em, userId, id);
      // The version after the row's own is that of the removal.
      entry.version += 2;
      await em.flush();
      await renewListsOf(transaction, userId, id);
      await bumpLibrary(em, userId);
      await refuseOverfull(em, userId);
      if (description) await refuseTooMuchDescribed(em, userId);
      publish(entryAdded, { data: entry.state(), version: entry.version });
      tellVault({ tell }, userId, entry.versioned());
      return showEntry(em, entry);
    }, withoutGame(userId)),
  );
}

async function insertRow(em: EntityManager, table: 'entries' | 'described_games', row: object): Promise<void> {
  await em.execute(`insert into ${table} select * from jsonb_populate_record(null::${table}, ?::jsonb)`, [
    JSON.stringify(row),
  ]);
}
