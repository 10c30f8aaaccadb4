import type { OwnUser } from '@nightshelf/contracts';

/** Who was signed in here last: enough to find what was kept of them, and no more. */
export type LastUser = Pick<OwnUser, 'id' | 'username'> & {
  /** The address was not confirmed. */
  readonly unconfirmed?: true;
};

const storageKey = 'nightshelf-last-user';

/** Null when nobody is known, also where the browser keeps nothing. */
export function readLastUser(): LastUser | null {
  try {
    const kept: Partial<LastUser> | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (!kept?.id || !kept.username) return null;
    return { id: kept.id, username: kept.username, ...(kept.unconfirmed ? { unconfirmed: true } : {}) };
  } catch {
    return null;
  }
}

/** Remembers a user; null forgets whoever was remembered. */
export function writeLastUser(user: OwnUser | null): void {
  try {
    if (user) localStorage.setItem(storageKey, JSON.stringify(rememberedOf(user)));
    else localStorage.removeItem(storageKey);
  } catch {
    // A browser that keeps nothing just has no vault to show without a network.
  }
}

function rememberedOf({ id, username, email, email_verified }: OwnUser): LastUser {
  const isUnconfirmed = email !== null && email_verified === false;
  return { id, username, ...(isUnconfirmed ? { unconfirmed: true } : {}) };
}
