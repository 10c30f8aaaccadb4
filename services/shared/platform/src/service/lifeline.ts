import { setTimeout as pause } from 'node:timers/promises';
import { requestLimits } from '../database/limits.ts';
import { connectPostgres } from '../database/postgres-client.ts';
import type { Logger } from '../logging/logger.ts';
import { HealingRedis } from '../redis/healing-redis.ts';

export interface LifelineOptions {
  /** What is reached, for people. */
  readonly name: string;
  /** Asks through the connections with which the process works; throws when that does not work. */
  readonly own: () => Promise<unknown>;
  /** Asks the same server through a connection of its own; throws when that does not work. */
  readonly fresh: () => Promise<unknown>;
  readonly logger: Logger;
  /** How long the own connections may fail until the fresh one is tried, in milliseconds. */
  readonly failingMs?: number;
  /** Milliseconds between looks. */
  readonly everyMs?: number;
}

/**
 * Tells a process that cannot work from a server that is away: only the former is helped by a restart. Connections heal by
 * themselves; this is for whatever was not foreseen.
 */
export class Lifeline {
  readonly #options: Required<LifelineOptions>;
  readonly #stopping = new AbortController();
  #workedAt = Number.NEGATIVE_INFINITY;
  #failingSince: number | undefined;
  #fault: string | null = null;

  constructor(options: LifelineOptions) {
    this.#options = { failingMs: 10_000, everyMs: 3000, ...options };
  }

  start(): void {
    void this.#run();
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** For liveness: null unless a restart would help. */
  readonly check = (): string | null => this.#fault;

  /** The own connections have worked just now: a pool under load may be late for a look, and is not stuck. */
  readonly worked = (): void => {
    this.#workedAt = performance.now();
    this.#failingSince = undefined;
    this.#fault = null;
  };

  async #run(): Promise<void> {
    const { everyMs, logger, name } = this.#options;
    while (!this.#stopping.signal.aborted) {
      const { signal } = this.#stopping;
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || performance.now() - this.#workedAt < everyMs) continue;
      try {
        await this.#options.own();
        this.worked();
      } catch (error) {
        if (!signal.aborted && this.#fault === null && (await this.#isStuck())) {
          this.#fault = 'cannot be reached through the own connections, though a fresh one works';
          logger.error({ err: error, what: name }, 'Cannot work any more, and asks to be restarted');
        }
      }
    }
  }

  async #isStuck(): Promise<boolean> {
    const now = performance.now();
    this.#failingSince ??= now;
    const since = this.#failingSince;
    if (now - since < this.#options.failingMs) return false;
    const reached = await this.#options.fresh().then(
      () => true,
      () => false,
    );
    return reached && this.#failingSince === since;
  }
}

/** Longest that a fresh connection may take to be of use, in milliseconds. */
const freshMs = 1500;

/** @throws when PostgreSQL cannot be reached through a connection of its own */
export async function reachPostgres(url: string): Promise<void> {
  const limits = { ...requestLimits, connectMs: freshMs, statementMs: freshMs, answerMs: 200 };
  const client = await connectPostgres(url, { name: 'liveness', limits });
  try {
    await client.query('select 1');
  } finally {
    await client.end();
  }
}

/** @throws when Redis cannot be reached through a connection of its own */
export async function reachRedis(url: string): Promise<void> {
  const once = { lazyConnect: true, retryStrategy: () => null, connectTimeout: freshMs };
  const redis = new HealingRedis(url, { ...once, commandTimeout: freshMs, silenceMs: freshMs });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}
