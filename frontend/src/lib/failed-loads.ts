/** Resets each chunk that failed to load, because React caches a failed import permanently. */
const failures = new Set<() => void>();

export const noteFailedLoad = (forget: () => void): void => void failures.add(forget);

/** Lets failed chunks be requested again. Do not call it while their components still render. */
export function forgetFailedLoads(): void {
  for (const forget of failures) forget();
  failures.clear();
}
