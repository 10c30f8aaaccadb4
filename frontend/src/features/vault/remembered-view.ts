import { keepVaultView, readVaultViewOf, vaultOpensWith } from '../../lib/kept-vault-view.ts';
import { addressOfView, readVaultView, type VaultView } from './vault-view.ts';

/** Returns the view that the vault opens with on this device, or null. */
export function rememberedView(userId: string): VaultView | null {
  const kept = vaultOpensWith(userId);
  return kept === null ? null : readVaultView(new URLSearchParams(kept));
}

/** Does not remember the query, which was for the moment. */
export const rememberView = (userId: string, view: VaultView): void =>
  keepVaultView({ ...readVaultViewOf(userId), view: addressOfView({ ...view, query: '' }) });

/** @param query query of the saved view that the vault opens with; null for none */
export const rememberDefault = (userId: string, query: string | null): void =>
  keepVaultView({ ...readVaultViewOf(userId), byDefault: query });
