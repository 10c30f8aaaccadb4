/** How long siblings may be searched, and then how long one that has a file may take to begin with it, in milliseconds. */
export const answerMs = 1000;

/** What is promised; when that takes longer than is waited for, `instead`. */
export function unlessAborted<Value>(signal: AbortSignal, promised: Promise<Value>, instead: Value): Promise<Value> {
  const aborted = new Promise<Value>((resolve) => {
    signal.addEventListener('abort', () => resolve(instead), { once: true });
  });
  return Promise.race([promised, aborted]);
}
