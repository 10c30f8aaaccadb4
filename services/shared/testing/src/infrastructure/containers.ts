import { freePort } from '@nightshelf/servers';
import { kafkaImage } from '@nightshelf/servers/kafka/find-kafka.ts';
import { brokerVariables } from '@nightshelf/servers/kafka/settings.ts';
import { brokerCount } from '@nightshelf/servers/kafka.ts';
import { waitUntil } from '@nightshelf/servers/process/server-process.ts';
import { redisImage } from '@nightshelf/servers/redis.ts';
import pg from 'pg';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import { logicalDatabases, type ProvidedServers } from './shape.ts';

const postgresImage = 'postgres:18-bookworm';

/** Time limit from a container's start until its server is ready. */
const startWithinMs = 120_000;

/** Starts the servers through testcontainers, whose reaper removes them even when this process is killed. */
export async function startContainers(withKafka: boolean): Promise<ProvidedServers> {
  const starting = [startPostgres(), startRedis(), startRedis(), withKafka ? startKafka() : null] as const;
  const stop = async () => {
    const started = await Promise.allSettled(starting);
    const containers = started.map((result) => (result.status === 'fulfilled' ? result.value?.container : undefined));
    await Promise.all(containers.map((container) => container?.stop()));
  };
  try {
    const [postgres, redis, cache, kafka] = await Promise.all(starting);
    return {
      postgresAdminUrl: postgres.url,
      redisUrl: redis.url,
      redisCacheUrl: cache.url,
      kafkaBrokers: kafka?.url ?? null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Started {
  readonly container: StartedTestContainer;
  readonly url: string;
}

async function startPostgres(): Promise<Started> {
  const container = await new GenericContainer(postgresImage)
    .withEnvironment({
      POSTGRES_PASSWORD: 'postgres',
      POSTGRES_INITDB_ARGS: '--locale-provider=builtin --builtin-locale=C.UTF-8',
    })
    .withCommand(['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'])
    .withExposedPorts(5432)
    .withStartupTimeout(startWithinMs)
    .start();
  const url = `postgresql://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
  await readyOrStopped('PostgreSQL', container, () => answersQueries(url));
  return { container, url };
}

async function answersQueries(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks during a statement is reported twice: to the caller and here.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } finally {
    await client.end();
  }
}

/** @throws when the server is not ready in time, after stopping its container */
async function readyOrStopped(name: string, container: StartedTestContainer, ready: () => Promise<boolean>) {
  if (await waitUntil(ready, { deadlineMs: startWithinMs })) return;
  await container.stop();
  throw new Error(`${name} was not ready in its container within ${startWithinMs / 1000} seconds`);
}

async function startRedis(): Promise<Started> {
  const container = await new GenericContainer(redisImage)
    // Without a password Redis refuses connections from outside its container.
    .withCommand(['redis-server', '--databases', String(logicalDatabases), '--save', '', '--protected-mode', 'no'])
    .withExposedPorts(6379)
    .withStartupTimeout(startWithinMs)
    .start();
  return { container, url: `redis://${container.getHost()}:${container.getMappedPort(6379)}` };
}

/** The port is chosen beforehand, because the broker must know the address at which clients reach it. */
async function startKafka(): Promise<Started> {
  const port = await freePort();
  const advertised = `localhost:${port}`;
  const place = { listen: '0.0.0.0:9092', advertised, controller: '127.0.0.1:9093', data: '/var/lib/kafka/data' };
  const container = await new GenericContainer(kafkaImage)
    .withEnvironment({ ...brokerVariables(place), KAFKA_HEAP_OPTS: '-Xms64m -Xmx384m' })
    .withExposedPorts({ container: 9092, host: port })
    .withStartupTimeout(startWithinMs)
    .start();
  await readyOrStopped('Kafka', container, async () => (await brokerCount(port)) > 0);
  return { container, url: advertised };
}
