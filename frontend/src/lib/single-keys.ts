/**
 * Storage key of the setting for shortcuts without Ctrl, ⌘ or Alt, which speech input users trigger by accident (WCAG
 * 2.1.4).
 */
const storageKey = 'nightshelf-single-keys';

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Without storage they stay on.
  }
}
