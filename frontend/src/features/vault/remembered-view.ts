import { vaultViewKey as storageKey } from '../../lib/vault-view-key.ts';
import { readVaultView, type VaultView, writeVaultView } from './vault-view.ts';

interface Remembered {
  readonly userId: string;
  /** How the vault was last looked at, as a query string. */
  readonly view?: string;
  /** What the saved view that it opens with says. */
  readonly byDefault?: string | null;
}

function remembered(userId: string): Remembered {
  try {
    const kept: Remembered | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (kept?.userId === userId) return kept;
  } catch {
    // A browser that keeps nothing opens the vault as on a first visit.
  }
  return { userId };
}

function remember(kept: Remembered): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // As above.
  }
}

/** Whether this device knows anything of how the user looks at the vault. */
export const isRemembered = (userId: string): boolean => Object.keys(remembered(userId)).length > 1;

/** How the vault is to open on this device: by the default of the saved views, else as it was last looked at; null when nobody knows. */
export function rememberedView(userId: string): VaultView | null {
  const { byDefault, view } = remembered(userId);
  const kept = byDefault ?? view ?? null;
  return kept === null ? null : readVaultView(new URLSearchParams(kept));
}

/** What was searched for is not remembered: it was for the moment. */
export const rememberView = (userId: string, view: VaultView): void =>
  remember({ ...remembered(userId), view: String(writeVaultView({ ...view, query: '' })) });

/** @param query of the saved view that the vault opens with; null for none */
export const rememberDefault = (userId: string, query: string | null): void =>
  remember({ ...remembered(userId), byDefault: query });
