import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { ServiceSettings } from '../config/settings.ts';
import { checkDatabase, createDatabase } from '../database/database.ts';
import { type DatabaseLimits, requestLimits } from '../database/limits.ts';
import { platformMigrations } from '../database/migrations/index.ts';
import { connectPostgres } from '../database/postgres-client.ts';
import { Work } from '../database/work.ts';
import type { EventBus } from '../events/bus.ts';
import { createEventBus } from '../events/create-bus.ts';
import { Relay } from '../events/outbox/relay.ts';
import { RedisNotifier } from '../live/notifier.ts';
import type { Logger } from '../logging/logger.ts';
import { measureCommands } from '../redis/command-metrics.ts';
import { connectRedis, openRedis } from '../redis/connect.ts';
import type { Foundation, ServiceDefinition } from './service-definition.ts';
import type { ProcessBase } from './start-process.ts';

export interface LifelineOptions {
  /** The dependency's name in messages. */
  readonly name: string;
  /** Sends a request through the process's own connections; throws when that fails. */
  readonly own: () => Promise<unknown>;
  /** Sends a request to the same server through a new connection; throws when that fails. */
  readonly reconnect: () => Promise<unknown>;
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
          this.#fault = 'cannot be reached through existing connections, but through a new one';
          logger.error({ err: error, what: name }, 'Needs a restart');
        }
      }
    }
  }

  async #isStuck(): Promise<boolean> {
    const now = performance.now();
    this.#failingSince ??= now;
    const since = this.#failingSince;
    if (now - since < this.#options.failingMs) return false;
    const reached = await this.#options.reconnect().then(
      () => true,
      () => false,
    );
    return reached && this.#failingSince === since;
  }
}

/** Time limit of a new connection's first response. */
const reconnectTimeoutMs = 1500;

/** @throws when PostgreSQL cannot be reached through a new connection */
export async function reachPostgres(url: string): Promise<void> {
  const limits = { ...requestLimits, connectMs: reconnectTimeoutMs, statementMs: reconnectTimeoutMs, answerMs: 200 };
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
    connectTimeout: reconnectTimeoutMs,
  };
  const redis = openRedis(url, { ...once, commandTimeout: reconnectTimeoutMs, silenceMs: reconnectTimeoutMs });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

export interface WholeFoundation<Settings> extends Foundation<Settings> {
  readonly orm: MikroORM;
  readonly bus: EventBus;
  readonly relay: Relay;
  /** Detect stuck connections to essential dependencies, by name. */
  readonly lifelines: { readonly database: Lifeline; readonly redis: Lifeline };
}

/** Adds the platform's migrations before a service's own. */
export const withPlatformMigrations = <Definition extends Pick<ServiceDefinition, 'migrations'>>(
  definition: Definition,
) => ({
  ...definition,
  migrations: [...platformMigrations, ...definition.migrations],
});

/** Opens the dependencies that every service has; `teardown` closes them. */
export async function buildFoundation<Settings extends ServiceSettings>(
  definition: Pick<ServiceDefinition, 'name' | 'entities' | 'migrations'>,
  settings: Settings,
  { logger, registry, teardown }: ProcessBase,
  limits: DatabaseLimits = { ...requestLimits, statementMs: settings.DATABASE_STATEMENT_SECONDS * 1000 },
): Promise<WholeFoundation<Settings>> {
  const { entities, migrations } = definition;
  const database: Lifeline = new Lifeline({
    name: 'database',
    own: () => checkDatabase(orm),
    reconnect: () => reachPostgres(settings.DATABASE_URL),
    // Longer than any statement, so that a pool of busy connections does not count as stuck.
    failingMs: Math.max(10_000, limits.statementMs + limits.answerMs),
    logger,
  });
  const orm = await createDatabase({
    url: settings.DATABASE_URL,
    pool: settings.DATABASE_POOL,
    limits,
    entities,
    migrations,
    logger,
    registry,
    onAnswer: database.worked,
  });
  teardown.add('database', () => orm.close(true));
  const measureConnection = measureCommands(registry);
  const redis = measureConnection(connectRedis(settings.REDIS_URL, logger), 'durable');
  teardown.add('redis', () => redis.disconnect());
  const lifelines = {
    database,
    redis: new Lifeline({
      name: 'redis',
      own: () => redis.ping(),
      reconnect: () => reachRedis(settings.REDIS_URL),
      logger,
    }),
  };
  const cache = measureConnection(connectRedis(settings.REDIS_CACHE_URL, logger), 'cache');
  teardown.add('cache', () => cache.disconnect());
  const bus = createEventBus(settings, { clientId: definition.name, logger });
  teardown.add('bus', () => bus.close());
  // A process that serves requests wakes its own relay, so that it need not poll often for events of other processes.
  const idlePollMs = settings.ROLES.includes('http') ? 5000 : 1000;
  const relay = new Relay({ databaseUrl: settings.DATABASE_URL, bus, topics, logger, registry, idlePollMs });
  const work = new Work(orm, definition.name, () => relay.wake(), new RedisNotifier(cache, registry));
  return { settings, orm, work, redis, cache, bus, relay, lifelines, logger, registry, measureConnection };
}
