import type { ListedGame, PlaceInList } from '@nightshelf/contracts/game-lists.ts';

export const takenFrom = (games: readonly ListedGame[], entryId: string): ListedGame[] =>
  games.filter(({ entry_id }) => entry_id !== entryId);

/** Returns the games with one moved beside another; unchanged when either is missing. */
export function reordered(games: readonly ListedGame[], entryId: string, { before, after }: PlaceInList): ListedGame[] {
  const game = games.find(({ entry_id }) => entry_id === entryId);
  const others = takenFrom(games, entryId);
  const at = others.findIndex(({ entry_id }) => entry_id === (before ?? after));
  return game && at >= 0 ? others.toSpliced(before === undefined ? at + 1 : at, 0, game) : [...games];
}

/** Returns the neighbor to name for a target index; null when the game is already there. */
export function placeAt(games: readonly ListedGame[], entryId: string, place: number): PlaceInList | null {
  if (games[place]?.entry_id === entryId) return null;
  const others = takenFrom(games, entryId);
  const before = others[place];
  if (before) return { before: before.entry_id };
  const last = others.at(-1);
  return last ? { after: last.entry_id } : null;
}
