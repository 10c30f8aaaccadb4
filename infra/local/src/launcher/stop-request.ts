/** One press of Ctrl-C may arrive several times: from the terminal, from npm, from a parent that passes it on. */
const samePressMs = 500;

export interface StopRequest {
  /** SIGINT, SIGTERM, SIGHUP, or the end of the parent that started this process. */
  readonly first: Promise<void>;
  readonly second: Promise<void>;
}

/** Listens for requests to stop from now on. */
export function onStopRequest(): StopRequest {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let firstAt: number | null = null;
  const request = () => {
    if (firstAt === null) {
      firstAt = performance.now();
      first.resolve();
    } else if (performance.now() - firstAt > samePressMs) {
      second.resolve();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  process.on('disconnect', request);
  return { first: first.promise, second: second.promise };
}
