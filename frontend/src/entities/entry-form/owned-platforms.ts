import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import { createSelector } from '@reduxjs/toolkit';
import { selectEntries } from '../library/selectors.ts';

/** Platform ids of the vault's games, most used first. */
export const selectOwnedPlatforms = createSelector([selectEntries], (entries): readonly number[] => {
  const games = new Map<number, number>();
  for (const { platform_id: id } of entries) {
    if (id !== null && id !== notListed) games.set(id, (games.get(id) ?? 0) + 1);
  }
  return [...games].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
});
