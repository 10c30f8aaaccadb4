const shortestMs = 200;
const longestMs = 10_000;
/** A process that lived this long counts as healthy. */
const healthyMs = 30_000;

/**
 * Returns the delay in milliseconds before a dead process is restarted.
 * @param previousMs the delay before its last start, 0 for its first
 * @param aliveMs how long the process lived
 */
export function nextDelay(previousMs: number, aliveMs: number): number {
  if (previousMs === 0 || aliveMs >= healthyMs) return shortestMs;
  return Math.min(previousMs * 2, longestMs);
}
