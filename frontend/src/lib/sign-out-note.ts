import { readStored, writeStored } from './browser-storage.ts';
import { newIntentKey } from './intent-key.ts';

/** Other tabs watch this key for a sign-out. */
export const signOutKey = 'nightshelf-sign-out';

/** In-memory fallback without storage, until the page is left. */
let unkept: string | null = null;

/**
 * A pending sign-out: the user is signed out here, but the browser still holds a live session cookie until the server
 * knows.
 * @returns its `Idempotency-Key` (see end-noted-session.ts); null when none is pending
 */
export const notedSignOut = (): string | null => readStored(signOutKey) ?? unkept;

/** @param key null once the server has confirmed */
export function noteSignOut(key: string | null = notedSignOut() ?? newIntentKey()): void {
  unkept = writeStored(signOutKey, key) ? null : key;
}
