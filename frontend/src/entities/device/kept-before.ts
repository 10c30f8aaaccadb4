import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { userCaches, vaultCache } from '../../lib/user-caches.ts';
import type { Delta } from '../library/sync/delta.ts';

/** What a release before this one has kept of a vault, in the browser's cache; it is taken over once. */
export async function takeKeptBefore(userId: string): Promise<Delta | null> {
  const kept = await userCaches()?.match(`/kept/${userId}`, { cacheName: vaultCache });
  if (!kept) return null;
  const { entries, at }: { entries: readonly LibraryEntry[]; at: number } = await kept.json();
  return { entries, reached: { at, cursor: null } };
}

export const forgetKeptBefore = async (): Promise<void> => {
  await userCaches()?.delete(vaultCache);
};
