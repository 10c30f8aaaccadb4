import { pages } from '../pages.ts';

/** What a key, or two in a row, asks for. */
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

/** Milliseconds within which the second key follows. After that it means what it means alone. */
const together = 1000;

/**
 * Hears the keys of every page: Ctrl or ⌘ K wherever one is, the others outside of fields and of what floats above the page.
 * @param areSingleOn whether keys without Ctrl, ⌘ or Alt mean anything
 * @returns stops it
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

  // Before the page's own keys: of two in a row the second is not for the page.
  const hearFirst = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    const key = event.key.toLowerCase();
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key === 'k') {
      // Above another dialog it would stand in the way of what that asks.
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
  // After them: the vault has an overview of its own.
  const hearLast = (event: KeyboardEvent) => {
    if (event.key !== '?' || event.defaultPrevented || !areSingleOn() || !isFree(event)) return;
    take(event, { kind: 'overview' });
  };
  window.addEventListener('keydown', hearFirst, { capture: true, signal: stop.signal });
  window.addEventListener('keydown', hearLast, { signal: stop.signal });
  return () => stop.abort();
}
