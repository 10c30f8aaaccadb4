import type { Asker } from './asker.ts';

/** What a request takes a part of. */
export interface Claim {
  /** What several share: its name, and the most requests that all of them together may make in a window. */
  readonly pools: readonly (readonly [name: string, most: number])[];
  /** Who asks: their name, and the fraction of what the pools have left that their requests may come to. */
  readonly parts: readonly (readonly [name: string, fraction: number])[];
}

/** Of a window, what visitors may use up together, and what requested games may; at least one request. */
const ofVisitors = 0.5;
const ofRequests = 0.5;
/** What stays for requested games where they are fetched in the same window. */
const keptForRequests = 0.25;

/**
 * Dynamic thresholds (Choudhury and Hahne): of what is left, one asker's requests may come to such a fraction. Alone, one gets
 * much; the more there are, the less each, and what they leave is never nothing for the next one.
 */
const fractions = { visitor: 1 / 4, user: 1 / 2, usersOfNetwork: 1, request: 1 / 2 };

/**
 * @param points requests that the window allows
 * @param forRequests whether requested games are fetched in this window too
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
  // Accounts cost nothing: those of one network have a part together.
  const parts = [
    [`u:${asker.userId}`, fractions.user] as const,
    [`n:${asker.network}`, fractions.usersOfNetwork] as const,
  ];
  return { pools: [all, people], parts };
}

const part = (points: number, fraction: number) => Math.max(1, Math.floor(points * fraction));
