/** Where a browser keeps how a vault was last looked at. */
export const vaultViewKey = 'nightshelf-vault-view';

/** Takes it away, with all else that tells of a user. */
export function forgetVaultView(): void {
  try {
    localStorage.removeItem(vaultViewKey);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
