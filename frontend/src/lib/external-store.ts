/** A value outside of Redux for useSyncExternalStore. */
export function externalStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): Value => value,
    set: (next: Value): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Whether a component shows the value. */
    isWatched: (): boolean => listeners.size > 0,
  };
}
