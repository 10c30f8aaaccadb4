import type { Command, Redis } from 'ioredis';

export interface Healing {
  /**
   * Milliseconds without a byte from Redis, while it owes an answer, after which the connection counts as dead. Above the
   * longest time for which a command of this connection blocks.
   */
  readonly silenceMs?: number;
  /** Milliseconds of idleness after which Redis is asked for a sign of life. */
  readonly idleMs?: number;
}

/** How long what has already arrived may take to be read, in milliseconds. */
const readingMs = 50;

/** Commands whose callers were told that they failed; of all connections, since those of a cluster hand them to each other. */
const givenUp = new WeakSet<Command>();

/**
 * Ends a connection on which Redis stays silent: ioredis' `commandTimeout` gives up a command and keeps the dead socket, its
 * `socketTimeout` outlives the socket that it was begun for. What comes in its place is for whoever has made the connection.
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
      // The process itself may have been stopped meanwhile: what has arrived is read first.
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
    // After a reconnection ioredis sends again what had no answer; nobody waits for these any more.
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
    // What is sent again on the next connection is watched anew; without one the process is free to end.
    clearTimeout(silence);
    silence = undefined;
  });
}
