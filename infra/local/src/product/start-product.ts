import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { databaseUrl, freePort } from '@nightshelf/servers';
import { type Kafka, startKafka } from '@nightshelf/servers/kafka.ts';
import { type Postgres, startPostgres } from '@nightshelf/servers/postgres.ts';
import { isFree, keptPort } from '@nightshelf/servers/process/kept.ts';
import type { ServerHandle } from '@nightshelf/servers/process/server-process.ts';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import { type Redis, startRedis } from '@nightshelf/servers/redis.ts';
import { type Environments, keepSecrets, writeEnvironments } from '../data-dir/kept-files.ts';
import { lockDataDir } from '../data-dir/lock.ts';
import { checkoutRoot } from '../root.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { nextDelay } from '../supervisor/child.ts';
import { ensureDatabases } from './databases.ts';
import { type Addresses, environmentsOf, publicOrigin } from './environments.ts';
import { ensureFrontend } from './frontend.ts';
import { addressesOf, type ProductProcess, prepareProcess, prepareServices } from './processes.ts';
import { fakes, type ProcessName, services } from './topology.ts';

/** The settings and data folder of a product, locked by this process. */
interface Place {
  /** Complete; DATA_DIR is absolute. */
  readonly settings: Settings;
  /** The data folder is deleted on stop. */
  readonly throwAway: boolean;
}

/**
 * Completes the settings and locks the data folder. Without PORT it picks a free port. Without DATA_DIR it creates a
 * temporary folder and simulates providers unless DEMO is set.
 * @param stack releases the folder and the port
 * @throws Refusal when the port or the data folder is in use
 */
async function takePlace(given: Partial<Settings>, root: string, stack: AsyncDisposableStack): Promise<Place> {
  const throwAway = given.DATA_DIR === undefined;
  const dataDir = given.DATA_DIR === undefined ? temporaryFolder(stack) : resolve(root, given.DATA_DIR);
  const settings = {
    ...readSettings({}),
    PORT: given.PORT ?? (await freePort()),
    DEMO: throwAway,
    ...given,
    DATA_DIR: dataDir,
  };
  stack.defer(lockDataDir(dataDir));
  if (!(await isFree(settings.PORT, settings.HOST))) {
    throw new Refusal(`Port ${settings.PORT} is in use. Stop what listens there, or set PORT to another one.`);
  }
  return { settings, throwAway };
}

function temporaryFolder(stack: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-'));
  // Under root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Servers {
  readonly postgres: Postgres;
  readonly redis: Redis;
  readonly redisCache: Redis;
  /** Null when the event bus is Redis or an external Kafka. */
  readonly kafka: Kafka | null;
}

interface ServersOptions {
  readonly dataDir: string;
  readonly throwAway: boolean;
  readonly withKafka: boolean;
  readonly stack: AsyncDisposableStack;
  readonly onLine: (name: string, line: string) => void;
}

/**
 * Starts the database, Redis and Kafka servers in parallel, and restarts any that dies.
 * @throws the first error, after every start has settled; `stack` stops the running servers
 */
async function startServers(options: ServersOptions): Promise<Servers> {
  const { dataDir, throwAway, withKafka, stack } = options;
  const hold = async <Server extends ServerHandle>(starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    if (stack.disposed) await server.stop();
    if (stack.disposed) throw new Error('The start was canceled');
    stack.defer(() => server.stop());
    keepAlive(server, options);
    return server;
  };
  const starting = [
    hold(startPostgres({ directory: join(dataDir, 'postgres'), throwAway })),
    hold(startRedis({ directory: join(dataDir, 'redis'), role: 'durable', throwAway })),
    hold(startRedis({ directory: join(dataDir, 'redis-cache'), role: 'cache', throwAway })),
    withKafka ? hold(startKafka({ directory: join(dataDir, 'kafka'), throwAway })) : null,
  ] as const;
  const settled = Promise.allSettled(starting);
  // When the start is canceled, servers that are still starting stop themselves.
  stack.defer(async () => void (await settled));
  await settled;
  const [postgres, redis, redisCache, kafka] = await Promise.all(starting);
  return { postgres, redis, redisCache, kafka };
}

/** Restarts only a server that died by itself: one killed through its handle stays down until its owner starts it. */
function keepAlive(server: ServerHandle, { stack, onLine }: ServersOptions): void {
  let delayMs = 0;
  let started = performance.now();
  const startAgain = async () => {
    delayMs = nextDelay(delayMs, performance.now() - started);
    onLine(server.name, `Ended; restarts in ${delayMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (stack.disposed) return;
    started = performance.now();
    try {
      await server.restart();
    } catch (error) {
      onLine(server.name, String(error));
      await startAgain();
    }
  };
  server.onUnexpectedExit = () => void startAgain();
}

const readyWithinMs = 90_000;

export interface ProductOptions {
  /** The launcher's settings. Without PORT, a free port is used; without DATA_DIR, a folder that is deleted on stop. */
  readonly settings?: Partial<Settings>;
  readonly root?: string;
  /** Called with each line of a process's output. */
  readonly onLine?: (name: string, line: string) => void;
  /** Called with a description of each start-up step. */
  readonly onStep?: (step: string) => void;
  /** Cancels the start and stops everything already started. */
  readonly signal?: AbortSignal;
}

export interface RunningProduct extends Servers {
  /** The address for browsers. */
  readonly url: string;
  readonly settings: Settings;
  readonly processes: ReadonlyMap<ProcessName, ProductProcess>;
  /** @throws when the product has no such process */
  process(name: ProcessName): ProductProcess;
  /** Never resolves; rejects with the SettingsError of a process that reports wrong settings. */
  readonly failure: Promise<never>;
  /** Stops gateway, services, fakes and servers in this order, within half a minute. */
  stop(): Promise<void>;
  /** Kills all processes immediately. */
  kill(): Promise<void>;
}

/**
 * Starts the whole product: servers, databases, migrations, fakes, services, gateway. Any number of products can run
 * side by side, each with its own data folder and ports.
 * @throws SettingsError or Refusal, after stopping everything that was started
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
  const ports = await choosePorts(settings, dataDir);
  const failure = Promise.withResolvers<never>();
  // Prevents an unhandled rejection when no caller awaits it.
  failure.promise.catch(() => {});
  let isStarted = false;
  const processesOptions = {
    ...{ root, ports, livenessMs: settings.LIVENESS_SECONDS * 1000, onLine },
    onFailure: failure.reject,
    mayRestart: () => isStarted,
  };
  const environmentsKnown = Promise.withResolvers<Environments>();
  // Traces name the process of each span.
  const together = settings.PROCESSES === '1' && !process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const serviceChildren = prepareServices(environmentsKnown.promise, together, processesOptions);
  const servicesProcesses = [...new Set(serviceChildren.values())];
  const stopServices = async () => void (await Promise.all(servicesProcesses.map((child) => child.stop())));
  stack.defer(stopServices);
  // The processes load their code, and the client is built, while the servers start.
  for (const child of servicesProcesses) child.start();
  const building = ensureFrontend(root, onStep);
  building.catch(() => undefined);
  const withKafka = settings.EVENT_BUS === 'kafka' && !settings.KAFKA_BROKERS;
  onStep(`Starting PostgreSQL${withKafka ? ', Redis and Kafka' : ' and Redis'}`);
  const starting = startServers({ dataDir, throwAway, withKafka, stack, onLine });
  const servers = await Promise.race([starting, failure.promise]);
  const { adminUrl } = servers.postgres;
  onStep('Preparing the databases');
  await ensureDatabases({ services, adminUrl, passwordOf: secrets.database });

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
  const processes = new Map<ProcessName, ProductProcess>();
  for (const [key, env] of Object.entries(environments)) {
    const name = key as ProcessName;
    const child = serviceChildren.get(name) ?? prepareProcess(name, env, processesOptions);
    processes.set(name, { child, env, ...addressesOf(name, ports) });
  }
  // Services may share one.
  const children = new Set([...processes.values()].map(({ child }) => child));
  const stopProcess = async (name: ProcessName) => processes.get(name)?.child.stop();
  // Stops the gateway first and the fakes last.
  stack.defer(async () => void (await Promise.all(fakes.map(stopProcess))));
  stack.defer(stopServices);
  stack.defer(() => stopProcess('gateway'));
  const start = (name: ProcessName) => {
    // A canceled start may still call this.
    if (!stack.disposed) processes.get(name)?.child.start();
  };
  const startAll = async () => {
    onStep('Starting the services');
    for (const name of fakes) start(name);
    environmentsKnown.resolve(environments);
    await building;
    start('gateway');
    const late = await Promise.all(
      [...children].map(async (child) => ((await child.ready(readyWithinMs)) ? [] : [child.name])),
    );
    const names = late.flat().join(', ');
    if (names) throw new Refusal(`Not ready within ${readyWithinMs / 1000} s: ${names}`);
  };
  await Promise.race([startAll(), failure.promise]);
  isStarted = true;

  return {
    ...servers,
    url: publicOrigin(settings),
    settings,
    processes,
    failure: failure.promise,
    process: (name) => {
      const found = processes.get(name);
      if (!found) throw new Error(`The product has no process ${name}`);
      return found;
    },
    stop: () => stack.disposeAsync(),
    kill: async () => {
      const { postgres, redis, redisCache, kafka } = servers;
      for (const child of children) void child.stop('SIGKILL');
      await Promise.all([postgres, redis, redisCache, kafka].map((server) => server?.kill('SIGKILL')));
      await stack.disposeAsync();
    },
  };
}

async function choosePorts({ PORT }: Settings, dataDir: string): Promise<Addresses['ports']> {
  const known: Partial<Record<ProcessName, number>> = {
    gateway: PORT,
    // Stored games and videos hold the addresses of the simulator's pictures, so its port must survive a restart.
    simulator: await keptPort(join(dataDir, 'simulator-port')),
    // Linked accounts refer to the provider by its address.
    'identity-provider': await keptPort(join(dataDir, 'identity-provider-port')),
  };
  const ports = {} as Record<ProcessName, { http: number; operations: number }>;
  for (const name of [...services, ...fakes, 'gateway'] as const) {
    ports[name] = { http: known[name] ?? (await freePort()), operations: await freePort() };
  }
  return ports;
}
