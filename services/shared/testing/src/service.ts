import type { EventData, EventDefinition } from '@nightshelf/contracts/events/event.ts';
import { topics } from '@nightshelf/contracts/events/topics.ts';
import { readSettings, serviceSettings } from '@nightshelf/platform/config/settings.ts';
import type { EventBus } from '@nightshelf/platform/events/bus.ts';
import { createEventBus } from '@nightshelf/platform/events/create-bus.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { runCommand } from '@nightshelf/platform/service/commands.ts';
import type { ServiceDefinition } from '@nightshelf/platform/service/service-definition.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import pg from 'pg';
import type { z } from 'zod';
import { ApiClient, testIdentitySecret } from './api-client.ts';
import { closeAfterTests } from './close-after-tests.ts';
import { envelope } from './envelope.ts';
import { createPrepared, type IsolatedRedis, infrastructure, isolatedRedis } from './infrastructure/infrastructure.ts';

export interface TestServiceOptions {
  readonly eventBus?: 'redis' | 'kafka';
  readonly env?: Readonly<Record<string, string>>;
}

/** A service as in production, with its own database and Redis. */
export interface TestService {
  readonly url: string;
  readonly operationsUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** An anonymous client; `api.as(identity)` returns one for a user. */
  readonly api: ApiClient;
  readonly bus: EventBus;
  /** Topics whose copies it verifies, while it consumes. */
  readonly comparedTopics: readonly string[];
  query<Row extends pg.QueryResultRow>(sql: string, params?: unknown[]): Promise<Row[]>;
  /** Delivers an event over the bus as its owner would; the same `id` twice is a duplicate. */
  deliver<D extends EventDefinition>(
    definition: D,
    event: { data: EventData<D>; version?: number; id?: string; time?: string; republished?: true },
  ): Promise<void>;
  /** Returns the events of one type that the service has recorded, oldest first. */
  recorded<D extends EventDefinition>(definition: D): Promise<{ data: EventData<D>; version: number; id: string }[]>;
  command(name: string, ...args: string[]): Promise<void>;
  /** Called after the tests at the latest. */
  stop(): Promise<void>;
}

/** Settings of a service that a test starts. */
export const testSettings = ({ url, cacheUrl }: Pick<IsolatedRedis, 'url' | 'cacheUrl'>): Record<string, string> => ({
  PORT: '0',
  OPERATIONS_PORT: '0',
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  LINGER_SECONDS: '0',
  REDIS_URL: url,
  REDIS_CACHE_URL: cacheUrl,
  IDENTITY_SECRET: testIdentitySecret,
});

export async function startTestService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
  { eventBus = 'redis', env: given = {} }: TestServiceOptions = {},
): Promise<TestService> {
  const { kafkaBrokers } = infrastructure();
  const redis = await isolatedRedis();
  const surroundings = {
    ...testSettings(redis),
    LOG_LEVEL: 'error',
    EVENT_BUS: eventBus,
    ...(eventBus === 'kafka' && kafkaBrokers ? { KAFKA_BROKERS: kafkaBrokers } : {}),
    ...given,
  };
  const database = await createPrepared(definition.name, (url) =>
    runCommand(definition, 'migrate', [], { ...surroundings, LOG_LEVEL: 'silent', DATABASE_URL: url }),
  );
  const env: Record<string, string> = { DATABASE_URL: database.url, ...surroundings };
  const service = await startService(definition, env);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // end() resolves before its connections are closed, so dropping the database ends them from the other side.
  pool.on('error', () => undefined);
  const bus = createEventBus(readSettings(serviceSettings, env), {
    clientId: 'test',
    logger: createLogger('test', 'silent'),
  });
  // A test may deliver before the service's relay and consumer have created the topics.
  await bus.ensureTopics(topics);
  return {
    url: service.url,
    operationsUrl: service.operationsUrl,
    env,
    api: new ApiClient(service.url),
    bus,
    comparedTopics: env.ROLES && !env.ROLES.includes('consumers') ? [] : topicsOf(definition),
    query: async (sql, params) => (await pool.query(sql, params)).rows,
    deliver: async (definition, { data, ...options }) => {
      const [outcome] = await bus.publish([
        {
          topic: definition.topic,
          key: definition.key(data),
          value: JSON.stringify(envelope(definition, data, options)),
        },
      ]);
      if (outcome) throw outcome;
    },
    recorded: async (definition) => {
      const { rows } = await pool.query<{ envelope: string }>(
        `select envelope from outbox where envelope::json ->> 'type' = $1 order by id`,
        [definition.type],
      );
      return rows.map(({ envelope }) => {
        const { data, aggregateversion, id } = JSON.parse(envelope);
        return { data, version: aggregateversion, id };
      });
    },
    command: (name, ...args) => runCommand(definition, name, args, env),
    stop: closeAfterTests(async () => {
      await service.stop();
      await Promise.all([bus.close(), pool.end()]);
      await Promise.all([database.drop(), redis.release()]);
    }),
  };
}

const topicsOf = ({ projections = [] }: Pick<ServiceDefinition, 'projections'>) =>
  projections.map(({ topic }) => topic);
