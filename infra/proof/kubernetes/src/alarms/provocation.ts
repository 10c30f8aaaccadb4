import type { Cluster } from '../cluster/cluster.ts';

/** Something that alerts are to tell of, done to an installation and taken back. */
export interface Provocation {
  readonly name: string;
  /** The alerts that it has to set off. Others may come with it. */
  readonly fires: readonly string[];
  /** Does it. Ends once it is done, or begun, for what goes on by itself. */
  readonly begin: (place: Place) => Promise<void>;
  readonly end: (place: Place) => Promise<void>;
}

export interface Place {
  /** The namespace of the product. */
  readonly cluster: Cluster;
  /** The namespace of Prometheus. */
  readonly monitoring: Cluster;
  /** Of the gateway. */
  readonly url: string;
  /** Aborted when a provocation ends: for what it keeps doing. */
  readonly over: AbortSignal;
}

/** @param does what is to be done again and again until the provocation is over; its failures are what is wanted */
export function again(over: AbortSignal, everyMs: number, does: () => Promise<unknown>): void {
  const round = async () => {
    if (over.aborted) return;
    await does().catch(() => {});
    setTimeout(round, everyMs);
  };
  void round();
}
