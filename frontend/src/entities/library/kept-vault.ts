import type { LibraryEntry } from '@nightshelf/contracts';
import { userCaches, vaultCache } from '../../lib/user-caches.ts';

/** A vault as it was when the server was last reached. */
export interface KeptVault {
  readonly entries: readonly LibraryEntry[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

const addressOf = (userId: string) => `/kept/${userId}`;

/** Puts the vault by, in place of what was kept of it before. */
export async function keepVault(userId: string, vault: KeptVault): Promise<void> {
  const cache = await userCaches()?.open(vaultCache);
  await cache?.put(addressOf(userId), new Response(JSON.stringify(vault)));
}

/** What was kept of this user's vault; null when there is nothing. */
export async function readKeptVault(userId: string): Promise<KeptVault | null> {
  const kept = await userCaches()?.match(addressOf(userId), { cacheName: vaultCache });
  return kept ? ((await kept.json()) as KeptVault) : null;
}
