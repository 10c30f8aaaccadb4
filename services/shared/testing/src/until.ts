/**
 * Waits for a condition instead of a fixed time.
 * @param probe returns undefined, null or false, or throws, until the condition holds
 * @param deadlineMs how long to poll
 * @returns the last result of `probe`
 * @throws the last fault, or an error naming `what`, when the deadline passes
 */
export async function until<Value>(
  what: string,
  probe: () => Promise<Value | undefined | null | false> | Value | undefined | null | false,
  deadlineMs = 30_000,
): Promise<Value> {
  const began = performance.now();
  let fault: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false) return value;
      fault = undefined;
    } catch (error) {
      fault = error;
    }
    const waitedMs = performance.now() - began;
    if (waitedMs > deadlineMs) throw new Error(`Not within ${deadlineMs} ms: ${what}`, { cause: fault });
    // Polls slow conditions less often, because polling takes processor time from the work they wait for.
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, 15 + waitedMs / 20)));
  }
}
