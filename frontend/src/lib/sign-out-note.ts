import { newIntentKey } from './intent-key.ts';

/** Other tabs hear of a sign-out by it. */
export const signOutKey = 'nightshelf-sign-out';

/** The note of a browser that keeps nothing. */
let unkept: string | null = null;

/**
 * Whoever has signed out here stays so, though the server may still have to hear of it: until then the browser holds the
 * cookie of a session that lives.
 * @returns the `Idempotency-Key` under which it is told (end-noted-session.ts); null when there is nothing to tell
 */
export function notedSignOut(): string | null {
  try {
    return localStorage.getItem(signOutKey) ?? unkept;
  } catch {
    return unkept;
  }
}

/** @param key null when the server has heard */
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
