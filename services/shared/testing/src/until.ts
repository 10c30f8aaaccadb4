/**
 * Waits for a condition instead of a fixed time.
 * @param probe answers undefined, null or false, or throws, until the condition holds
 * @param deadlineMs how long to keep asking
 * @returns what `probe` answered in the end
 * @throws the last fault, or an error naming `what`, when the deadline passes
 */
export async function until<Value>(
  what: string,
  probe: () => Promise<Value | undefined | null | false> | Value | undefined | null | false,
  deadlineMs = 30_000,
): Promise<Value> {
  const deadline = performance.now() + deadlineMs;
  let fault: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false) return value;
      fault = undefined;
    } catch (error) {
      fault = error;
    }
    if (performance.now() > deadline) throw new Error(`Not within ${deadlineMs} ms: ${what}`, { cause: fault });
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
