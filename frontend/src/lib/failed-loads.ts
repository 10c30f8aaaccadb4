/** For each piece of code that did not arrive, what lets it be asked for again: React keeps a failure for ever. */
const failures = new Set<() => void>();

export const noteFailedLoad = (forget: () => void): void => void failures.add(forget);

/** Code that did not arrive is asked for again when it is next needed. Not to be called while what needs it still renders. */
export function forgetFailedLoads(): void {
  for (const forget of failures) forget();
  failures.clear();
}
