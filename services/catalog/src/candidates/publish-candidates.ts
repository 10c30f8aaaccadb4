import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { StoredGame } from '../games/stored-game.ts';

/** Most games published for an import, since libraries know published games only. */
const mostPublished = 1000;

/** Publishes catalogue games that rows may mean, so that the importing library can show their names and covers. */
export async function publishCandidates(work: Work, rows: readonly RowCandidates[]): Promise<void> {
  const shown = rows.flatMap(({ by_id, named, near }) => [
    ...(by_id === null ? [] : [by_id]),
    ...[...named, ...near].slice(0, 6).map(({ guid }) => guid),
  ]);
  const guids = [...new Set(shown)].slice(0, mostPublished);
  if (guids.length === 0) return;
  await work.transaction(async ({ em, publish }) => {
    const unpublished = await em.find(
      StoredGame,
      { guid: { $in: guids }, published: false },
      { orderBy: { guid: 'asc' } },
    );
    for (const game of unpublished) {
      game.published = true;
      publish(gameUpserted, { data: game.summary(), version: game.version });
    }
  });
}
