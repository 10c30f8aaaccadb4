/** Whether keys without Ctrl, ⌘ or Alt do something in this browser: whoever speaks to it presses them unawares (WCAG 2.1.4). */
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
    // A browser that keeps nothing leaves them on.
  }
}
