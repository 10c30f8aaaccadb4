import { type Command, Redis, type RedisOptions } from 'ioredis';
import { placeOf } from './place.ts';

export interface HealingRedisOptions extends RedisOptions {
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

/**
 * A connection that is replaced when Redis stays silent: ioredis' `commandTimeout` gives up a command and keeps the dead
 * socket, its `socketTimeout` outlives the socket that it was begun for. Copies by `duplicate` heal as well.
 */
export class HealingRedis extends Redis {
  #heardAt = performance.now();
  #silence: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Commands whose callers were told that they failed. */
  readonly #givenUp = new WeakSet<Command>();

  /** @param address as `placeOf` has it; not needed where the options say where it is, as a copy's do */
  constructor(address: string | undefined, options: HealingRedisOptions) {
    const place = address === undefined ? undefined : placeOf(address);
    super(place?.url as string, { ...place?.options, ...options });
    this.on('connect', () => {
      this.stream.on('data', () => {
        this.#heardAt = performance.now();
      });
    });
    this.on('ready', () => {
      this.#idle ??= setInterval(() => this.#askWhenIdle(), this.#options.idleMs ?? 10_000).unref();
    });
    this.on('close', () => {
      clearInterval(this.#idle);
      this.#idle = undefined;
    });
  }

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    // After a reconnection ioredis sends again what had no answer; nobody waits for these any more.
    if (this.#givenUp.has(command)) return command.promise;
    if (this.commandQueue.length === 0) this.#heardAt = performance.now();
    const answer = super.sendCommand(command, stream);
    command.promise.catch(() => this.#givenUp.add(command));
    this.#watch();
    return answer;
  }

  override duplicate(override?: Partial<RedisOptions>): HealingRedis {
    return new HealingRedis(undefined, { ...this.options, ...override });
  }

  get #options(): HealingRedisOptions {
    return this.options;
  }

  #watch(): void {
    if (this.#silence || this.commandQueue.length === 0) return;
    const { silenceMs = 5000 } = this.#options;
    const left = () => this.#heardAt + silenceMs - performance.now();
    const { stream } = this;
    const check = (final: boolean) => {
      this.#silence = undefined;
      if (this.commandQueue.length === 0 || this.stream !== stream || left() > 0) this.#watch();
      else if (final) stream.destroy(new Error(`Redis has not answered for ${silenceMs} ms`));
      // The process itself may have been stopped meanwhile: what has arrived is read first.
      else this.#silence = setTimeout(() => check(true), readingMs);
    };
    this.#silence = setTimeout(() => check(false), Math.max(left(), 0));
  }

  #askWhenIdle(): void {
    const { idleMs = 10_000 } = this.#options;
    if (this.commandQueue.length > 0 || performance.now() - this.#heardAt < idleMs) return;
    this.ping().catch(() => undefined);
  }
}
