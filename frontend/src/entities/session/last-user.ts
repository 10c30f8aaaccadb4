import { sessionIdleSeconds } from '@nightshelf/contracts/session-limits.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';

/** Who was signed in here last, and until when what was kept of them may be read. Times are milliseconds since 1970. */
export type LastUser = Pick<OwnUser, 'id' | 'username'> & {
  /** The address was not confirmed. */
  readonly unconfirmed?: true;
  /** As the server last told, and when. */
  readonly account?: OwnUser;
  readonly at?: number;
  /** When their session ends, if it was not used elsewhere since. */
  readonly ends: number;
  /** The latest time that was ever seen here: a clock that is set back brings nothing back. */
  readonly seen: number;
};

/** Other tabs hear by it of who has come. */
export const lastUserKey = 'nightshelf-last-user';
const idle = sessionIdleSeconds * 1000;

/** Where the browser has no room for it or keeps nothing: known until the page is left. */
let unkept: LastUser | null = null;

function read(): Partial<LastUser> | null {
  try {
    return JSON.parse(localStorage.getItem(lastUserKey) ?? 'null') ?? unkept;
  } catch {
    return unkept;
  }
}

/** Whoever is remembered, though their session may have ended. */
export function rememberedUser(): LastUser | null {
  const kept = read();
  const { id, username, ends = Date.now() + idle, seen = 0 } = kept ?? {};
  return id && username ? { ...kept, id, username, ends, seen: Math.max(seen, Date.now()) } : null;
}

/** Null when nobody is known whose session may still live. */
export function readLastUser(): LastUser | null {
  const last = rememberedUser();
  return last && last.seen < last.ends ? last : null;
}

function write(last: LastUser | null): void {
  unkept = null;
  try {
    if (last) localStorage.setItem(lastUserKey, JSON.stringify(last));
    else localStorage.removeItem(lastUserKey);
  } catch {
    unkept = last;
    removeKept();
  }
}

/** Whoever could not be written down is not to be taken for the one before. */
function removeKept(): void {
  try {
    localStorage.removeItem(lastUserKey);
  } catch {
    // Nothing is kept at all.
  }
}

/** Takes note of the time, and of that the session is over. */
export function noteTime(isOver = false): void {
  const last = rememberedUser();
  write(last && isOver ? { ...last, ends: 0 } : last);
}

/**
 * Remembers a user; null forgets whoever was remembered.
 * @param ends when their session does; by default that is known already, or it has just begun
 */
export function writeLastUser(account: OwnUser | null, ends = readLastUser()?.ends ?? Date.now() + idle): void {
  if (!account) {
    write(null);
    return;
  }
  const { id, username, email, email_verified } = account;
  const isUnconfirmed = email !== null && email_verified === false;
  const at = Date.now();
  // The server knows the time better: a clock that was ahead once must not keep the vault away for ever.
  write({ id, username, ...(isUnconfirmed ? { unconfirmed: true } : {}), account, at, ends, seen: at });
}
