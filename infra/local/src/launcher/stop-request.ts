/** One Ctrl-C can arrive several times: from the terminal, from npm and from a parent process that forwards it. */
const samePressMs = 500;

export interface StopRequest {
  /** SIGINT, SIGTERM, SIGHUP, or the end of the parent process. */
  readonly first: Promise<void>;
  readonly second: Promise<void>;
}

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
