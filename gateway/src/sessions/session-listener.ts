import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Redis } from 'ioredis';

/** Channel on which Redis reports changed keys to a tracking connection. */
const changesChannel = '__redis__:invalidate';

/** Key prefix of sessions in the platform's store; the session id follows. */
const keyPrefix = 'session:';

const pingIntervalMs = 2000;

interface Told {
  /** Receives the ids of sessions that may have changed; null for all. */
  readonly onSessions: (ids: readonly string[] | null) => void;
  /** Called when tracking starts or stops. */
  readonly onTracking: () => void;
}

export class SessionListener {
  readonly #redis: Redis;
  readonly #told: Told;
  #tracking = false;

  /** @param redis a dedicated connection, with `autoResubscribe` off */
  constructor(redis: Redis, logger: Logger, told: Told) {
    this.#redis = redis;
    this.#told = told;
    redis.on('message', (_, keys: string) => this.#hear(keys));
    redis.on('close', () => this.#set(false));
    redis.on('ready', () => {
      this.#track().catch((error: unknown) => logger.warn({ err: error }, 'Sessions cannot be tracked'));
    });
    const pings = setInterval(() => this.#ping(), pingIntervalMs).unref();
    redis.on('end', () => clearInterval(pings));
  }

  /** Whether Redis currently reports changes. */
  get isTracking(): boolean {
    return this.#tracking;
  }

  async #track(): Promise<void> {
    const id = await this.#redis.client('ID');
    // RESP2 has no push messages, so Redis redirects them to a subscription on the same connection.
    await this.#redis.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', 'PREFIX', keyPrefix);
    await this.#redis.subscribe(changesChannel);
    this.#set(this.#redis.status === 'ready');
  }

  #set(tracking: boolean): void {
    if (this.#tracking === tracking) return;
    this.#tracking = tracking;
    this.#told.onTracking();
  }

  /** Without pings, a dead connection looks like one without changes. */
  #ping(): void {
    if (this.#redis.status !== 'ready') return;
    const { stream } = this.#redis;
    this.#redis.ping().catch((error: Error) => stream.destroy(error));
  }

  /** @param keys separated by commas; empty when all may have changed */
  #hear(keys: string): void {
    this.#told.onSessions(keys === '' ? null : keys.split(',').map((key) => key.slice(keyPrefix.length)));
  }
}
