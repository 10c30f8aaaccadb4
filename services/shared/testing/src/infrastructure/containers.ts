import { freePort } from '@nightshelf/servers';
import { kafkaImage } from '@nightshelf/servers/kafka/find-kafka.ts';
import { brokerVariables } from '@nightshelf/servers/kafka/settings.ts';
import { redisImage } from '@nightshelf/servers/redis.ts';
import { GenericContainer, Wait } from 'testcontainers';
import { logicalDatabases, type ServerSource } from './shape.ts';

const postgresImage = 'postgres:18-bookworm';

const startWithinMs = 120_000;

/** Starts the servers through testcontainers, whose reaper removes them even when this process is killed. */
export const containers: ServerSource = {
  async postgres() {
    // The image first starts a server that only creates the database.
    const isReady = Wait.forLogMessage(/ready to accept connections/, 2);
    const container = await new GenericContainer(postgresImage)
      .withEnvironment({
        POSTGRES_PASSWORD: 'postgres',
        POSTGRES_INITDB_ARGS: '--locale-provider=builtin --builtin-locale=C.UTF-8',
      })
      .withCommand(['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forAll([isReady, Wait.forListeningPorts()]))
      .withStartupTimeout(startWithinMs)
      .start();
    const url = `postgresql://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
    return { url, stop: () => container.stop() };
  },

  async redis() {
    const container = await new GenericContainer(redisImage)
      // Without a password Redis refuses connections from outside its container.
      .withCommand(['redis-server', '--databases', String(logicalDatabases), '--save', '', '--protected-mode', 'no'])
      .withExposedPorts(6379)
      .withStartupTimeout(startWithinMs)
      .start();
    return {
      url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
      stop: () => container.stop(),
    };
  },

  /** The port is chosen beforehand, because the broker must know the address at which clients reach it. */
  async kafka() {
    const port = await freePort();
    const advertised = `localhost:${port}`;
    const container = await new GenericContainer(kafkaImage)
      .withEnvironment(brokerVariables(advertised))
      .withExposedPorts({ container: 9092, host: port })
      .withWaitStrategy(Wait.forLogMessage(/Transitioning from RECOVERY to RUNNING/))
      .withStartupTimeout(startWithinMs)
      .start();
    return { url: advertised, stop: () => container.stop() };
  },
};
