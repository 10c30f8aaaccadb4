import { Redis, type RedisOptions } from 'ioredis';
import { type Healing, heal } from './heal.ts';
import { type Node, placeOf } from './place.ts';

export interface HealingRedisOptions extends RedisOptions, Healing {
  /** In a cluster: interval between lookups of its masters; 0 for only after a lost node or a redirection. */
  readonly slotsRefreshInterval?: number;
}

/** Options that a duplicate needs from its original. */
interface OwnOptions extends HealingRedisOptions {
  readonly nodes?: readonly Node[];
}

/**
 * A connection to one server that is replaced when Redis stays silent; duplicates are too. In a cluster it connects to
 * one of the given nodes, to the next one after each loss, and follows redirections, so all its commands must use keys
 * of one slot.
 */
export class HealingRedis extends Redis {
  /** @param address as in `placeOf`; optional when the options contain the place, as for a duplicate */
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
        // Resends the command there.
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
