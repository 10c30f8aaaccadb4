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
    // What is long in coming is asked for less often: whoever asks takes the processor from those who bring it about.
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, 15 + waitedMs / 20)));
  }
}
