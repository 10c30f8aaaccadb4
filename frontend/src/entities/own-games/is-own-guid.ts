/**
 * Returns true for a game that a user has added, which the catalog does not know. The prefix is `ownGuidPrefix` of the
 * contracts.
 */
export const isOwnGuid = (guid: string): boolean => guid.startsWith('own-');
