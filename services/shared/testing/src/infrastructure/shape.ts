export interface Infrastructure {
  /** URL of the superuser on database `postgres`. */
  readonly postgresAdminUrl: string;
  /** Durable Redis, logical database 0. */
  readonly redisUrl: string;
  readonly redisCacheUrl: string;
  /** `host:port`; null when this machine cannot provide Kafka, or TEST_KAFKA=0. */
  readonly kafkaBrokers: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    infrastructure: Infrastructure;
  }
}

/** Logical databases of each Redis: one for each test, and number 0. */
export const logicalDatabases = 1024;

/** The database with the extensions, from which test databases are copied. */
export const templateDatabase = 'test_template';

export const tester = { name: 'tester', password: 'tester' } as const;

export interface ProvidedServers extends Infrastructure {
  stop(): Promise<void>;
}

interface StartedServer {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** A way to start the servers of a test run. */
export interface ServerSource {
  postgres(): Promise<StartedServer>;
  redis(role: 'durable' | 'cache'): Promise<StartedServer>;
  kafka(): Promise<StartedServer>;
}
