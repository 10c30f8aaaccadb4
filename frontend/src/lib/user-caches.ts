/**
 * Caches of the browser that tell something of the user, emptied at sign-out and before another user: whatever does goes here.
 * The worker that fills the covers' is built by build/installable.ts.
 */
export const vaultCache = 'nightshelf-vault';
export const gamesCache = 'nightshelf-games';
export const tonightCache = 'nightshelf-tonight';
const coversCache = 'nightshelf-covers';

/** Undefined outside of secure contexts, where no page opens without a network either. */
export const userCaches = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches;

/** Takes away whatever was kept of anybody: their vault, the games they looked at, when they play, and the covers that tell what was in it. */
export async function forgetUserCaches(): Promise<void> {
  await Promise.all([vaultCache, gamesCache, tonightCache, coversCache].map((name) => userCaches()?.delete(name)));
}
