import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { createContext, type MouseEvent, type PointerEvent, useContext, useRef, useSyncExternalStore } from 'react';
import { selectionTexts as texts } from './texts.ts';

/** Selected games by guid, unordered. */
export class Selection {
  #guids: ReadonlySet<string> = new Set();
  #listeners = new Set<() => void>();
  /** Start of a range. */
  #start: string | null = null;

  readonly guids = (): ReadonlySet<string> => this.#guids;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  toggle(guid: string): void {
    this.#start = guid;
    this.#become(this.#guids.symmetricDifference(new Set([guid])));
  }

  /** Selects the range from the last touched game to this one. @param order guids in display order */
  extendTo(guid: string, order: readonly string[]): void {
    const from = this.#start === null ? -1 : order.indexOf(this.#start);
    const to = order.indexOf(guid);
    if (from < 0 || to < 0) this.toggle(guid);
    else this.add(order.slice(Math.min(from, to), Math.max(from, to) + 1));
  }

  add(guids: readonly string[]): void {
    this.#become(this.#guids.union(new Set(guids)));
  }

  /** Deselects games that no longer exist. */
  keep(guids: readonly string[]): void {
    this.#become(this.#guids.intersection(new Set(guids)));
  }

  clear(): void {
    this.#start = null;
    if (this.#guids.size > 0) this.#become(new Set());
  }

  #become(guids: ReadonlySet<string>): void {
    this.#guids = guids;
    for (const notify of this.#listeners) notify();
  }
}

export const SelectionContext = createContext(new Selection());

export const useSelected = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, selection.guids);

/** Returns whether a game is selected; renders only the components whose game changes. */
function useIsSelected(guid: string): boolean {
  const selection = useContext(SelectionContext);
  return useSyncExternalStore(selection.subscribe, () => selection.guids().has(guid));
}

interface SelectBoxProps {
  readonly entry: LibraryEntry;
  /** Returns guids in display order, for range selection with Shift. */
  readonly order: () => readonly string[];
}

/** Selects a game; visible on hover and focus, and while any game is selected. */
export function SelectBox({ entry: { guid, game }, order }: SelectBoxProps) {
  const selection = useContext(SelectionContext);
  const selected = useIsSelected(guid);
  const click = ({ shiftKey }: MouseEvent) => {
    if (shiftKey) selection.extendTo(guid, order());
    else selection.toggle(guid);
  };
  return (
    <label className="select-box size-7 items-center justify-center rounded-md bg-surface-0/92 shadow-lift pointer-coarse:size-11">
      <input
        type="checkbox"
        data-quick="select"
        aria-label={texts.select(game.name)}
        checked={selected}
        onClick={click}
        // The click handler needs the modifier keys, which a change event lacks.
        onChange={() => {}}
        className="size-4.5 cursor-pointer"
      />
    </label>
  );
}

/** Milliseconds of a long press, which selects a game. */
const longPress = 450;

/** Pixels that the finger may move during a long press. */
const slack = 10;

const guidAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-guid]')?.dataset.guid : undefined;

/**
 * Selection by pointer: long press, Shift+click (also for a range), Ctrl or ⌘+click outside links, and, once something
 * is selected, a plain click.
 * @returns handlers for the element around the games
 */
export function useSelecting(selection: Selection, order: () => readonly string[]) {
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
        selection.toggle(guid);
        navigator.vibrate?.(10);
      }, longPress);
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
      if (isOver) return;
      if (shiftKey) selection.extendTo(guid, order());
      else selection.toggle(guid);
    },
  };
}
