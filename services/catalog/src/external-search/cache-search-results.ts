import type { Game } from '@nightshelf/contracts/games.ts';
import type { Repeatable } from '@nightshelf/platform/idempotency/intended-work.ts';
import { listGames } from '../games/list-games.ts';
import { storeGames } from '../games/store-games.ts';
import type { FoundGames } from '../provider-cache/found-games.ts';

/**
 * Stores games that a search of the last day found. Takes only guids from the caller and stores the provider's data;
 * ignores guids that no search found.
 * @returns the stored games in the order of the guids
 */
export async function cacheSearchResults(
  { work, found }: { readonly work: Repeatable; readonly found: FoundGames },
  guids: readonly string[],
): Promise<Game[]> {
  const copies = await found.recall(guids);
  // Not stored under the idempotency key: the response is large, and a repeat stores and returns the same.
  return work.repeatable(async (transaction) => {
    if (copies.length === 0) return [];
    await storeGames(transaction, copies);
    return listGames(
      transaction.em,
      copies.map(({ value }) => value.guid),
    );
  });
}
