import { freePort } from '@nightshelf/local';
import { brokerCount } from '@nightshelf/local/provision/kafka/broker-count.ts';
import { kafkaImage } from '@nightshelf/local/provision/kafka/find-kafka.ts';
import { brokerVariables } from '@nightshelf/local/provision/kafka/settings.ts';
import { waitUntil } from '@nightshelf/local/provision/process/wait-until.ts';
import { redisImage } from '@nightshelf/local/provision/redis/find-redis.ts';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { logicalDatabases, type ProvidedServers } from './shape.ts';

const postgresImage = 'postgres:18-bookworm';

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
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
  return { container, url: `postgresql://postgres:postgres@${address}/postgres` };
}

async function startRedis(): Promise<Started> {
  const container = await new GenericContainer(redisImage)
    .withCommand(['redis-server', '--databases', String(logicalDatabases), '--save', ''])
    .withExposedPorts(6379)
    .start();
  return { container, url: `redis://${container.getHost()}:${container.getMappedPort(6379)}` };
}

/** The broker has to know the address under which clients reach it, so its port is chosen beforehand. */
async function startKafka(): Promise<Started> {
  const port = await freePort();
  const advertised = `localhost:${port}`;
  const place = { listen: '0.0.0.0:9092', advertised, controller: '127.0.0.1:9093', data: '/var/lib/kafka/data' };
  const container = await new GenericContainer(kafkaImage)
    .withEnvironment({ ...brokerVariables(place), KAFKA_HEAP_OPTS: '-Xms64m -Xmx384m' })
    .withExposedPorts({ container: 9092, host: port })
    .start();
  if (!(await waitUntil(async () => (await brokerCount(port)) > 0, { deadlineMs: 60_000 }))) {
    await container.stop();
    throw new Error('Kafka did not start in its container within a minute');
  }
  return { container, url: advertised };
}
