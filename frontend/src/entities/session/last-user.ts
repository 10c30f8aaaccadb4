import { sessionIdleSeconds } from '@nightshelf/contracts/step-up.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { readStoredJson, writeStored } from '../../lib/browser-storage.ts';

/** The last user of this browser, and until when their stored data may be read. Times are milliseconds since 1970. */
export type LastUser = Pick<OwnUser, 'id' | 'username'> & {
  readonly unconfirmed?: true;
  /** The last known account, and when the server sent it. */
  readonly account?: OwnUser;
  readonly at?: number;
  /** End of the session, unless it was used elsewhere since. */
  readonly ends: number;
  /** The latest time ever seen here, so that setting the clock back does not revive a session. */
  readonly seen: number;
};

/** Other tabs watch this key for a new user. */
export const lastUserKey = 'nightshelf-last-user';
const idle = sessionIdleSeconds * 1000;

/** In-memory fallback until the page is left, when the browser's storage is full or unavailable. */
let unkept: LastUser | null = null;

/** Returns the last user, even if their session has ended. */
export function rememberedUser(): LastUser | null {
  const kept = readStoredJson<LastUser>(lastUserKey) ?? unkept;
  const { id, username, ends = Date.now() + idle, seen = 0 } = kept ?? {};
  return id && username ? { ...kept, id, username, ends, seen: Math.max(seen, Date.now()) } : null;
}

/** Returns null when the last user's session cannot be alive. */
export function readLastUser(): LastUser | null {
  const last = rememberedUser();
  return last && last.seen < last.ends ? last : null;
}

function write(last: LastUser | null): void {
  unkept = writeStored(lastUserKey, last && JSON.stringify(last)) ? null : last;
  // Do not leave the previous user when the new one could not be stored.
  if (unkept) writeStored(lastUserKey, null);
}

/** Records the current time, and optionally the end of the session. */
export function noteTime(isOver = false): void {
  const last = rememberedUser();
  write(last && isOver ? { ...last, ends: 0 } : last);
}

/**
 * Remembers a user; null forgets them.
 * @param ends end of the session; by default the stored one, or that of a session that starts now
 */
export function writeLastUser(account: OwnUser | null, ends = readLastUser()?.ends ?? Date.now() + idle): void {
  if (!account) {
    write(null);
    return;
  }
  const { id, username, email, email_verified } = account;
  const isUnconfirmed = email !== null && email_verified === false;
  const at = Date.now();
  // Reset `seen` to the server-confirmed time: a clock that was once ahead must not hide the vault permanently.
  write({ id, username, ...(isUnconfirmed ? { unconfirmed: true } : {}), account, at, ends, seen: at });
}
