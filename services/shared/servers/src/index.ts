export { findKafka, javaRunsKafka } from './kafka/find-kafka.ts';
export { type Kafka, prepareKafkaStarts, startKafka } from './kafka.ts';
export { createExtensions, databaseUrl } from './postgres/databases.ts';
export { type Postgres, startPostgres } from './postgres.ts';
export { freePort } from './process/free-port.ts';
export type { ServerHandle } from './process/server-process.ts';
export { findRedis } from './redis/find-redis.ts';
export { type Redis, startRedis } from './redis.ts';
