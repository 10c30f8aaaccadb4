import { keepVaultView, readVaultViewOf, vaultOpensWith } from '../../lib/kept-vault-view.ts';
import { addressOfView, readVaultView, type VaultView } from './vault-view.ts';

/** How the vault is to open on this device; null when nobody knows. */
export function rememberedView(userId: string): VaultView | null {
  const kept = vaultOpensWith(userId);
  return kept === null ? null : readVaultView(new URLSearchParams(kept));
}

/** What was searched for is not remembered: it was for the moment. */
export const rememberView = (userId: string, view: VaultView): void =>
  keepVaultView({ ...readVaultViewOf(userId), view: addressOfView({ ...view, query: '' }) });

/** @param query of the saved view that the vault opens with; null for none */
export const rememberDefault = (userId: string, query: string | null): void =>
  keepVaultView({ ...readVaultViewOf(userId), byDefault: query });
