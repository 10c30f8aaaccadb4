import { leaveFor } from '../lib/leave-for.ts';

interface CallDescriptor {
  readonly fn: unknown;
  readonly args: readonly unknown[];
}

/**
 * Stands in for the browser going elsewhere in a saga's unit test.
 * @returns `providers` for expectSaga's `provide`, and the addresses that were `visited`, in order
 */
export function recordingVisits() {
  const visited: string[] = [];
  const record = ({ fn, args }: CallDescriptor, next: () => unknown) => {
    if (fn !== leaveFor) return next();
    visited.push(String(args[0]));
    // The page is gone, so nothing follows.
    return new Promise(() => {});
  };
  return { providers: { call: record, spawn: record }, visited };
}
