import { ownGuidPrefix } from '@nightshelf/contracts/games.ts';

/** Returns whether a user added this game. Only that user may see it and its entry, even in a public library. */
export const isOwnGame = (guid: string): boolean => guid.startsWith(ownGuidPrefix);

/** Returns the same check as an SQL condition. @param column that holds the guid */
export const isOwn = (column: string): string => `${column} like '${ownGuidPrefix}%'`;
