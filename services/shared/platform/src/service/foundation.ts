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
import type { Check } from '../http/operations.ts';
import { RedisNotifier } from '../live/notifier.ts';
import type { Logger } from '../logging/logger.ts';
import { measureCommands } from '../redis/command-metrics.ts';
import { connectRedis, openRedis } from '../redis/connect.ts';
import type { Foundation, ServiceDefinition } from './service-definition.ts';
import type { ProcessBase } from './start-process.ts';

interface LifelineOptions {
  /** The dependency's name in the log. */
  readonly name: string;
  /** Sends a request through the process's own connections; throws when that fails. */
  readonly own: () => Promise<unknown>;
  /** Sends a request to the same server through a new connection; throws when that fails. */
  readonly reconnect: () => Promise<unknown>;
  /** How long the process's own connections may fail before a new one is tried. */
  readonly failingMs?: number;
  readonly logger: Logger;
}

/**
 * Distinguishes stuck connections, which a restart fixes, from an unavailable server, which it does not. Connections
 * reconnect by themselves; this covers unforeseen faults.
 */
export class Lifeline {
  readonly #options: LifelineOptions;
  #probing: Promise<void> | undefined;
  #failingSince: number | undefined;
  #isStuck = false;

  constructor(options: LifelineOptions) {
    this.#options = options;
  }

  /** Liveness check: returns null unless a restart would help. Returns what the previous checks have found. */
  readonly check = (): string | null => {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined;
    });
    return this.#isStuck ? 'cannot be reached through existing connections, but through a new one' : null;
  };

  /**
   * Call it after each successful use of a connection, because a pool under load may fail a check without being stuck.
   */
  readonly worked = (): void => {
    this.#failingSince = undefined;
    this.#isStuck = false;
  };

  async #probe(): Promise<void> {
    const { name, own, reconnect, failingMs = 10_000, logger } = this.#options;
    const startedAt = performance.now();
    try {
      await own();
      this.worked();
    } catch (error) {
      this.#failingSince ??= startedAt;
      const since = this.#failingSince;
      if (performance.now() - since < failingMs) return;
      const isReached = await reconnect().then(
        () => true,
        () => false,
      );
      if (!isReached || this.#failingSince !== since || this.#isStuck) return;
      this.#isStuck = true;
      logger.error({ err: error, what: name }, 'Needs a restart');
    }
  }
}

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
  /** Checks for stuck connections to essential dependencies, by name. */
  readonly liveness: Readonly<Record<string, Check>>;
}

/** Opens the dependencies that every service has; `teardown` closes them. */
export async function buildFoundation<Settings extends ServiceSettings>(
  definition: Pick<ServiceDefinition, 'name' | 'entities' | 'migrations'>,
  settings: Settings,
  { logger, registry, teardown }: ProcessBase,
  limits: DatabaseLimits = { ...requestLimits, statementMs: settings.DATABASE_STATEMENT_SECONDS * 1000 },
): Promise<WholeFoundation<Settings>> {
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
    entities: definition.entities,
    migrations: [...platformMigrations, ...definition.migrations],
    logger,
    registry,
    onAnswer: database.worked,
  });
  teardown.add('database', () => orm.close(true));
  const measureConnection = measureCommands(registry);
  const redis = measureConnection(connectRedis(settings.REDIS_URL, logger), 'durable');
  teardown.add('redis', () => redis.disconnect());
  const liveness = {
    database: database.check,
    redis: new Lifeline({
      name: 'redis',
      own: () => redis.ping(),
      reconnect: () => reachRedis(settings.REDIS_URL),
      logger,
    }).check,
  };
  const cache = measureConnection(connectRedis(settings.REDIS_CACHE_URL, logger), 'cache');
  teardown.add('cache', () => cache.disconnect());
  const bus = createEventBus(settings, { clientId: definition.name, logger });
  teardown.add('bus', () => bus.close());
  // A process that serves requests wakes its own relay, so that it need not poll often for events of other processes.
  const idlePollMs = settings.ROLES.includes('http') ? 5000 : 1000;
  const relay = new Relay({ databaseUrl: settings.DATABASE_URL, bus, topics, logger, registry, idlePollMs });
  const work = new Work(orm, definition.name, () => relay.wake(), new RedisNotifier(cache, registry));
  return { settings, orm, work, redis, cache, bus, relay, liveness, logger, registry, measureConnection };
}
