import type { Asker } from './asker.ts';

/** The allowances that a request uses. */
export interface Claim {
  /** Shared pools: the name, and the most requests of all callers together in a window. */
  readonly pools: readonly (readonly [name: string, most: number])[];
  /** The caller's names, each with the fraction of the pools' remainder that its requests may use. */
  readonly parts: readonly (readonly [name: string, fraction: number])[];
}

/** Fractions of a window for all visitors, and for all requested games; at least one request. */
const ofVisitors = 0.5;
const ofRequests = 0.5;
/** The fraction reserved for requested games in windows that fetch them. */
const keptForRequests = 0.25;

/**
 * Dynamic thresholds (Choudhury and Hahne): a caller may use this fraction of what is left, so that some always remains
 * for the next one.
 */
const fractions = { visitor: 1 / 4, user: 1 / 2, usersOfNetwork: 1, request: 1 / 2 };

/**
 * @param points requests that the window allows
 * @param forRequests whether this window also fetches requested games
 */
export function claimOf(asker: Asker, points: number, forRequests: boolean): Claim {
  const all = ['all', points] as const;
  if (asker.kind === 'request') {
    return { pools: [all, ['requests', part(points, ofRequests)]], parts: [[`r:${asker.userId}`, fractions.request]] };
  }
  const people = ['people', part(points, forRequests ? 1 - keptForRequests : 1)] as const;
  if (asker.kind === 'visitor') {
    const pools = [all, people, ['visitors', part(points, ofVisitors)] as const];
    return { pools, parts: [[`v:${asker.network}`, fractions.visitor]] };
  }
  // Accounts are free, so those of one network also share an allowance.
  const parts = [
    [`u:${asker.userId}`, fractions.user] as const,
    [`n:${asker.network}`, fractions.usersOfNetwork] as const,
  ];
  return { pools: [all, people], parts };
}

const part = (points: number, fraction: number) => Math.max(1, Math.floor(points * fraction));
