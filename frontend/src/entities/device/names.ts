/** What a browser keeps of a user's vault is under their id: nobody reads another's. */
export const databaseOf = (userId: string): string => `nightshelf-vault-${userId}`;

/** Whether something is kept of a user's vault; makes no database to find out. */
export async function isKept(userId: string): Promise<boolean> {
  const kept = (await globalThis.indexedDB?.databases()) ?? [];
  return kept.some(({ name }) => name === databaseOf(userId));
}
