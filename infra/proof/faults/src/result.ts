import type { Journal } from './gamers/journal.ts';
import type { DrillOptions } from './options.ts';
import type { Fault, Happening } from './plan/fault.ts';
import type { Restart } from './stage/health.ts';

/** A fault that has come to pass. Times are milliseconds of the same clock as the journal's. */
export interface Happened extends Happening {
  readonly fault: Fault;
  readonly beganAt: number;
  endedAt: number | null;
  /** Why it could not be brought about, or not taken back. */
  error?: string;
}

/** What a check has found. */
export interface Problem {
  readonly check: string;
  /** Of the fault before which it was found. */
  readonly afterFault: number;
  readonly says: string;
}

/** One look at everything, with nobody writing. */
export interface QuietPoint {
  readonly afterFault: number;
  readonly beganAt: number;
  readonly endedAt: number;
  readonly readyMs: number;
  readonly progressMs: number;
  readonly convergedMs: number;
}

export interface DrillResult {
  readonly options: DrillOptions;
  readonly journal: Journal;
  readonly writers: readonly string[];
  readonly happened: readonly Happened[];
  readonly quiets: readonly QuietPoint[];
  readonly problems: readonly Problem[];
  readonly livenessRestarts: readonly Restart[];
  readonly skipped: readonly { readonly kind: string; readonly why: string }[];
  readonly oldCode: string;
  /** How much longer the machine takes than an idle one of two cores; every limit was multiplied by it. */
  readonly slowness: number;
  /** It was stopped before its end, and says nothing about what it has not looked at. */
  readonly interrupted: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
}
