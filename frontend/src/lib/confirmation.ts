import type { StepUpMethod } from '@nightshelf/contracts/step-up.ts';
import { ApiError } from './api-errors.ts';

/** A call that waits for the user to confirm their identity. */
export interface Confirmation {
  /** The available methods. */
  readonly methods: readonly StepUpMethod[];
  /** @param confirmed whether to resend the call */
  readonly settle: (confirmed: boolean) => void;
}

/** The user declined: nothing was done, and no error needs to be shown. */
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

/** For useSyncExternalStore: the pending confirmation. */
export const confirmation = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  current: (): Confirmation | null => waiting,
};

/** Asks the user; calls refused at the same time share one confirmation. */
function confirmed(methods: readonly StepUpMethod[]): Promise<boolean> {
  if (waiting) return waiting.outcome;
  const { promise: outcome, resolve } = Promise.withResolvers<boolean>();
  const settle = (is: boolean) => {
    // After it is settled, another one may be pending.
    if (waiting?.outcome === outcome) change(null);
    resolve(is);
  };
  change({ methods, settle, outcome });
  return outcome;
}

/**
 * Makes a call and repeats it after the user has confirmed their identity, if the server requires that.
 * @throws NotConfirmed when the user declines
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
