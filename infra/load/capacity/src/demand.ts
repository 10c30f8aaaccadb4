import type { Question } from './question.ts';

/** A call, by what somebody does with it. */
export type Call =
  | 'page'
  | 'session'
  | 'reviews'
  | 'search'
  | 'game'
  | 'vault'
  | 'change'
  | 'add'
  | 'remove'
  | 'find-users'
  | 'profile'
  | 'follow'
  | 'sign-in'
  | 'sign-out';

/** Shares of journeys, and the calls of each: those of `infra/load/k6/scenarios`, as a test makes sure. */
export const journeys: readonly {
  readonly name: string;
  readonly share: number;
  readonly calls: Partial<Record<Call, number>>;
}[] = [
  { name: 'browse', share: 0.58, calls: { page: 1, session: 1, reviews: 1, search: 1, game: 2 } },
  // Every third journey adds a game and removes it.
  { name: 'vault', share: 0.27, calls: { vault: 2, change: 1, add: 1 / 3, remove: 1 / 3 } },
  { name: 'social', share: 0.13, calls: { 'find-users': 1, profile: 1, follow: 2 } },
  { name: 'signIn', share: 0.02, calls: { 'sign-in': 1, session: 1, 'sign-out': 1 } },
];

const daySeconds = 86_400;

/** Calls of one journey of the mean kind. */
export const callsOfJourney: Readonly<Record<Call, number>> = (() => {
  const sums: Partial<Record<Call, number>> = {};
  for (const { share, calls } of journeys) {
    for (const [call, times] of Object.entries(calls) as [Call, number][]) {
      sums[call] = (sums[call] ?? 0) + share * times;
    }
  }
  return sums as Record<Call, number>;
})();

export interface Demand {
  /** Each a second, at the peak. */
  readonly calls: Readonly<Record<Call, number>>;
  readonly requests: number;
  /** Entries that are added, changed or removed, a second at the peak. */
  readonly entryChanges: number;
  /** The same in a year, of all users together. */
  readonly entryChangesAYear: number;
  /** Requests of somebody who is signed in. */
  readonly signedIn: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function demandOf({ users, active, journeys: aDay, peak }: Question): Demand {
  // Spread over the day, then as many times that as the busiest minutes have.
  const journeysASecond = ((users * active * aDay) / daySeconds) * peak;
  const calls = Object.fromEntries(
    Object.entries(callsOfJourney).map(([call, times]) => [call, times * journeysASecond]),
  ) as Record<Call, number>;
  const entryChanges = calls.change + calls.add + calls.remove;
  return {
    calls,
    requests: sum(Object.values(calls)),
    entryChanges,
    // Back from the peak to the mean.
    entryChangesAYear: (entryChanges / peak) * daySeconds * 365,
    signedIn: entryChanges + calls.vault + calls['find-users'] + calls.profile + calls.follow + calls['sign-out'],
  };
}
