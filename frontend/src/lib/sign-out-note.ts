import { newIntentKey } from './intent-key.ts';

/** Other tabs watch this key for a sign-out. */
export const signOutKey = 'nightshelf-sign-out';

/** In-memory fallback without storage. */
let unkept: string | null = null;

/**
 * A pending sign-out: the user is signed out here, but the browser still holds a live session cookie until the server
 * knows.
 * @returns its `Idempotency-Key` (see end-noted-session.ts); null when none is pending
 */
export function notedSignOut(): string | null {
  try {
    return localStorage.getItem(signOutKey) ?? unkept;
  } catch {
    return unkept;
  }
}

/** @param key null once the server has confirmed */
export function noteSignOut(key: string | null = notedSignOut() ?? newIntentKey()): void {
  unkept = null;
  try {
    if (key) localStorage.setItem(signOutKey, key);
    else localStorage.removeItem(signOutKey);
  } catch {
    // Known until the page is left.
    unkept = key;
  }
}
