/** Reads a text of localStorage; null when there is none or the browser stores nothing. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Reads a value of localStorage; null when there is none, it is unreadable or the browser stores nothing. */
export function readStoredJson<Value>(key: string): Partial<Value> | null {
  try {
    return JSON.parse(readStored(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns a value that localStorage keeps for one user; another tab may have stored another user's. */
export const storedOfUser = <Value extends object>(key: string) => {
  const read = () => readStoredJson<Value & { readonly userId: string }>(key);
  return {
    of: (userId: string): Partial<Value> => {
      const kept = read();
      return kept?.userId === userId ? kept : {};
    },
    keep: (userId: string, value: Partial<Value>): void => void writeStored(key, JSON.stringify({ ...value, userId })),
    /** @param userId deletes only this user's value; any user's when omitted */
    forget: (userId?: string): void => {
      if (userId === undefined || read()?.userId === userId) writeStored(key, null);
    },
  };
};

/**
 * Writes a text to localStorage; null removes it.
 * @returns false when the storage is full or unavailable
 */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
