import { pages } from '../pages.ts';

/** The meaning of a key or a sequence of two. */
export type Meaning =
  | { readonly kind: 'palette' | 'search' | 'overview' }
  | { readonly kind: 'go'; readonly to: string };

const typedIn = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
const floating = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** The second key after G. */
const places: Readonly<Record<string, string>> = {
  h: pages.home.path,
  v: pages.vault.path,
  s: pages.search.path,
  t: pages.tonight.path,
  u: pages.users.path,
  p: pages.profile.path,
};

/** Milliseconds within which the second key must follow; later it counts by itself. */
const together = 1000;

/**
 * Listens for shortcuts on every page: Ctrl+K or ⌘K anywhere, the others outside of fields and dialogs.
 * @param areSingleOn whether shortcuts without Ctrl, ⌘ or Alt are enabled
 * @returns a function that stops it
 */
export function readKeys(onMeaning: (meaning: Meaning) => void, areSingleOn: () => boolean): () => void {
  const stop = new AbortController();
  /** When G was pressed. */
  let begun = Number.NEGATIVE_INFINITY;
  const take = (event: KeyboardEvent, meaning: Meaning) => {
    event.preventDefault();
    event.stopPropagation();
    onMeaning(meaning);
  };
  const isFree = ({ target }: KeyboardEvent) =>
    target instanceof Element && !target.closest(typedIn) && !document.querySelector(floating);

  // Run before the page's own shortcuts, so that they do not handle the second key of a sequence.
  const hearFirst = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    const key = event.key.toLowerCase();
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key === 'k') {
      // Do not open the palette over another dialog.
      event.preventDefault();
      if (!document.querySelector(floating)) take(event, { kind: 'palette' });
      return;
    }
    if (ctrlKey || metaKey || altKey || repeat || !areSingleOn() || !isFree(event)) return;
    const to = performance.now() - begun < together ? places[key] : undefined;
    begun = key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
    if (to !== undefined) take(event, { kind: 'go', to });
    else if (key === '/') take(event, { kind: 'search' });
  };
  // Run after the page's own shortcuts, because the vault has its own overview.
  const hearLast = (event: KeyboardEvent) => {
    if (event.key !== '?' || event.defaultPrevented || !areSingleOn() || !isFree(event)) return;
    take(event, { kind: 'overview' });
  };
  window.addEventListener('keydown', hearFirst, { capture: true, signal: stop.signal });
  window.addEventListener('keydown', hearLast, { signal: stop.signal });
  return () => stop.abort();
}
