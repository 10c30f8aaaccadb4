import type { MikroORM } from '@mikro-orm/postgresql';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { ServiceSettings } from '../config/settings.ts';
import { checkDatabase, createDatabase } from '../database/database.ts';
import { type DatabaseLimits, requestLimits } from '../database/limits.ts';
import { platformMigrations } from '../database/migrations/index.ts';
import { Work } from '../database/work.ts';
import type { EventBus } from '../events/bus.ts';
import { createEventBus } from '../events/create-bus.ts';
import { Relay } from '../events/outbox/relay.ts';
import { RedisHints } from '../live/redis-hints.ts';
import { measureCommands } from '../redis/command-metrics.ts';
import { connectRedis } from '../redis/connect.ts';
import { Lifeline, reachPostgres, reachRedis } from './lifeline.ts';
import type { Foundation, ServiceDefinition } from './service-definition.ts';
import type { ProcessBase } from './start-process.ts';

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
    fresh: () => reachPostgres(settings.DATABASE_URL),
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
      fresh: () => reachRedis(settings.REDIS_URL),
      logger,
    }),
  };
  const cache = measureConnection(connectRedis(settings.REDIS_CACHE_URL, logger), 'cache');
  teardown.add('cache', () => cache.disconnect());
  const bus = createEventBus(settings, { clientId: definition.name, logger });
  teardown.add('bus', () => bus.close());
  const relay = new Relay({ databaseUrl: settings.DATABASE_URL, bus, topics, logger, registry });
  const work = new Work(orm, definition.name, () => relay.wake(), new RedisHints(cache, registry));
  return { settings, orm, work, redis, cache, bus, relay, lifelines, logger, registry, measureConnection };
}
