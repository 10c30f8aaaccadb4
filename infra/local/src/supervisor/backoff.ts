const shortestMs = 200;
const longestMs = 10_000;
/** A process that has lived this long is taken for healthy. */
const healthyMs = 30_000;

/**
 * How long to wait before a process that died is started again.
 * @param previousMs the wait before its last start, 0 for its first
 * @param aliveMs how long it lived
 */
export function nextDelay(previousMs: number, aliveMs: number): number {
  if (previousMs === 0 || aliveMs >= healthyMs) return shortestMs;
  return Math.min(previousMs * 2, longestMs);
}
