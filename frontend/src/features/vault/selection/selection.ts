import { createContext, useContext, useSyncExternalStore } from 'react';

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
export function useIsSelected(guid: string): boolean {
  const selection = useContext(SelectionContext);
  return useSyncExternalStore(selection.subscribe, () => selection.guids().has(guid));
}
