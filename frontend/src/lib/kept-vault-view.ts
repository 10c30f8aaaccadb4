/** Storage key of the last view of the vault. */
const storageKey = 'nightshelf-vault-view';

export interface KeptVaultView {
  readonly userId: string;
  /** The last view as a query string. */
  readonly view?: string;
  /** Query string of the default saved view. */
  readonly byDefault?: string | null;
}

export function readVaultViewOf(userId: string): KeptVaultView {
  try {
    const kept: KeptVaultView | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (kept?.userId === userId) return kept;
  } catch {
    // Without storage, the vault opens as on a first visit.
  }
  return { userId };
}

/** Returns whether this device has stored a view of the user's vault. */
export const isViewKept = (userId: string): boolean => Object.keys(readVaultViewOf(userId)).length > 1;

/**
 * Returns the initial view of the vault on this device: the default saved view, else the last one; null when neither is
 * known.
 */
export function vaultOpensWith(userId: string): string | null {
  const { byDefault, view } = readVaultViewOf(userId);
  return byDefault ?? view ?? null;
}

export function keepVaultView(kept: KeptVaultView): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // As above.
  }
}

/**
 * Deletes the stored view.
 * @param userId deletes only this user's, since another tab may have stored another user's; any user's when omitted
 */
export function forgetVaultView(userId?: string): void {
  if (userId !== undefined && !isViewKept(userId)) return;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // A browser without storage has nothing to delete.
  }
}
