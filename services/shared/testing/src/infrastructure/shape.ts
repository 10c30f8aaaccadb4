/** Addresses of the servers that a test run shares. */
export interface Infrastructure {
  /** As the superuser, on database `postgres`. */
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

/** Has the extensions; test databases are copies of it. */
export const templateDatabase = 'test_template';

/** Owner of the test databases. */
export const tester = { name: 'tester', password: 'tester' } as const;

/** The servers of a test run, however they were provided. */
export interface ProvidedServers extends Infrastructure {
  stop(): Promise<void>;
}
