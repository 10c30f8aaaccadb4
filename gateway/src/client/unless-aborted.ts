/** Time limit of the search in milliseconds, and again of the holder's response headers. */
export const answerMs = 1000;

/** Returns the promise's value, or `instead` when the signal aborts first. */
export function unlessAborted<Value>(signal: AbortSignal, promised: Promise<Value>, instead: Value): Promise<Value> {
  const aborted = new Promise<Value>((resolve) => {
    signal.addEventListener('abort', () => resolve(instead), { once: true });
  });
  return Promise.race([promised, aborted]);
}
