/** Where a browser keeps how a vault was last looked at. */
const storageKey = 'nightshelf-vault-view';

export interface KeptVaultView {
  readonly userId: string;
  /** How the vault was last looked at, as a query string. */
  readonly view?: string;
  /** What the saved view that it opens with says. */
  readonly byDefault?: string | null;
}

export function readVaultViewOf(userId: string): KeptVaultView {
  try {
    const kept: KeptVaultView | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (kept?.userId === userId) return kept;
  } catch {
    // A browser that keeps nothing opens the vault as on a first visit.
  }
  return { userId };
}

/** Whether this device knows anything of how the user looks at the vault. */
export const isViewKept = (userId: string): boolean => Object.keys(readVaultViewOf(userId)).length > 1;

/** How the vault is to open on this device: by the default of the saved views, else as it was last looked at; null when nobody knows. */
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
 * Takes it away, with all else that tells of a user.
 * @param userId whose: another may have looked at theirs since, in another tab; of whoever it is when it is left out
 */
export function forgetVaultView(userId?: string): void {
  if (userId !== undefined && !isViewKept(userId)) return;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
