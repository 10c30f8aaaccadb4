import { Cluster } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { mastersOf, type RedisClient } from './client.ts';
import { connectToOne } from './connect.ts';
import type { HealingRedis, HealingRedisOptions } from './healing-redis.ts';
import { placeOf } from './place.ts';

export interface MasterConnectionsOptions<Use> {
  readonly url: string;
  /** Connected to the same address: it tells who the masters are. */
  readonly redis: RedisClient;
  readonly logger: Logger;
  readonly connection: HealingRedisOptions;
  /** Called for each connection before anything has come over it. @returns what is made of it */
  readonly open: (connection: HealingRedis) => Use;
  /** Called when there are other masters than before. */
  readonly onChange: () => void;
}

const nameOf = ({ options: { host, port } }: { options: HealingRedisOptions }) => `${host}:${port}`;

/** A connection to each master, for what a server tells of its own keys alone; of a cluster whoever is one at that time. */
export class MasterConnections<Use> {
  readonly #options: MasterConnectionsOptions<Use>;
  /** By where a cluster's node is. */
  readonly #connections = new Map<string, { readonly connection: HealingRedis; readonly use: Use }>();

  constructor(options: MasterConnectionsOptions<Use>) {
    this.#options = options;
    const { redis, url, logger, connection } = options;
    if (redis instanceof Cluster) redis.on('refresh', () => this.#follow());
    else this.#add('', connectToOne(url, logger, connection));
  }

  /** Whether there is one to every master of which `redis` knows; one that it has just been sent to may not have its own yet. */
  get areComplete(): boolean {
    const { redis } = this.#options;
    if (!(redis instanceof Cluster)) return true;
    const masters = mastersOf(redis);
    return masters.length > 0 && masters.every((master) => this.#connections.has(nameOf(master)));
  }

  /** What has been made of those that there are. */
  get uses(): readonly Use[] {
    return [...this.#connections.values()].map(({ use }) => use);
  }

  disconnect(): void {
    for (const { connection } of this.#connections.values()) connection.disconnect();
  }

  /** With the nodes that the cluster has just named. */
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
