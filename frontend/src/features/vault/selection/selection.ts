import { createContext, useContext, useSyncExternalStore } from 'react';

/** The games that somebody has selected in their vault, by guid, in no particular order. */
export class Selection {
  #guids: ReadonlySet<string> = new Set();
  #listeners = new Set<() => void>();
  /** Where a range begins. */
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

  /** Selects all from the game that was touched last to this one. @param order guids as they are shown */
  extendTo(guid: string, order: readonly string[]): void {
    const from = this.#start === null ? -1 : order.indexOf(this.#start);
    const to = order.indexOf(guid);
    if (from < 0 || to < 0) this.toggle(guid);
    else this.add(order.slice(Math.min(from, to), Math.max(from, to) + 1));
  }

  add(guids: readonly string[]): void {
    this.#become(this.#guids.union(new Set(guids)));
  }

  /** Gives up those that are not there any more. */
  keep(guids: readonly string[]): void {
    this.#become(this.#guids.intersection(new Set(guids)));
  }

  clear(): void {
    this.#start = null;
    if (this.#guids.size > 0) this.#become(new Set());
  }

  #become(guids: ReadonlySet<string>): void {
    this.#guids = guids;
    for (const tell of this.#listeners) tell();
  }
}

export const SelectionContext = createContext(new Selection());

export const useSelected = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, selection.guids);

/** Whether one game is selected: of many components only those are drawn anew for which that changes. */
export function useIsSelected(guid: string): boolean {
  const selection = useContext(SelectionContext);
  return useSyncExternalStore(selection.subscribe, () => selection.guids().has(guid));
}
