/** Somebody wants to sign out while changes of theirs are kept on this device alone. */
export interface Unsent {
  readonly changes: number;
  /** @param leaves whether they sign out all the same */
  readonly settle: (leaves: boolean) => void;
}

let asked: Unsent | null = null;
const listeners = new Set<() => void>();

function change(next: Unsent | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore: what is to be asked now. */
export const unsent = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  current: (): Unsent | null => asked,
};

/** Asks whether to sign out though that many changes are lost by it. */
export function askToLeave(changes: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  change({
    changes,
    settle: (leaves) => {
      change(null);
      resolve(leaves);
    },
  });
  return promise;
}
