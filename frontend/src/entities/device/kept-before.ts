import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { userCaches, vaultCache } from '../../lib/user-caches.ts';
import type { Delta } from '../library/sync/delta.ts';

/** Migrates, once, the vault that a previous release stored in the browser's cache. */
export async function takeKeptBefore(userId: string): Promise<Delta | null> {
  const kept = await userCaches()?.match(`/kept/${userId}`, { cacheName: vaultCache });
  if (!kept) return null;
  const { entries, at }: { entries: readonly LibraryEntry[]; at: number } = await kept.json();
  return { entries, reached: { at, cursor: null } };
}

export const forgetKeptBefore = async (): Promise<void> => {
  await userCaches()?.delete(vaultCache);
};
