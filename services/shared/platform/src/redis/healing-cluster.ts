import { Cluster, type ClusterOptions } from 'ioredis';
import { heal } from './heal.ts';
import type { HealingRedisOptions } from './healing-redis.ts';
import type { Node } from './place.ts';

type Sent = Parameters<Cluster['sendCommand']>;

/**
 * A cluster client that replaces connections to silent nodes. ioredis looks the masters up every few seconds, after a
 * lost connection and after a redirection; commands without a response are resent.
 */
export class HealingCluster extends Cluster {
  readonly #nodes: readonly Node[];

  /** @param nodes any of the cluster's nodes; it discovers the others */
  constructor(nodes: readonly Node[], options: ClusterOptions & { readonly redisOptions: HealingRedisOptions }) {
    super([...nodes], options);
    this.#nodes = nodes;
    this.on('+node', (node) => heal(node, this.#each));
    // Fails queued commands instead of letting them pile up.
    this.on('close', () => this.#refuseWaiting());
  }

  override sendCommand(...[command, stream, node]: Sent): unknown {
    // Also limits commands that wait for a node, which the nodes' connections do not know yet.
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

  /** Options of each node's connection. */
  get #each(): HealingRedisOptions {
    return this.options.redisOptions ?? {};
  }

  #refuseWaiting(): void {
    (this as unknown as { flushQueue(fault: Error): void }).flushQueue(new Error('Connection is closed.'));
  }
}
