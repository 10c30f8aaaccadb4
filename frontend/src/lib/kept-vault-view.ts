import { readStoredJson, writeStored } from './browser-storage.ts';

/** Storage key of the last view of the vault. */
const storageKey = 'nightshelf-vault-view';

interface KeptVaultView {
  readonly userId: string;
  /** The last view as a query string. */
  readonly view?: string;
  /** Query string of the default saved view. */
  readonly byDefault?: string | null;
}

export function readVaultViewOf(userId: string): KeptVaultView {
  const kept = readStoredJson<KeptVaultView>(storageKey);
  return kept?.userId === userId ? { ...kept, userId } : { userId };
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

export const keepVaultView = (kept: KeptVaultView): void => void writeStored(storageKey, JSON.stringify(kept));

/**
 * Deletes the stored view.
 * @param userId deletes only this user's, since another tab may have stored another user's; any user's when omitted
 */
export function forgetVaultView(userId?: string): void {
  if (userId === undefined || isViewKept(userId)) writeStored(storageKey, null);
}
