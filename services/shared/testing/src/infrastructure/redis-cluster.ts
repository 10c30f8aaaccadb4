import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, type Redis as Server, startRedis } from '@nightshelf/servers';
import { withRedis } from '@nightshelf/servers/redis.ts';
import { Redis } from 'ioredis';
import { closeAfterTests } from '../close-after-tests.ts';
import { until } from '../until.ts';

const run = promisify(execFile);

/**
 * A Redis cluster for one test file: three masters, optionally with replicas, that declare a node failed after two
 * seconds.
 */
export class RedisCluster {
  readonly #password: string;
  readonly #directory: string;
  readonly #nodes: Server[] = [];

  private constructor(directory: string) {
    this.#directory = directory;
    this.#password = randomUUID();
  }

  static async start(directory: string, replicas: 0 | 1 = 0): Promise<RedisCluster> {
    const cluster = new RedisCluster(directory);
    closeAfterTests(() => cluster.stop());
    const addresses: string[] = [];
    for (let at = 0; at < 3 * (1 + replicas); at += 1) addresses.push((await cluster.#startNode()).address);
    await cluster.#manage('create', ...addresses, '--cluster-replicas', String(replicas), '--cluster-yes');
    await cluster.untilWhole();
    return cluster;
  }

  /** Names two nodes; clients discover the others. */
  get url(): string {
    const places = this.#nodes.slice(0, 2).map(({ port }) => `127.0.0.1:${port}`);
    return `redis+cluster://:${this.#password}@${places.join(',')}`;
  }

  get nodes(): readonly Server[] {
    return this.#nodes;
  }

  /** Returns the current master of a key, as the other nodes see it. */
  async masterOf(key: string): Promise<Server> {
    return this.ask(async (redis) => {
      const slot = await redis.cluster('KEYSLOT', key);
      const found = (await redis.cluster('SLOTS')).find(([from, to]) => from <= slot && slot <= to);
      const server = this.#nodes.find(({ port }) => port === found?.[2]?.[1]);
      if (!server) throw new Error(`No node has the slot of ${key}`);
      return server;
    });
  }

  /** Runs a command on any one node that responds. */
  async ask<Result>(act: (redis: Redis) => Promise<Result>): Promise<Result> {
    let fault: unknown;
    for (const server of this.#nodes) {
      try {
        return await this.askNode(server, act);
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  askNode<Result>({ url }: Server, act: (redis: Redis) => Promise<Result>): Promise<Result> {
    return withRedis(url, act, { retryStrategy: () => null, maxRetriesPerRequest: 0, commandTimeout: 1000 });
  }

  /** Adds a master that takes over the slots of these keys while all nodes serve. */
  async grow(keys: readonly string[]): Promise<Server> {
    const [first] = this.#nodes;
    const { server, address } = await this.#startNode();
    await this.#manage('add-node', address, `127.0.0.1:${first?.port}`);
    await this.untilWhole();
    for (const key of keys) await this.#move(key, server);
    return server;
  }

  /** Waits until every node knows a master for all keys. */
  async untilWhole(): Promise<void> {
    for (const node of this.#nodes) {
      await until(
        'the cluster is whole',
        () => this.askNode(node, async (redis) => String(await redis.cluster('INFO')).includes('cluster_state:ok')),
        60_000,
      );
    }
  }

  /**
   * Waits until replicas have their masters' data, because an earlier takeover would lose it. A returning master copies
   * nothing until it has learned who replaced it.
   */
  async untilCopied(): Promise<void> {
    await until(
      'all is copied',
      async () => {
        const views = new Set<string>();
        for (const node of this.#nodes) {
          const info = await this.askNode(node, (redis) => redis.info('replication')).catch(() => '');
          if (info.includes('master_link_status:down')) return false;
          views.add(await this.#mastersAsSeenBy(node));
        }
        return views.size === 1;
      },
      60_000,
    );
  }

  /** Returns which ports have which slots; an empty string when the node does not respond. */
  async #mastersAsSeenBy(node: Server): Promise<string> {
    const slots = await this.askNode(node, (redis) => redis.cluster('SLOTS')).catch(() => []);
    const masters = slots.map(([from, to, master]) => `${from}-${to} ${master?.[1]}`);
    return masters.toSorted().join();
  }

  async keys(): Promise<string[]> {
    const each = this.#nodes.map((node) =>
      this.askNode(node, async (redis) => {
        const isMaster = String(await redis.info('replication')).includes('role:master');
        return isMaster ? redis.keys('*') : [];
      }).catch(() => []),
    );
    return (await Promise.all(each)).flat();
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) await node.kill('SIGCONT').catch(() => undefined);
    await Promise.all(this.#nodes.map((node) => node.stop()));
  }

  /** Follows the steps of the Redis manual; in between, the new master serves the keys that have moved. */
  async #move(key: string, to: Server): Promise<void> {
    const from = await this.masterOf(key);
    const [source, target] = [new Redis(from.url), new Redis(to.url)];
    try {
      const slot = await source.cluster('KEYSLOT', key);
      const [sourceId, targetId] = await Promise.all([source, target].map((redis) => redis.call('CLUSTER', 'MYID')));
      await target.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', sourceId as string);
      await source.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', targetId as string);
      for (;;) {
        const keys = (await source.call('CLUSTER', 'GETKEYSINSLOT', slot, 100)) as string[];
        if (keys.length === 0) break;
        const login = ['AUTH', this.#password, 'KEYS', ...keys];
        await source.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5000, ...login);
      }
      for (const redis of [target, source]) await redis.call('CLUSTER', 'SETSLOT', slot, 'NODE', targetId as string);
    } finally {
      for (const redis of [source, target]) redis.disconnect();
    }
  }

  async #startNode() {
    const at = this.#nodes.length;
    const busPort = await freePort();
    const directory = join(this.#directory, `node-${at}`);
    const cluster = { password: this.#password, busPort };
    const server = await startRedis({ directory, role: 'durable', throwAway: true, cluster });
    this.#nodes.push(server);
    return { server, address: `127.0.0.1:${server.port}@${busPort}` };
  }

  async #manage(...args: readonly string[]): Promise<void> {
    const env = { ...process.env, REDISCLI_AUTH: this.#password };
    await run('redis-cli', ['--cluster', ...args], { env, timeout: 60_000 });
  }
}
