export { findKafka, javaRunsKafka } from './kafka/find-kafka.ts';
export { type Kafka, startKafka } from './kafka.ts';
export { createExtensions, databaseUrl } from './postgres/databases.ts';
export { type Postgres, startPostgres } from './postgres.ts';
export { freePort } from './process/kept.ts';
export type { ServerHandle } from './process/server-process.ts';
export { findRedis, type Redis, startRedis } from './redis.ts';
