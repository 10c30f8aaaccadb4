import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keepSecrets } from '@nightshelf/local/data-dir/kept-files.ts';
import { ensureDatabases } from '@nightshelf/local/product/databases.ts';
import { type Addresses, environmentsOf } from '@nightshelf/local/product/environments.ts';
import { childEnvironment, prepareProcess } from '@nightshelf/local/product/processes.ts';
import type { ProcessName, ServiceName } from '@nightshelf/local/product/topology.ts';
import { entryOf, fakes, services } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { readSettings } from '@nightshelf/local/settings/settings.ts';
import { databaseUrl, freePort } from '@nightshelf/servers';
import { withDatabase } from '@nightshelf/servers/postgres/databases.ts';
import type pg from 'pg';
import { Group, prepareReplica, type Replica } from './group.ts';
import { Servers } from './servers.ts';

export interface StageOptions {
  readonly bus: 'kafka' | 'redis';
  /** Called with each line that a process prints. */
  readonly onLine: (name: string, line: string) => void;
  readonly signal?: AbortSignal;
  /** How long a stopping instance still serves existing connections. */
  readonly lingerSeconds?: number;
}

export const replicated = [...services, 'gateway'] as const;

/** The product with two instances of every process, on servers of its own. */
export class Stage {
  readonly bus: 'kafka' | 'redis';
  readonly servers: Servers;
  readonly groups = new Map<ProcessName, Group>();
  readonly #stack = new AsyncDisposableStack();

  private constructor(bus: 'kafka' | 'redis', servers: Servers) {
    this.bus = bus;
    this.servers = servers;
  }

  /** Starts everything; leaves nothing behind when it throws. */
  static async start(options: StageOptions): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'nightshelf-drill-'));
    // For root, PostgreSQL runs as another user, who must be able to enter the folder.
    chmodSync(folder, 0o711);
    const stage = new Stage(options.bus, new Servers(folder));
    stage.#stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    try {
      await stage.#start(folder, options);
      return stage;
    } catch (error) {
      await stage.stop();
      throw error;
    }
  }

  /** The address of the gateways. */
  get url(): string {
    return `http://127.0.0.1:${this.group('gateway').proxy.port}`;
  }

  get replicas(): Replica[] {
    return [...this.groups.values()].flatMap(({ replicas }) => replicas);
  }

  group(name: ProcessName): Group {
    const group = this.groups.get(name);
    if (!group) throw new Error(`There is no ${name}`);
    return group;
  }

  /** Queries a service's database as the superuser, past the proxy. */
  query<Row extends pg.QueryResultRow>(service: ServiceName, sql: string): Promise<Row[]> {
    const connectionString = databaseUrl(this.servers.postgresUrl, service);
    const limits = { connectionTimeoutMillis: 5000, query_timeout: 30_000 };
    return withDatabase({ connectionString, ...limits }, async (client) => (await client.query<Row>(sql)).rows);
  }

  stop(): Promise<void> {
    return this.#stack.disposeAsync();
  }

  async #start(folder: string, { bus, onLine, signal, lingerSeconds }: StageOptions): Promise<void> {
    this.#stack.defer(() => this.servers.stop());
    await this.servers.start(bus === 'kafka');
    signal?.throwIfAborted();

    const secrets = keepSecrets(folder);
    await ensureDatabases({ services, adminUrl: this.servers.postgresUrl, passwordOf: secrets.database });
    this.#stack.defer(async () => void (await Promise.all([...this.groups.values()].map((group) => group.stop()))));
    for (const name of replicated) {
      const group = new Group();
      await group.proxy.listen();
      this.groups.set(name, group);
    }
    const staticDir = join(folder, 'client');
    mkdirSync(staticDir);
    writeFileSync(join(staticDir, 'index.html'), '<!doctype html><title>Nightshelf</title>');
    const ports = await this.#ports();
    const { adminUrl, ...addresses } = this.servers.addresses;
    const environments = environmentsOf(
      readSettings({ EVENT_BUS: bus, RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'warn', DEMO: '1' }),
      {
        ...addresses,
        staticDir,
        ports,
        databaseUrl: (name) => databaseUrl(adminUrl, name, { name, password: secrets.database(name) }),
      },
      secrets.identity,
    );
    const migrations = services.map((name) => {
      const env = childEnvironment(checkoutRoot, environments[name] ?? {});
      const options = { cwd: checkoutRoot, env, ...(signal && { signal }) };
      return promisify(execFile)(process.execPath, [entryOf(name), 'migrate'], options);
    });
    await Promise.allSettled(migrations);
    await Promise.all(migrations);
    signal?.throwIfAborted();

    const { simulator: env = {} } = environments;
    const onFailure = (error: Error) => onLine('simulator', error.message);
    const options = { root: checkoutRoot, ports, livenessMs: 0, onLine, onFailure, mayRestart: () => true };
    const simulator = prepareProcess('simulator', env, options);
    this.#stack.defer(() => simulator.stop());
    simulator.start();
    const linger: Record<string, string> = lingerSeconds === undefined ? {} : { LINGER_SECONDS: String(lingerSeconds) };
    for (const [name, group] of this.groups) {
      const env = { ...environments[name], ...linger };
      await group.start(await Promise.all([1, 2].map((number) => prepareReplica(name, number, env, onLine))));
      signal?.throwIfAborted();
    }
  }

  /** Other processes reach a group through its proxy; replicas choose their own ports. */
  async #ports(): Promise<Addresses['ports']> {
    const ports = {} as Record<ProcessName, { http: number; operations: number }>;
    for (const name of [...replicated, ...fakes]) {
      ports[name] = { http: this.groups.get(name)?.proxy.port ?? (await freePort()), operations: await freePort() };
    }
    return ports;
  }
}
