import { storedOfUser } from './browser-storage.ts';

interface KeptVaultView {
  readonly userId: string;
  /** The last view as a query string. */
  readonly view?: string;
  /** Query string of the default saved view. */
  readonly byDefault?: string | null;
}

const stored = storedOfUser<KeptVaultView>('nightshelf-vault-view');

export const readVaultViewOf = (userId: string): KeptVaultView => ({ ...stored.of(userId), userId });

/** Returns whether this device has stored a view of the user's vault. */
export const isViewKept = (userId: string): boolean => Object.keys(readVaultViewOf(userId)).length > 1;

/**
 * Returns the initial view of the vault on this device: the default saved view, else the last one; null when neither is
 * known.
 */
export function vaultOpensWith(userId: string): string | null {
  const { byDefault, view } = stored.of(userId);
  return byDefault ?? view ?? null;
}

export const keepVaultView = (kept: KeptVaultView): void => stored.keep(kept.userId, kept);

export const forgetVaultView = stored.forget;
