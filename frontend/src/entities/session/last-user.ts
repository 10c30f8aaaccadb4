import type { OwnUser } from '@nightshelf/contracts';

/** Who was signed in here last: enough to find what was kept of them, and no more. */
export type LastUser = Pick<OwnUser, 'id' | 'username'>;

const storageKey = 'nightshelf-last-user';

/** Null when nobody is known, also where the browser keeps nothing. */
export function readLastUser(): LastUser | null {
  try {
    const kept: Partial<LastUser> | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return kept?.id && kept.username ? { id: kept.id, username: kept.username } : null;
  } catch {
    return null;
  }
}

/** Remembers a user; null forgets whoever was remembered. */
export function writeLastUser(user: LastUser | null): void {
  try {
    if (user) localStorage.setItem(storageKey, JSON.stringify({ id: user.id, username: user.username }));
    else localStorage.removeItem(storageKey);
  } catch {
    // A browser that keeps nothing just has no vault to show without a network.
  }
}
