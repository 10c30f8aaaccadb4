import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Kafka, type ServerHandle, startKafka, startPostgres, startRedis } from '@nightshelf/servers';
import { findRedis, withRedis } from '@nightshelf/servers/redis.ts';
import { TcpProxy } from '@nightshelf/testing/tcp-proxy.ts';
import { until } from '@nightshelf/testing/until.ts';
import type { Redis } from 'ioredis';

export type ServerName = 'postgres' | 'redis' | 'redis-cache' | 'kafka';

const restartTimeoutMs = 180_000;

/** PostgreSQL, both Redis servers and, if wanted, Kafka, each behind a proxy. */
export class Servers {
  readonly #folder: string;
  readonly #handles = new Map<ServerName, ServerHandle & { readonly port: number }>();
  readonly #proxies = new Map<ServerName, TcpProxy>();
  /** The last operation on each server. */
  readonly #operations = new Map<ServerName, Promise<unknown>>();
  /** The superuser's URL; it bypasses the proxy. */
  postgresUrl = '';
  #redisUrl = '';
  #cacheUrl = '';

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(withKafka: boolean): Promise<void> {
    const names: ServerName[] = ['postgres', 'redis', 'redis-cache', ...(withKafka ? (['kafka'] as const) : [])];
    for (const name of names) this.#proxies.set(name, await new TcpProxy(() => this.#handles.get(name)).listen());
    const directory = (name: ServerName) => join(this.#folder, name);
    const [postgres, redis, cache] = await Promise.all([
      startPostgres({ directory: directory('postgres'), throwAway: true }),
      startRedis({ directory: directory('redis'), role: 'durable', throwAway: true }),
      startRedis({ directory: directory('redis-cache'), role: 'cache', throwAway: true }),
      withKafka ? this.#startKafka() : undefined,
    ]);
    this.#handles.set('postgres', postgres).set('redis', redis).set('redis-cache', cache);
    [this.postgresUrl, this.#redisUrl, this.#cacheUrl] = [postgres.adminUrl, redis.url, cache.url];
    // An append-only file that only grows can be copied while Redis runs.
    await this.redis((client) => client.config('SET', 'auto-aof-rewrite-percentage', '0'));
  }

  /** The addresses for clients, which lead through the proxies. */
  get addresses() {
    const proxied = (address: string, name: ServerName) => {
      const url = new URL(address);
      url.port = String(this.proxy(name).port);
      return url.href;
    };
    return {
      adminUrl: proxied(this.postgresUrl, 'postgres'),
      redisUrl: proxied(this.#redisUrl, 'redis'),
      redisCacheUrl: proxied(this.#cacheUrl, 'redis-cache'),
      kafkaBrokers: this.#proxies.has('kafka') ? `127.0.0.1:${this.proxy('kafka').port}` : null,
    };
  }

  proxy(name: ServerName): TcpProxy {
    const proxy = this.#proxies.get(name);
    if (!proxy) throw new Error(`There is no ${name}`);
    return proxy;
  }

  server(name: ServerName): ServerHandle {
    const handle = this.#handles.get(name);
    if (!handle) throw new Error(`There is no ${name}`);
    return handle;
  }

  /** Runs `operate` after earlier operations on the same server, because overlapping faults may hit one server. */
  exclusively<Result>(name: ServerName, operate: () => Promise<Result>): Promise<Result> {
    const operation = (this.#operations.get(name) ?? Promise.resolve()).then(operate);
    this.#operations.set(
      name,
      operation.catch(() => undefined),
    );
    return operation;
  }

  async restart(name: ServerName): Promise<void> {
    const started = () =>
      this.server(name)
        .restart()
        .then(() => true);
    await until(`${name} starts`, started, restartTimeoutMs);
  }

  /** Connects to the durable Redis past the proxy. */
  redis<Result>(act: (client: Redis) => Promise<Result>): Promise<Result> {
    return withRedis(this.#redisUrl, act, { retryStrategy: (attempt) => Math.min(attempt * 50, 500) });
  }

  get redisFilesMissing(): string | null {
    return findRedis()?.kind === 'program' ? null : 'Redis runs in a container';
  }

  /** Copies what Redis holds now. @returns a function that kills Redis and restarts it with that copy */
  async snapshotRedis(): Promise<() => Promise<void>> {
    const data = join(this.#folder, 'redis', 'appendonlydir');
    const copy = join(this.#folder, `redis-${performance.now()}`);
    await this.exclusively('redis', async () => cpSync(data, copy, { recursive: true }));
    return async () => {
      await this.server('redis').kill('SIGKILL');
      rmSync(data, { recursive: true, force: true });
      cpSync(copy, data, { recursive: true });
      rmSync(copy, { recursive: true });
      await this.restart('redis');
    };
  }

  /** Replaces Kafka with a new, empty broker. */
  async emptyKafka(): Promise<void> {
    const old = this.server('kafka');
    await old.kill('SIGKILL');
    await old.stop();
    await this.#startKafka();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#proxies.values()].map((proxy) => proxy.stop()));
    await Promise.allSettled([...this.#handles.values()].map((handle) => handle.stop()));
  }

  async #startKafka(): Promise<void> {
    const directory = join(this.#folder, `kafka-${performance.now()}`);
    const kafka: Kafka = await startKafka({
      directory,
      advertisedPort: this.proxy('kafka').port,
      throwAway: true,
    });
    this.#handles.set('kafka', kafka);
  }
}
