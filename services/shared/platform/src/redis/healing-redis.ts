import { Redis, type RedisOptions } from 'ioredis';
import { type Healing, heal } from './heal.ts';
import { placeOf } from './place.ts';

export interface HealingRedisOptions extends RedisOptions, Healing {
  /** Of a cluster: how often it is asked who its masters are, in milliseconds; 0 for only when a node is lost or sends to another. */
  readonly slotsRefreshInterval?: number;
}

/**
 * A connection to one server that is replaced when Redis stays silent. Copies by `duplicate` heal as well. Of a cluster it is to any of
 * the nodes that the address names, after each loss to the next: for what every node tells, such as messages.
 */
export class HealingRedis extends Redis {
  /** @param address as `placeOf` has it; not needed where the options say where it is, as a copy's do */
  constructor(address: string | undefined, options: HealingRedisOptions) {
    const { url, options: own = {}, nodes = [] } = address === undefined ? {} : placeOf(address);
    const first = Math.floor(Math.random() * nodes.length);
    super(url as string, { ...own, ...nodes[first], ...options });
    heal(this, options);
    let losses = 0;
    this.on('close', () => {
      losses += 1;
      Object.assign(this.options, nodes[(first + losses) % nodes.length]);
    });
  }

  override duplicate(override?: Partial<RedisOptions>): HealingRedis {
    return new HealingRedis(undefined, { ...this.options, ...override });
  }
}
