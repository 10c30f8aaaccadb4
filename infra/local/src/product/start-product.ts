import { join } from 'node:path';
import { databaseUrl, freePort } from '@nightshelf/servers';
import { keptPort } from '@nightshelf/servers/process/kept-port.ts';
import { writeEnvironments } from '../data-dir/environment-file.ts';
import { keepSecrets } from '../data-dir/secrets.ts';
import { checkoutRoot } from '../root.ts';
import type { Settings } from '../settings/settings.ts';
import { ensureDatabases } from './databases.ts';
import { type Addresses, environmentsOf, publicOrigin } from './environments.ts';
import { ensureFrontend } from './frontend.ts';
import { prepareLaunch } from './launch.ts';
import { migrateDatabases } from './migrations.ts';
import { takePlace } from './place.ts';
import type { ProductProcess } from './processes.ts';
import { type Servers, startServers } from './servers.ts';
import { type ProcessName, services, standIns } from './topology.ts';

export interface ProductOptions {
  /** The launcher's settings. Without PORT a free one is taken, without DATA_DIR a folder that is deleted on stop. */
  readonly settings?: Partial<Settings>;
  /** Folder of the checkout. */
  readonly root?: string;
  /** Called with each line that a process of the product prints. */
  readonly onLine?: (name: string, line: string) => void;
  /** Called with each step of the start, in words for a person. */
  readonly onStep?: (step: string) => void;
  /** Gives up the start, and stops what has been started. */
  readonly signal?: AbortSignal;
}

export interface RunningProduct extends Servers {
  /** Where a browser finds it. */
  readonly url: string;
  readonly settings: Settings;
  readonly processes: ReadonlyMap<ProcessName, ProductProcess>;
  /** @throws when the product has no such process */
  process(name: ProcessName): ProductProcess;
  /** Never resolves; rejects with the SettingsError of a process that says its settings are wrong. */
  readonly wrongSettings: Promise<never>;
  /** Stops everything in order: gateway, services, stand-ins, servers. Takes no more than half a minute. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  kill(): Promise<void>;
}

/**
 * Starts the whole product: servers, databases, migrations, stand-ins, services, gateway. Any number of products run side
 * by side, each with its own data folder and ports.
 * @throws SettingsError, or Refusal in words for a person; nothing is left running then
 */
export async function startProduct(options: ProductOptions = {}): Promise<RunningProduct> {
  const stack = new AsyncDisposableStack();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(options.signal?.reason);
  options.signal?.addEventListener('abort', abort);
  try {
    return await Promise.race([startIn(options, stack), aborted]);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

async function startIn(options: ProductOptions, stack: AsyncDisposableStack): Promise<RunningProduct> {
  const { root = checkoutRoot, onLine = () => {}, onStep = () => {} } = options;
  const { settings, throwAway } = await takePlace(options.settings ?? {}, root, stack);
  const dataDir = settings.DATA_DIR;
  const secrets = keepSecrets(dataDir);
  const withKafka = settings.EVENT_BUS === 'kafka' && !settings.KAFKA_BROKERS;
  onStep(`Starting PostgreSQL${withKafka ? ', Redis and Kafka' : ' and Redis'}`);
  // The client is needed when the first page is asked for, and built beside all else.
  const building = ensureFrontend(root, onStep);
  building.catch(() => undefined);
  const servers = await startServers({ dataDir, throwAway, withKafka, stack, onLine });
  const { adminUrl } = servers.postgres;
  await ensureDatabases({ services, adminUrl, passwordOf: secrets.database });

  const ports = await choosePorts(settings, dataDir);
  const addresses: Addresses = {
    ports,
    databaseUrl: (name) => databaseUrl(adminUrl, name, { name, password: secrets.database(name) }),
    redisUrl: servers.redis.url,
    redisCacheUrl: servers.redisCache.url,
    kafkaBrokers: settings.EVENT_BUS === 'kafka' ? (servers.kafka?.brokers ?? settings.KAFKA_BROKERS ?? null) : null,
    staticDir: join(root, 'frontend', 'dist'),
  };
  const environments = environmentsOf(settings, addresses, secrets.identity);
  writeEnvironments(dataDir, environments);
  const { processes, wrongSettings, start, ready } = prepareLaunch(
    { root, environments, ports, livenessMs: settings.LIVENESS_SECONDS * 1000, onLine },
    stack,
  );
  const startAll = async () => {
    onStep('Preparing the databases');
    for (const name of standIns) start(name);
    // A service starts while the databases of others are still prepared.
    await migrateDatabases({ services, root, environments, onLine, onMigrated: start });
    await building;
    onStep('Starting the services');
    start('gateway');
    await ready();
  };
  await Promise.race([startAll(), wrongSettings]);

  return {
    ...servers,
    url: publicOrigin(settings),
    settings,
    processes,
    wrongSettings,
    process: (name) => {
      const found = processes.get(name);
      if (!found) throw new Error(`The product has no process ${name}`);
      return found;
    },
    stop: () => stack.disposeAsync(),
    kill: async () => {
      const { postgres, redis, redisCache, kafka } = servers;
      for (const { child } of processes.values()) void child.stop('SIGKILL');
      await Promise.all([postgres, redis, redisCache, kafka].map((server) => server?.kill('SIGKILL')));
      await stack.disposeAsync();
    },
  };
}

async function choosePorts({ PORT }: Settings, dataDir: string): Promise<Addresses['ports']> {
  const pair = async (http?: number) => ({ http: http ?? (await freePort()), operations: await freePort() });
  // The addresses of the simulator's pictures are stored with games and videos, and have to lead there after a restart.
  const simulator = await pair(await keptPort(join(dataDir, 'simulator-port')));
  // Accounts are linked to the provider by its address.
  const identityProvider = await pair(await keptPort(join(dataDir, 'identity-provider-port')));
  const [auth, library, catalog, social, media, gateway] = await Promise.all([
    pair(),
    pair(),
    pair(),
    pair(),
    pair(),
    pair(PORT),
  ]);
  return { auth, library, catalog, social, media, simulator, 'identity-provider': identityProvider, gateway };
}
