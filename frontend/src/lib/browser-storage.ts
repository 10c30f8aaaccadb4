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
