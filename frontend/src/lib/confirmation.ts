import type { StepUpMethod } from '@nightshelf/contracts/step-up.ts';
import { ApiError } from './api-errors.ts';
import { externalStore } from './external-store.ts';

/** A call that waits for the user to confirm their identity. */
export interface Confirmation {
  readonly methods: readonly StepUpMethod[];
  /** @param confirmed whether to resend the call */
  readonly settle: (confirmed: boolean) => void;
}

/** The user declined: nothing was done, and no error needs to be shown. */
class NotConfirmed extends ApiError {
  override name = 'NotConfirmed';
}

export const isNotConfirmed = (error: unknown): boolean => error instanceof NotConfirmed;

const pending = externalStore<(Confirmation & { readonly outcome: Promise<boolean> }) | null>(null);

/** For useSyncExternalStore: the pending confirmation. */
export const confirmation = {
  subscribe: pending.subscribe,
  current: (): Confirmation | null => pending.get(),
};

/** Asks the user; calls refused at the same time share one confirmation. */
function confirmed(methods: readonly StepUpMethod[]): Promise<boolean> {
  const before = pending.get();
  if (before) return before.outcome;
  const { promise: outcome, resolve } = Promise.withResolvers<boolean>();
  const settle = (is: boolean) => {
    // After it is settled, another one may be pending.
    if (pending.get()?.outcome === outcome) pending.set(null);
    resolve(is);
  };
  pending.set({ methods, settle, outcome });
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
    if (!(error instanceof ApiError) || error.code !== 'auth.step_up_required' || !pending.isWatched()) throw error;
    const { methods = [] } = error.failure as { readonly methods?: readonly StepUpMethod[] };
    if (await confirmed(methods)) return send();
    throw new NotConfirmed(error.status, error.failure);
  }
}
