import type { Cluster } from '../cluster/cluster.ts';
import type { Manifests } from '../release/overlay.ts';
import type { Figure } from '../report/figure.ts';

/** The product in the cluster, and what a drill may do with it. */
export interface Scene {
  readonly context: string;
  readonly cluster: Cluster;
  readonly manifests: Manifests;
  /** Tag of the release that runs, and one that differs in nothing but its name. */
  readonly tag: string;
  readonly nextTag: string;
  /** Where the gateway answers from here. */
  readonly url: string;
  /** From the first `kubectl apply`, in milliseconds; null when the namespace was there before. */
  readonly deployment: { readonly firstPageMs: number; readonly completeMs: number } | null;
  readonly signal: AbortSignal;
  /** Shows a person how far it is. */
  readonly say: (line: string) => void;
}

/** @throws when the scene cannot be brought about; what is measured in it is told by figures */
export type Drill = (scene: Scene) => Promise<Figure[]>;

/** Longest that all pods may take to be replaced on a small machine. */
export const rolloutMs = 600_000;
