import type { StepUpMethod } from '@nightshelf/contracts/step-up.ts';
import { ApiError } from './api-errors.ts';

/** A call that waits until the person has confirmed that it is them. */
export interface Confirmation {
  /** What they can confirm it by. */
  readonly methods: readonly StepUpMethod[];
  /** @param confirmed whether the call is to be made again */
  readonly settle: (confirmed: boolean) => void;
}

/** The person would not confirm that it is them: nothing was done, and there is nothing to say of it. */
class NotConfirmed extends ApiError {
  override name = 'NotConfirmed';
}

export const isNotConfirmed = (error: unknown): boolean => error instanceof NotConfirmed;

let waiting: (Confirmation & { readonly outcome: Promise<boolean> }) | null = null;
const listeners = new Set<() => void>();

function change(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore: what is to be confirmed now. */
export const confirmation = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  current: (): Confirmation | null => waiting,
};

/** Asks the person; two calls that are refused at once are confirmed at once. */
function confirmed(methods: readonly StepUpMethod[]): Promise<boolean> {
  if (waiting) return waiting.outcome;
  const { promise: outcome, resolve } = Promise.withResolvers<boolean>();
  const settle = (is: boolean) => {
    // Once it is settled, another one may be waiting.
    if (waiting?.outcome === outcome) change(null);
    resolve(is);
  };
  change({ methods, settle, outcome });
  return outcome;
}

/**
 * Makes a call, and once more when the server wants to know first that it is the person, who is asked on the page.
 * @throws NotConfirmed when they would not
 */
export async function confirming<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'auth.step_up_required' || listeners.size === 0) throw error;
    const { methods = [] } = error.failure as { readonly methods?: readonly StepUpMethod[] };
    if (await confirmed(methods)) return send();
    throw new NotConfirmed(error.status, error.failure);
  }
}
