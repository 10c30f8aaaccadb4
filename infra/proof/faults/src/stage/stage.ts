import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessName } from '@nightshelf/local';
import { keepSecrets } from '@nightshelf/local/data-dir/secrets.ts';
import { childEnvironment } from '@nightshelf/local/product/child-environment.ts';
import { ensureDatabases } from '@nightshelf/local/product/databases.ts';
import { type Addresses, environmentsOf } from '@nightshelf/local/product/environments.ts';
import { migrateDatabases } from '@nightshelf/local/product/migrations.ts';
import { entryOf, services } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { readSettings } from '@nightshelf/local/settings/settings.ts';
import { Child } from '@nightshelf/local/supervisor/child.ts';
import { databaseUrl, freePort } from '@nightshelf/servers';
import { Balancer } from './balancer.ts';
import { Health } from './health.ts';
import { Injected } from './injected.ts';
import type { OldCode } from './old-code.ts';
import { Replica } from './replica.ts';
import { Replicas } from './replicas.ts';
import { Servers } from './servers.ts';

export interface StageOptions {
  readonly bus: 'kafka' | 'redis';
  /** Instances of each service and of the gateway. */
  readonly replicas: number;
  /** Each line that a process prints; `name-number` for a replica. */
  readonly onLine: (name: string, line: string) => void;
  readonly signal?: AbortSignal;
  readonly oldCode?: OldCode;
  /** Seconds for which an instance that stops still answers on connections that it has. */
  readonly lingerSeconds?: number;
}

/** The product as a cluster runs it, several instances of everything, with all that a fault needs a hold of. */
export interface Stage {
  readonly bus: 'kafka' | 'redis';
  /** Address of the gateways. */
  readonly url: string;
  readonly servers: Servers;
  readonly groups: ReadonlyMap<ProcessName, Replicas>;
  readonly health: Health;
  readonly oldCode: OldCode;
  readonly injected: Injected;
  /** Some instances run the release before. */
  oldServes: boolean;
  /** Whether they ever did: what they have stored says less. */
  oldHasServed: boolean;
  /** The environment with which an instance of this service runs. */
  env(name: ProcessName): Readonly<Record<string, string>>;
  group(name: ProcessName): Replicas;
  /** @param id as in `library-1` */
  replica(id: string): Replica;
  stop(): Promise<void>;
}

export const replicated = [...services, 'gateway'] as const;

/** Starts servers, simulator, and several instances of every service and of the gateway. Nothing is left when it throws. */
export async function startStage(options: StageOptions): Promise<Stage> {
  const stack = new AsyncDisposableStack();
  try {
    return await start(options, stack);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function start(options: StageOptions, stack: AsyncDisposableStack): Promise<Stage> {
  const { bus, onLine, signal } = options;
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-drill-'));
  // Root's PostgreSQL runs as another user, who has to pass through.
  chmodSync(folder, 0o711);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const servers = new Servers(folder, onLine);
  stack.defer(() => servers.stop());
  await servers.start(bus === 'kafka');
  signal?.throwIfAborted();

  const secrets = keepSecrets(folder);
  await ensureDatabases({ services, adminUrl: servers.postgres.adminUrl, passwordOf: secrets.database });
  const balancers = new Map<ProcessName, Balancer>();
  for (const name of replicated) balancers.set(name, await Balancer.start());
  const { adminUrl, ...addresses } = servers.addresses;
  const staticDir = join(folder, 'client');
  mkdirSync(staticDir);
  writeFileSync(join(staticDir, 'index.html'), '<!doctype html><title>Nightshelf</title>');
  const settings = readSettings({ EVENT_BUS: bus, RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'warn' });
  const environments = environmentsOf(
    settings,
    {
      ...addresses,
      staticDir,
      ports: await portsOf(balancers),
      databaseUrl: (name) => databaseUrl(adminUrl, name, { name, password: secrets.database(name) }),
    },
    secrets.identity,
  );
  await migrateDatabases({ services, root: checkoutRoot, environments, onLine });
  signal?.throwIfAborted();

  const env = (name: ProcessName) => ({
    ...environments[name],
    ...(options.lingerSeconds === undefined ? {} : { LINGER_SECONDS: String(options.lingerSeconds) }),
  });
  const simulator = simulatorOf(env('simulator'), onLine);
  stack.defer(() => simulator.stop());
  simulator.start();
  const groups = new Map<ProcessName, Replicas>();
  for (const [name, balancer] of balancers) {
    const numbers = Array.from({ length: options.replicas }, (_, index) => index + 1);
    const replica = (number: number) => Replica.prepare({ name, number, env: env(name), folder, onLine });
    groups.set(name, new Replicas(name, balancer, await Promise.all(numbers.map(replica))));
  }
  stack.defer(async () => void (await Promise.all([...groups.values()].map((group) => group.stop()))));
  for (const group of groups.values()) {
    await group.start();
    signal?.throwIfAborted();
  }
  const health = new Health([...groups.values()]);
  stack.defer(() => health.stop());
  const present = <Value>(value: Value | undefined, name: string): Value => {
    if (value === undefined) throw new Error(`There is no ${name}`);
    return value;
  };
  return {
    bus,
    url: present(balancers.get('gateway'), 'gateway').url,
    servers,
    groups,
    health,
    oldCode: options.oldCode ?? { root: null, says: 'not asked for' },
    injected: new Injected(),
    oldServes: false,
    oldHasServed: false,
    env,
    group: (name) => present(groups.get(name), name),
    replica: (id) => {
      const all = [...groups.values()].flatMap((group) => group.all);
      return present(
        all.find((replica) => replica.id === id),
        id,
      );
    },
    stop: () => stack.disposeAsync(),
  };
}

/** Everybody reaches a process through its balancer; where the instances themselves are is theirs to say. */
async function portsOf(balancers: ReadonlyMap<ProcessName, Balancer>): Promise<Addresses['ports']> {
  const pair = async (http?: number) => ({ http: http ?? (await freePort()), operations: await freePort() });
  const of = (name: ProcessName) => pair(balancers.get(name)?.wire.port);
  return {
    auth: await of('auth'),
    library: await of('library'),
    catalog: await of('catalog'),
    social: await of('social'),
    media: await of('media'),
    gateway: await of('gateway'),
    simulator: await of('simulator'),
    'identity-provider': await of('identity-provider'),
  };
}

function simulatorOf(env: Readonly<Record<string, string>>, onLine: StageOptions['onLine']): Child {
  return new Child({
    name: 'simulator',
    cwd: checkoutRoot,
    args: [entryOf('simulator')],
    env: childEnvironment(checkoutRoot, env),
    readyUrl: `http://127.0.0.1:${env.PORT}/healthz`,
    stopWithinMs: 3000,
    onLine: (line) => onLine('simulator', line),
    onWrongSettings: (said) => onLine('simulator', said),
  });
}
