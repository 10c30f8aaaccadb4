import type { Cluster } from '../cluster/cluster.ts';
import type { Manifests } from '../release/overlay.ts';
import { demanded, type Figure } from '../report/figure.ts';
import type { MixedLoad } from '../traffic/mixed-load.ts';

/** A cluster, and what a drill may do with it. */
export interface Ground {
  readonly context: string;
  readonly cluster: Cluster;
  readonly manifests: Manifests;
  /** Tag of the release that runs, and one that differs in nothing but its name. */
  readonly tag: string;
  readonly nextTag: string;
  readonly signal: AbortSignal;
  /** Shows a person how far it is. */
  readonly say: (line: string) => void;
}

/** The same with the product in it. */
export interface Scene extends Ground {
  /** Where the gateway answers from here. */
  readonly url: string;
  readonly load: MixedLoad;
  /** From the first `kubectl apply`, in milliseconds; null when the product was there before. */
  readonly deployment: { readonly firstPageMs: number; readonly completeMs: number } | null;
}

/** @throws when the scene cannot be brought about; what is measured in it is told by figures */
export type Drill = (scene: Scene) => Promise<Figure[]>;

/** Longest that all pods may take to be replaced on a small machine. */
export const rolloutMs = 600_000;

/** The figures of a drill or of a part of it; what could not be carried out is a failed one, and the others go on. */
export async function carriedOut(figures: Promise<Figure[]>): Promise<Figure[]> {
  try {
    return await figures;
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return [demanded('carried out', why.replaceAll(/\s+/g, ' '), false)];
  }
}
