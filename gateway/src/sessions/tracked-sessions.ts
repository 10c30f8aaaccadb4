import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Session, SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import type { Redis } from 'ioredis';

/** On this channel Redis tells a tracking connection which keys have changed. */
const changesChannel = '__redis__:invalidate';

/** How the platform's store begins a session's key in Redis; the rest is the session's id. */
const keyPrefix = 'session:';

/** How long a copy is used without asking again, in milliseconds; a lost message does no harm for longer. */
const copyMs = 1000;

/**
 * How long a copy is believed while Redis cannot be asked, in milliseconds since Redis would have told of a change:
 * nothing can end a session in a Redis that is away, so only a gateway that alone has lost it is late by that much.
 */
const graceMs = 10_000;

const maxCopies = 20_000;

/** How often the listening connection is pinged, in milliseconds. */
const pingIntervalMs = 2000;

interface Copy {
  readonly session: Session;
  /** By `performance.now()`. */
  readonly until: number;
  /** Which of the tracking connections, counted, tells of its changes. */
  readonly listener: number;
}

/**
 * Sessions without a round trip to Redis for each request: copies, of which Redis tells (client tracking) when one changes or
 * ends. While that connection is away every request asks the store, and only when the store is away too a copy goes on being
 * believed for a short while.
 */
export class TrackedSessions {
  readonly #store: SessionStore;
  readonly #listener: Redis;
  readonly #copies = new Map<string, Copy>();
  readonly #tokens = new Map<string, string>();
  #tracking = false;
  /** Counts the connections that have tracked. */
  #listeners = 0;
  /** When the last but this tracking connection ended, by `performance.now()`: copies of its time were right until then. */
  #trackedUntil = Number.NEGATIVE_INFINITY;
  /** Told which sessions may have changed, by id; null when any may have. */
  #onChange: (ids: readonly string[] | null) => void = () => undefined;
  /** Counts changes, so that a reply that a change has overtaken is not kept as a copy. */
  #changes = 0;

  /** @param listener a connection for this alone, with `autoResubscribe` off */
  constructor(store: SessionStore, listener: Redis, logger: Logger) {
    this.#store = store;
    this.#listener = listener;
    listener.on('message', (_, keys: string) => this.#hear(keys));
    listener.on('close', () => {
      if (this.#tracking) this.#trackedUntil = performance.now();
      this.#tracking = false;
      // What the store is answering just now may have changed since.
      this.#changes += 1;
    });
    listener.on('ready', () => {
      this.#track().catch((error: unknown) => logger.warn({ err: error }, 'Sessions cannot be tracked'));
    });
    const pings = setInterval(() => this.#ping(), pingIntervalMs).unref();
    listener.on('end', () => clearInterval(pings));
  }

  /** Whether Redis tells of changes just now. */
  get isTracking(): boolean {
    return this.#tracking;
  }

  /** Has `onChange` told which sessions may have changed or ended, by id; null when any may have. One may listen. */
  watch(onChange: (ids: readonly string[] | null) => void): void {
    this.#onChange = onChange;
  }

  /** Which of these sessions, by id, have ended. @throws when Redis is away */
  ended(ids: readonly string[]): Promise<string[]> {
    return this.#store.ended(ids);
  }

  /** @throws when Redis has to be asked and is away */
  find(token: string): Session | null | Promise<Session | null> {
    const copy = this.#copies.get(token);
    return copy && copy.until > performance.now() && this.#isTracked(copy) ? copy.session : this.#ask(token);
  }

  #isTracked({ listener }: Copy): boolean {
    return this.#tracking && listener === this.#listeners;
  }

  async #ask(token: string): Promise<Session | null> {
    const changesBefore = this.#changes;
    const asked = performance.now();
    let session: Session | null;
    try {
      session = await this.#store.find(token);
    } catch (error) {
      const known = this.#lastKnown(token);
      if (known) return known;
      throw error;
    }
    if (session && this.#tracking && this.#changes === changesBefore) {
      if (this.#copies.size >= maxCopies) this.#forget(null);
      this.#copies.set(token, { session, until: asked + copyMs, listener: this.#listeners });
      this.#tokens.set(session.id, token);
    }
    return session;
  }

  #lastKnown(token: string): Session | undefined {
    const copy = this.#copies.get(token);
    const isRight = copy && (this.#isTracked(copy) || performance.now() < this.#trackedUntil + graceMs);
    return isRight ? copy.session : undefined;
  }

  async #track(): Promise<void> {
    const id = await this.#listener.client('ID');
    // RESP2 has no push messages: they are redirected to a subscription, here on the very connection that tracks.
    await this.#listener.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', id, 'BCAST', 'PREFIX', keyPrefix);
    await this.#listener.subscribe(changesChannel);
    this.#listeners += 1;
    this.#tracking = this.#listener.status === 'ready';
    // Nobody has told of what changed before.
    this.#onChange(null);
  }

  /** Without pings, a dead connection looks like one on which nothing changes. */
  #ping(): void {
    if (this.#listener.status !== 'ready') return;
    const { stream } = this.#listener;
    this.#listener.ping().catch((error: Error) => stream.destroy(error));
  }

  /** @param keys separated by commas; empty when all may have changed */
  #hear(keys: string): void {
    const ids = keys === '' ? null : keys.split(',').map((key) => key.slice(keyPrefix.length));
    this.#forget(ids);
    this.#onChange(ids);
  }

  /** @param ids null for all */
  #forget(ids: readonly string[] | null): void {
    this.#changes += 1;
    if (!ids) {
      this.#copies.clear();
      this.#tokens.clear();
      return;
    }
    for (const id of ids) {
      const token = this.#tokens.get(id);
      if (token === undefined) continue;
      this.#tokens.delete(id);
      this.#copies.delete(token);
    }
  }
}
