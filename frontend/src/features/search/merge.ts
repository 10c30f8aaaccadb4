import type { Game } from '@nightshelf/contracts/games.ts';

/** Appends new games, so that those on screen keep their places. */
export function append(games: readonly Game[], found: readonly Game[]): readonly Game[] {
  const byGuid = new Map(games.map((game) => [game.guid, game]));
  for (const game of found) if (!byGuid.has(game.guid)) byGuid.set(game.guid, game);
  return [...byGuid.values()];
}

/** Replaces games by newer copies in place; returns the same array when nothing changed. */
export function refresh(games: readonly Game[], copies: readonly Game[]): readonly Game[] {
  const newer = new Map(copies.map((game) => [game.guid, game]));
  return games.map((game) => {
    const copy = newer.get(game.guid);
    return copy && JSON.stringify(copy) !== JSON.stringify(game) ? copy : game;
  });
}
