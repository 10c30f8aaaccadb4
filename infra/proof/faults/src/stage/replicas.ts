import type { ProcessName } from '@nightshelf/local';
import type { Balancer } from './balancer.ts';
import type { Replica } from './replica.ts';

/** Two minutes: a machine that is busy with a whole start of the product takes its time. */
const startWithinMs = 120_000;

/** The instances of one process of the product behind an address of their own. */
export class Replicas {
  readonly name: ProcessName;
  readonly balancer: Balancer;
  readonly all: readonly Replica[];
  /** Being replaced: they get no connections, whatever they say. */
  readonly leaving = new Set<Replica>();

  constructor(name: ProcessName, balancer: Balancer, all: readonly Replica[]) {
    this.name = name;
    this.balancer = balancer;
    this.all = all;
  }

  /** Starts all of them and sends them connections. @throws when one does not become ready */
  async start(): Promise<void> {
    await Promise.all(this.all.map((replica) => this.#startOne(replica)));
  }

  /** Replaces one after the other: takes it out, stops it in good order, waits for its successor. */
  async restartInTurn(): Promise<void> {
    for (const replica of this.all) await this.replace(replica);
  }

  /** @param root checkout whose code the successor runs; as before when absent */
  async replace(replica: Replica, root?: string): Promise<void> {
    this.leaving.add(replica);
    this.balancer.remove(replica.port);
    await replica.stop();
    this.leaving.delete(replica);
    if (root !== undefined) replica.runCodeOf(root);
    await this.#startOne(replica);
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((replica) => replica.stop()));
    await this.balancer.stop();
  }

  async #startOne(replica: Replica): Promise<void> {
    replica.start();
    await replica.becomesReady(startWithinMs);
    this.balancer.add(replica.port);
  }
}
