import type { Stage } from '../stage/stage.ts';
import type { Random } from './random.ts';

/** What is drawn for one fault. */
export interface Drawn {
  /** What it hits, as the report names it. */
  readonly target: string;
  /** How long it lasts, in milliseconds; 0 for one that is over at once. */
  readonly ms: number;
  /** Further draws of the kind's own. */
  readonly detail?: Readonly<Record<string, string | number>>;
}

/** One fault of a plan. */
export interface Fault extends Drawn {
  /** From 1. */
  readonly number: number;
  readonly kind: string;
  /** Milliseconds from its beginning until the next one begins. */
  readonly gapMs: number;
}

/** What a fault reports while and after it is applied. */
export interface Happening {
  /** Milliseconds for which the server itself was away, where a server was. */
  serverAwayMs?: number;
}

/** A kind of fault, and how to bring it about. */
export interface FaultKind {
  readonly kind: string;
  /** How often it comes up, relative to the others. */
  readonly weight: number;
  /** On this bus alone; on both when absent. */
  readonly bus?: 'kafka' | 'redis';
  /** No other fault while it lasts. */
  readonly alone?: boolean;
  /** Why this machine cannot have it; null when it can. */
  readonly missing?: (stage: Stage) => string | null;
  readonly draw: (random: Random) => Drawn;
  /** Resolves when the fault is over and what it took away is given back. */
  readonly apply: (stage: Stage, fault: Fault) => Promise<Happening | undefined>;
}
