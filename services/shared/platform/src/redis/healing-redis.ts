import { Redis, type RedisOptions } from 'ioredis';
import { type Healing, heal } from './heal.ts';
import { type Node, placeOf } from './place.ts';

export interface HealingRedisOptions extends RedisOptions, Healing {
  /** Of a cluster: how often it is asked who its masters are, in milliseconds; 0 for only when a node is lost or sends to another. */
  readonly slotsRefreshInterval?: number;
}

/** With what a copy has to know of the connection that it is one of. */
interface OwnOptions extends HealingRedisOptions {
  readonly nodes?: readonly Node[];
}

/**
 * A connection to one server that is replaced when Redis stays silent. Copies by `duplicate` heal as well. Of a cluster it is to one of
 * its nodes: any of those that the address names, after each loss the next, until a node sends it to whoever has the key. So all that is
 * asked on it has to be of one slot.
 */
export class HealingRedis extends Redis {
  /** @param address as `placeOf` has it; not needed where the options say where it is, as a copy's do */
  constructor(address: string | undefined, options: OwnOptions) {
    const place = address === undefined ? { options: {}, nodes: options.nodes } : placeOf(address);
    const { nodes = [] } = place;
    let next = Math.floor(Math.random() * nodes.length);
    const of = { ...place.options, ...nodes[next], ...options, nodes };
    super('url' in place ? (place.url as string) : (undefined as never), of);
    heal(this, options);
    if (nodes.length > 0) {
      let isSent = false;
      this.options.reconnectOnError = ({ message }) => {
        const sentTo = /^MOVED \d+ (.*):(\d+)$/.exec(message);
        if (!sentTo) return false;
        const [, host, port] = sentTo;
        Object.assign(this.options, { ...(host && { host }), port: Number(port) });
        isSent = true;
        // Where it is asked again.
        return 2;
      };
      this.on('close', () => {
        next = (next + 1) % nodes.length;
        if (!isSent) Object.assign(this.options, nodes[next]);
        isSent = false;
      });
    }
  }

  override duplicate(override?: Partial<RedisOptions>): HealingRedis {
    return new HealingRedis(undefined, { ...this.options, ...override });
  }
}
