import type { Game } from '@nightshelf/contracts/games.ts';

/** The games with those that are new to them behind: whatever is on screen keeps its place. */
export function append(games: readonly Game[], found: readonly Game[]): readonly Game[] {
  const byGuid = new Map(games.map((game) => [game.guid, game]));
  for (const game of found) if (!byGuid.has(game.guid)) byGuid.set(game.guid, game);
  return [...byGuid.values()];
}

/** The same games in the same places, each as its newer copy has it; the very same where the copy says nothing new. */
export function refresh(games: readonly Game[], copies: readonly Game[]): readonly Game[] {
  const newer = new Map(copies.map((game) => [game.guid, game]));
  return games.map((game) => {
    const copy = newer.get(game.guid);
    return copy && JSON.stringify(copy) !== JSON.stringify(game) ? copy : game;
  });
}
