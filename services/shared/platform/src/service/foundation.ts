import type { MikroORM } from '@mikro-orm/postgresql';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { ServiceSettings } from '../config/settings.ts';
import { createDatabase } from '../database/database.ts';
import { type DatabaseLimits, requestLimits } from '../database/limits.ts';
import { platformMigrations } from '../database/migrations/index.ts';
import { Work } from '../database/work.ts';
import type { EventBus } from '../events/bus.ts';
import { createEventBus } from '../events/create-bus.ts';
import { Relay } from '../events/outbox/relay.ts';
import { longestIdleMs } from '../jobs/worker.ts';
import { RedisNotifier } from '../live/notifier.ts';
import { measureCommands } from '../redis/command-metrics.ts';
import { connectRedis } from '../redis/connect.ts';
import type { Foundation, ServiceDefinition } from './service-definition.ts';
import type { ProcessBase } from './start-process.ts';

export interface WholeFoundation<Settings> extends Foundation<Settings> {
  readonly orm: MikroORM;
  readonly bus: EventBus;
  readonly relay: Relay;
}

/** Opens the dependencies that every service has; `teardown` closes them. */
export async function buildFoundation<Settings extends ServiceSettings>(
  definition: Pick<ServiceDefinition, 'name' | 'entities' | 'migrations'>,
  settings: Settings,
  { logger, registry, teardown }: ProcessBase,
  limits: DatabaseLimits = { ...requestLimits, statementMs: settings.DATABASE_STATEMENT_SECONDS * 1000 },
): Promise<WholeFoundation<Settings>> {
  const orm = await createDatabase({
    url: settings.DATABASE_URL,
    pool: settings.DATABASE_POOL,
    limits,
    entities: definition.entities,
    migrations: [...platformMigrations, ...definition.migrations],
    logger,
    registry,
  });
  teardown.add('database', () => orm.close(true));
  const measureConnection = measureCommands(registry);
  const redis = measureConnection(connectRedis(settings.REDIS_URL, logger), 'durable');
  teardown.add('redis', () => redis.disconnect());
  const cache = measureConnection(connectRedis(settings.REDIS_CACHE_URL, logger), 'cache');
  teardown.add('cache', () => cache.disconnect());
  const bus = createEventBus(settings, { clientId: definition.name, logger });
  teardown.add('bus', () => bus.close());
  // A process that serves requests wakes its own relay, so that it need not poll often for events of other processes.
  const idlePollMs = settings.ROLES.includes('http') ? longestIdleMs() : 1000;
  const relay = new Relay({ databaseUrl: settings.DATABASE_URL, bus, topics, logger, registry, idlePollMs });
  const work = new Work(orm, definition.name, () => relay.wake(), new RedisNotifier(cache, registry));
  return { settings, orm, work, redis, cache, bus, relay, logger, registry, measureConnection };
}
