let loads = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  loads += by;
  for (const listener of listeners) listener();
}

/** Counts a page's chunk as loading until `load` settles. */
export function trackPageLoad<T>(load: Promise<T>): Promise<T> {
  change(1);
  return load.finally(() => change(-1));
}

/** For useSyncExternalStore: whether a page's chunk is loading. */
export const pageLoads = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  anyLoading: () => loads > 0,
};
