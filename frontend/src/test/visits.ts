import { leaveFor } from '../lib/leave-for.ts';

interface CallDescriptor {
  readonly fn: unknown;
  readonly args: readonly unknown[];
}

/**
 * Fakes external navigation in unit tests of sagas.
 * @returns `providers` for expectSaga's `provide`, and the `visited` URLs in order
 */
export function recordingVisits() {
  const visited: string[] = [];
  const record = ({ fn, args }: CallDescriptor, next: () => unknown) => {
    if (fn !== leaveFor) return next();
    visited.push(String(args[0]));
    // The browser leaves the page, so the saga never continues.
    return new Promise(() => {});
  };
  return { providers: { call: record, spawn: record }, visited };
}
