import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Redis } from 'ioredis';

/** On this channel Redis tells a tracking connection which keys have changed. */
const changesChannel = '__redis__:invalidate';

/** How platform's store begins a session's key in Redis; the rest is the session's id. */
const keyPrefix = 'session:';

/** How often the connection is pinged, in milliseconds. */
const pingIntervalMs = 2000;

interface Told {
  /** Which sessions may have changed, by id; null when any may have. */
  readonly onSessions: (ids: readonly string[] | null) => void;
  /** Redis has begun, or ceased, to tell. */
  readonly onTracking: () => void;
}

/** Hears from one server which of its sessions change (client tracking). */
export class SessionListener {
  readonly #redis: Redis;
  readonly #told: Told;
  #tracking = false;

  /** @param redis a connection for this alone, with `autoResubscribe` off */
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

  /** Whether Redis tells of changes just now. */
  get isTracking(): boolean {
    return this.#tracking;
  }

  async #track(): Promise<void> {
    const id = await this.#redis.client('ID');
    // RESP2 has no push messages: they are redirected to a subscription, here on the very connection that tracks.
    await this.#redis.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', 'PREFIX', keyPrefix);
    await this.#redis.subscribe(changesChannel);
    this.#set(this.#redis.status === 'ready');
  }

  #set(tracking: boolean): void {
    if (this.#tracking === tracking) return;
    this.#tracking = tracking;
    this.#told.onTracking();
  }

  /** Without pings, a dead connection looks like one on which nothing changes. */
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
