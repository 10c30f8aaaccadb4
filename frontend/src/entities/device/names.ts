/** The name contains the user's id, so that no user reads another's vault. */
export const databaseOf = (userId: string): string => `nightshelf-vault-${userId}`;

/** Returns whether a user's vault is stored, without creating a database. */
export async function isKept(userId: string): Promise<boolean> {
  const kept = (await globalThis.indexedDB?.databases()) ?? [];
  return kept.some(({ name }) => name === databaseOf(userId));
}
