/** True for a game that a user has added. No call of the catalog knows it. The prefix is `ownGuidPrefix` of the contracts. */
export const isOwnGuid = (guid: string): boolean => guid.startsWith('own-');
