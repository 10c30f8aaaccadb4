/**
 * Takes away what this device keeps of a user's vault.
 * @param userId whose; of everybody when it is left out
 * @param withUnsent also what the server has not been told yet; else that alone stays, until its user is back
 */
export async function forgetDevice(userId?: string, withUnsent = true): Promise<void> {
  if (!globalThis.indexedDB) return;
  // Not in the scripts of every page: most visits forget nobody.
  const [{ forget }, { tellForgotten }] = await Promise.all([import('./forget.ts'), import('./tabs.ts')]);
  await forget(userId, withUnsent);
  if (userId) tellForgotten(userId);
}

/**
 * Whether a user may sign out: not unasked while the server has not been told of something that they have done.
 * @param gone fires when there is nobody to ask any more
 */
export const mayLeave = async (userId: string, gone: AbortSignal): Promise<boolean> =>
  (await import('./may-leave.ts')).mayLeave(userId, gone);
