/** What a browser keeps of a user's vault is under their id: nobody reads another's. */
export const databaseOf = (userId: string): string => `nightshelf-vault-${userId}`;
