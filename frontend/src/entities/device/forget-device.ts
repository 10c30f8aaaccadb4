import { isKept } from './names.ts';

/**
 * Deletes a user's vault from this device.
 * @param withUnsent also deletes unsent changes; otherwise they stay until the user is back
 */
export async function forgetDevice(userId: string, withUnsent = true): Promise<void> {
  if (!globalThis.indexedDB) return;
  // Load it on demand: few visits delete a vault.
  const [{ forget }, { announceForgotten }] = await Promise.all([import('./stored-vault.ts'), import('./tabs.ts')]);
  await forget(userId, withUnsent);
  announceForgotten(userId);
}

/**
 * Returns whether a user may sign out; asks them first when changes are unsent.
 * @param gone aborts the question, since no user is left to answer it
 */
export const mayLeave = async (userId: string, gone: AbortSignal): Promise<boolean> =>
  (await import('./may-leave.ts')).mayLeave(userId, gone);

/** Returns whether this device has unsent changes of a user, without creating a database. */
export async function hasUnsent(userId: string): Promise<boolean> {
  try {
    return (await isKept(userId)) && (await (await import('./stored-vault.ts')).countUnsent(userId)) > 0;
  } catch {
    // Unreadable changes cannot be sent from here; the vault page reports the problem.
    return false;
  }
}
