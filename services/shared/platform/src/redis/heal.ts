import type { Command, Redis } from 'ioredis';

export interface Healing {
  /**
   * Time without a byte from Redis, while a response is due, after which the connection counts as dead. Must exceed the
   * longest blocking command of the connection.
   */
  readonly silenceMs?: number;
  /** Idle time after which Redis is pinged. */
  readonly idleMs?: number;
}

/** How long reading data that has already arrived may take. */
const readingMs = 50;

/** Commands that were reported as failed; of all connections, because a cluster's connections exchange them. */
const givenUp = new WeakSet<Command>();

/**
 * Ends a connection on which Redis stays silent: ioredis' `commandTimeout` fails a command but keeps the dead socket,
 * and its `socketTimeout` outlives the socket for which it started. The owner of the connection must reconnect.
 */
export function heal(redis: Redis, { silenceMs = 5000, idleMs = 10_000 }: Healing): void {
  let heardAt = performance.now();
  let silence: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  const watch = () => {
    if (silence || redis.commandQueue.length === 0) return;
    const left = () => heardAt + silenceMs - performance.now();
    const { stream } = redis;
    const check = (final: boolean) => {
      silence = undefined;
      if (redis.commandQueue.length === 0 || redis.stream !== stream || left() > 0) watch();
      else if (final) stream.destroy(new Error(`Redis has not answered for ${silenceMs} ms`));
      // The process may have been suspended: read the data that has arrived first.
      else silence = setTimeout(() => check(true), readingMs);
    };
    silence = setTimeout(() => check(false), Math.max(left(), 0));
  };
  const askWhenIdle = () => {
    if (redis.commandQueue.length > 0 || performance.now() - heardAt < idleMs) return;
    redis.ping().catch(() => undefined);
  };

  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    // After a reconnection ioredis resends commands, but these have already been reported as failed.
    if (givenUp.has(command)) return command.promise;
    if (redis.commandQueue.length === 0) heardAt = performance.now();
    const answer = send(command, stream);
    command.promise.catch(() => givenUp.add(command));
    watch();
    return answer;
  };
  redis.on('connect', () => {
    redis.stream.on('data', () => {
      heardAt = performance.now();
    });
  });
  redis.on('ready', () => {
    idle ??= setInterval(askWhenIdle, idleMs).unref();
  });
  redis.on('close', () => {
    clearInterval(idle);
    idle = undefined;
    // Resent commands are watched anew on the next connection; without one the process may end.
    clearTimeout(silence);
    silence = undefined;
  });
}
