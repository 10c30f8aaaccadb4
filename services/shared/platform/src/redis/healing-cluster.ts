import { Cluster, type ClusterOptions } from 'ioredis';
import { heal } from './heal.ts';
import type { HealingRedisOptions } from './healing-redis.ts';
import type { Node } from './place.ts';

type Sent = Parameters<Cluster['sendCommand']>;

/**
 * Connections to a cluster's nodes, of which those that stay silent are replaced. ioredis asks who is a master now every few seconds,
 * and whenever a connection ends or a node sends it to another; what had no answer is sent again, as after any reconnection.
 */
export class HealingCluster extends Cluster {
  readonly #nodes: readonly Node[];

  /** @param nodes any of them; the others are asked for */
  constructor(nodes: readonly Node[], options: ClusterOptions & { readonly redisOptions: HealingRedisOptions }) {
    super([...nodes], options);
    this.#nodes = nodes;
    this.on('+node', (node) => heal(node, this.#each));
    // Whoever waits is told, instead of piling up.
    this.on('close', () => this.#refuseWaiting());
  }

  override sendCommand(...[command, stream, node]: Sent): unknown {
    // Also of what waits until a node is found, of which the nodes' own connections do not know.
    const { commandTimeout } = this.#each;
    if (commandTimeout !== undefined) command.setTimeout(commandTimeout);
    return super.sendCommand(command, stream, node);
  }

  override duplicate(nodes: readonly Node[] = [], options: Partial<ClusterOptions> = {}): HealingCluster {
    return new HealingCluster(nodes.length > 0 ? nodes : this.#nodes, {
      ...this.options,
      redisOptions: this.#each,
      ...options,
    });
  }

  /** What each node's connection is made with. */
  get #each(): HealingRedisOptions {
    return this.options.redisOptions ?? {};
  }

  #refuseWaiting(): void {
    (this as unknown as { flushQueue(fault: Error): void }).flushQueue(new Error('Connection is closed.'));
  }
}
