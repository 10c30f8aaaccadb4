import { Cluster } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { mastersOf, type RedisClient } from './client.ts';
import { connectToOne } from './connect.ts';
import { type HealingRedis, type HealingRedisOptions, placeOf } from './healing-redis.ts';

export interface MasterConnectionsOptions<Use> {
  readonly url: string;
  /** A connection to the same address, which knows the masters. */
  readonly redis: RedisClient;
  readonly logger: Logger;
  readonly connection: HealingRedisOptions;
  /**
   * Called for each new connection before any data arrives.
   * @returns the use of the connection
   */
  readonly open: (connection: HealingRedis) => Use;
  /** Called when the masters have changed. */
  readonly onChange: () => void;
}

const nameOf = ({ options: { host, port } }: { options: HealingRedisOptions }) => `${host}:${port}`;

/**
 * Keeps a connection to each master, for messages about a server's own keys; in a cluster follows the current masters.
 */
export class MasterConnections<Use> {
  readonly #options: MasterConnectionsOptions<Use>;
  /** By the address of a cluster's node. */
  readonly #connections = new Map<string, { readonly connection: HealingRedis; readonly use: Use }>();

  constructor(options: MasterConnectionsOptions<Use>) {
    this.#options = options;
    const { redis, url, logger, connection } = options;
    if (redis instanceof Cluster) redis.on('refresh', () => this.#follow());
    else this.#add('', connectToOne(url, logger, connection));
  }

  /** Whether each master that `redis` knows has a connection; a new master may not have one yet. */
  get areComplete(): boolean {
    const { redis } = this.#options;
    if (!(redis instanceof Cluster)) return true;
    const masters = mastersOf(redis);
    return masters.length > 0 && masters.every((master) => this.#connections.has(nameOf(master)));
  }

  /** The uses of all current connections. */
  get uses(): readonly Use[] {
    return [...this.#connections.values()].map(({ use }) => use);
  }

  disconnect(): void {
    for (const { connection } of this.#connections.values()) connection.disconnect();
  }

  /** Follows the nodes that the cluster has just reported. */
  #follow(): void {
    const { redis, url, logger, connection, onChange } = this.#options;
    const masters = new Map(mastersOf(redis).map((master) => [nameOf(master), master]));
    const gone = [...this.#connections].filter(([name]) => !masters.has(name));
    for (const [name, former] of gone) {
      this.#connections.delete(name);
      former.connection.disconnect();
    }
    const added = [...masters].filter(([name]) => !this.#connections.has(name));
    for (const [name, { options }] of added) {
      const { host, port } = options;
      this.#add(name, connectToOne(undefined, logger, { ...placeOf(url).options, ...connection, host, port }));
    }
    if (gone.length + added.length > 0) onChange();
  }

  #add(name: string, connection: HealingRedis): void {
    this.#connections.set(name, { connection, use: this.#options.open(connection) });
  }
}
