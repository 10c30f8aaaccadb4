/**
 * Caches of the browser that tell something of the user, emptied at sign-out and before another user: all whose names begin with
 * `nightshelf-`. The worker that fills the covers' is built by build/installable.ts.
 */
export const vaultCache = 'nightshelf-vault';
export const gamesCache = 'nightshelf-games';
export const tonightCache = 'nightshelf-tonight';

/** Undefined outside of secure contexts, where no page opens without a network either. */
export const userCaches = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches;

/** Takes away whatever was kept of anybody: their vault, what they looked at, and the covers that tell what was in it. */
export async function forgetUserCaches(): Promise<void> {
  const names = (await userCaches()?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith('nightshelf-')).map((name) => userCaches()?.delete(name)));
}
