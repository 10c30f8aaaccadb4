import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type RefObject, useEffect, useRef } from 'react';
import type { Edit } from '../../../entities/entry/quick/quick-edit.ts';
import { statusOptions } from '../../../entities/status/statuses.ts';
import { areSingleKeysOn } from '../../../lib/single-keys.ts';
import type { Selection } from '../selection/selection.tsx';

const typedIn = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
const floating = '[role="dialog"], [role="menu"]';

/** Key to the control that it presses in the focused game. */
const presses: Readonly<Record<string, string>> = {
  e: '[data-quick="edit"]',
  l: '[data-quick="list"]',
  s: '[data-quick="status"]',
  r: '[data-quick="rating"]',
  h: '[data-quick="hours-1"]',
};

/** In `aria-keyshortcuts` syntax. */
export const gameShortcuts = 'E L S R H Space 1 2 3 4 5';

interface Shortcuts {
  readonly list: RefObject<HTMLElement | null>;
  readonly entries: readonly LibraryEntry[];
  readonly selection: Selection;
  readonly edit: Edit;
  readonly onOverview: () => void;
}

/** Returns the focused game and its index in the list. */
function focusedIn({ list, entries }: Shortcuts, target: Element) {
  const item = list.current?.contains(target) ? target.closest<HTMLElement>('[data-index]') : null;
  const entry = item && entries[Number(item.dataset.index)];
  return item && entry ? { item, entry } : null;
}

/** Returns whether the key had an effect. */
function press(key: string, shift: boolean, target: Element, page: Shortcuts): boolean {
  const { list, selection, edit } = page;
  if (key === '?') {
    page.onOverview();
    return true;
  }
  if (key === 'Escape' && selection.guids().size > 0) {
    selection.clear();
    return true;
  }
  if (key === 'g') {
    const stop = list.current?.querySelector<HTMLElement>('[data-index] a[href][tabindex="0"]');
    stop?.focus();
    return stop !== null && stop !== undefined;
  }
  const focused = focusedIn(page, target);
  if (!focused) return false;
  const { item, entry } = focused;
  const status = statusOptions[Number(key) - 1];
  if (presses[key]) item.querySelector<HTMLElement>(presses[key])?.click();
  else if (status && /^\d$/.test(key)) edit(entry, { status: status.value });
  else if (key === ' ' && target.matches('a')) selection.pick(entry.guid, shift);
  else return false;
  return true;
}

/** Keyboard shortcuts of the vault and of the focused game. Ignored while the user types, and in overlays. */
export function useShortcuts(page: Shortcuts): void {
  const latest = useRef(page);
  useEffect(() => {
    latest.current = page;
  });
  useEffect(() => {
    const stop = new AbortController();
    const hear = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
      if (key !== 'Escape' && !areSingleKeysOn()) return;
      if (target.closest(typedIn) || document.querySelector(floating)) return;
      if (press(key.length === 1 ? key.toLowerCase() : key, shiftKey, target, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', hear, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
