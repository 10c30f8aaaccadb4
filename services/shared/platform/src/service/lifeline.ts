import { setTimeout as pause } from 'node:timers/promises';
import { requestLimits } from '../database/limits.ts';
import { connectPostgres } from '../database/postgres-client.ts';
import type { Logger } from '../logging/logger.ts';
import { openRedis } from '../redis/connect.ts';

export interface LifelineOptions {
  /** The dependency's name in messages. */
  readonly name: string;
  /** Sends a request through the process's own connections; throws when that fails. */
  readonly own: () => Promise<unknown>;
  /** Sends a request to the same server through a new connection; throws when that fails. */
  readonly fresh: () => Promise<unknown>;
  readonly logger: Logger;
  /** How long the process's own connections may fail before a new one is tried. */
  readonly failingMs?: number;
  readonly everyMs?: number;
}

/**
 * Distinguishes stuck connections, which a restart fixes, from an unavailable server, which it does not. Connections
 * reconnect by themselves; this covers unforeseen faults.
 */
export class Lifeline {
  readonly #options: Required<LifelineOptions>;
  readonly #stopping = new AbortController();
  #workedAt = Number.NEGATIVE_INFINITY;
  #failingSince: number | undefined;
  #fault: string | null = null;

  constructor(options: LifelineOptions) {
    this.#options = { failingMs: 10_000, everyMs: 10_000, ...options };
  }

  start(): void {
    void this.#run();
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Liveness check: returns null unless a restart would help. */
  readonly check = (): string | null => this.#fault;

  /**
   * Call it after each successful use of a connection, because a pool under load may fail a check without being stuck.
   */
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

/** Time limit of a new connection's first response. */
const freshMs = 1500;

/** @throws when PostgreSQL cannot be reached through a new connection */
export async function reachPostgres(url: string): Promise<void> {
  const limits = { ...requestLimits, connectMs: freshMs, statementMs: freshMs, answerMs: 200 };
  const client = await connectPostgres(url, { name: 'liveness', limits });
  try {
    await client.query('select 1');
  } finally {
    await client.end();
  }
}

/** @throws when Redis cannot be reached through a new connection */
export async function reachRedis(url: string): Promise<void> {
  const once = {
    lazyConnect: true,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
    connectTimeout: freshMs,
  };
  const redis = openRedis(url, { ...once, commandTimeout: freshMs, silenceMs: freshMs });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}
