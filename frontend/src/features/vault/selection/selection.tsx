import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { createContext, type MouseEvent, type PointerEvent, useContext, useRef, useSyncExternalStore } from 'react';
import { externalStore } from '../../../lib/external-store.ts';
import { selectionTexts as texts } from './texts.ts';

/** Selected games by guid, unordered. @param order returns guids in display order */
export function newSelection(order: () => readonly string[]) {
  const store = externalStore<ReadonlySet<string>>(new Set());
  /** Start of a range. */
  let start: string | null = null;
  const add = (guids: readonly string[]) => store.set(store.get().union(new Set(guids)));
  return {
    guids: store.get,
    subscribe: store.subscribe,
    /** Toggles a game, or selects the range from the last toggled game to it. */
    pick: (guid: string, isRange = false): void => {
      const shown = order();
      const from = start === null ? -1 : shown.indexOf(start);
      const to = shown.indexOf(guid);
      if (isRange && from >= 0 && to >= 0) add(shown.slice(Math.min(from, to), Math.max(from, to) + 1));
      else {
        start = guid;
        store.set(store.get().symmetricDifference(new Set([guid])));
      }
    },
    add,
    /** Deselects games that no longer exist. */
    keep: (guids: readonly string[]): void => store.set(store.get().intersection(new Set(guids))),
    clear: (): void => {
      start = null;
      if (store.get().size > 0) store.set(new Set());
    },
  };
}

export type Selection = ReturnType<typeof newSelection>;

export const SelectionContext = createContext(newSelection(() => []));

export const useSelected = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, selection.guids);

/** Selects a game; visible on hover and focus, and while any game is selected. Renders only when its game changes. */
export function SelectBox({ entry: { guid, game } }: { readonly entry: LibraryEntry }) {
  const selection = useContext(SelectionContext);
  const selected = useSyncExternalStore(selection.subscribe, () => selection.guids().has(guid));
  return (
    <label className="select-box size-7 items-center justify-center rounded-md bg-surface-0/92 shadow-lift pointer-coarse:size-11">
      <input
        type="checkbox"
        data-quick="select"
        aria-label={texts.select(game.name)}
        checked={selected}
        onClick={({ shiftKey }) => selection.pick(guid, shiftKey)}
        // The click handler needs the modifier keys, which a change event lacks.
        onChange={() => {}}
        className="size-4.5 cursor-pointer"
      />
    </label>
  );
}

const longPressMs = 450;

/** Pixels that the finger may move during a long press. */
const slack = 10;

const guidAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-guid]')?.dataset.guid : undefined;

/**
 * Selection by pointer: long press, Shift+click (also for a range), Ctrl or ⌘+click outside links, and, once something
 * is selected, a plain click.
 * @returns handlers for the element around the games
 */
export function useSelecting(selection: Selection) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const wasLong = useRef(false);

  const release = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };

  return {
    onPointerDown: ({ target, pointerType, clientX, clientY }: PointerEvent) => {
      release();
      wasLong.current = false;
      const guid = guidAt(target);
      if (pointerType === 'mouse' || !guid || !(target instanceof Element) || target.closest('button, input')) return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        selection.pick(guid);
        navigator.vibrate?.(10);
      }, longPressMs);
      press.current = { timer, x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > slack) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent) => {
      // A link's context menu would open under the finger.
      if (press.current || wasLong.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const { target, shiftKey, ctrlKey, metaKey, detail, nativeEvent } = event;
      // Enter on a link also triggers a click, but without a pointer.
      const isByKey = detail === 0 && !(nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType);
      const guid = guidAt(target);
      if (!guid || isByKey || !(target instanceof Element)) return;
      // The click that ends a long press, possibly on the checkbox that appeared under the finger.
      const isOver = wasLong.current;
      wasLong.current = false;
      const withCtrl = ctrlKey || metaKey;
      const isControl = target.closest('button, input, label') !== null;
      // Browsers open a link in a new tab with such a click.
      const isForTab = withCtrl && !shiftKey && target.closest('a') !== null;
      const isMeant = shiftKey || withCtrl || selection.guids().size > 0;
      if (!isOver && (isControl || isForTab || !isMeant)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isOver) selection.pick(guid, shiftKey);
    },
  };
}
