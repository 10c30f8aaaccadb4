import { vi } from 'vitest';

/**
 * Fakes a visible page of a browser with an empty localStorage, until `vi.unstubAllGlobals`.
 * @returns the content of the localStorage
 */
export function stubBrowser() {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', new EventTarget());
  const document = { visibilityState: 'visible', querySelectorAll: () => [] };
  vi.stubGlobal('document', Object.assign(new EventTarget(), document));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}
