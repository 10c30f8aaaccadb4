import { type EntryHistory, fieldNames, type Intent, type Seen } from '../gamers/history.ts';

/** Somebody was told of a state of the entry. */
export interface Observation {
  readonly seen: Seen;
  readonly sentAt: number;
  readonly endedAt: number;
  /** The acknowledged intent that made it, where it was one. */
  readonly made?: Intent;
}

/** All that anybody was told of the entry, and what is stored in the end. */
export function observationsOf({ intents, readings }: EntryHistory, stored: Seen | null, at: number): Observation[] {
  const told = intents.flatMap((intent) => {
    const { seen, sentAt, endedAt } = intent;
    if (!seen) return [];
    return [{ seen, sentAt, endedAt, ...(intent.outcome === 'acknowledged' ? { made: intent } : {}) }];
  });
  return [...told, ...readings, ...(stored ? [{ seen: stored, sentAt: at, endedAt: at }] : [])];
}

/** One version of the entry, as everybody agrees that it was. */
export interface KnownVersion {
  readonly version: number;
  readonly seen: Seen;
  /** The acknowledged intent that made it. */
  readonly made: Intent | undefined;
  /** When whoever asked last for this version, or an earlier one, began to ask. */
  readonly latestSent: number;
  /** When somebody was first told of it. */
  readonly firstEnded: number;
}

/** In order; states that contradict each other are given to `contradiction`. */
export function knownVersions(
  observations: readonly Observation[],
  contradiction: (says: string) => void,
): KnownVersion[] {
  const byVersion = new Map<number, Observation[]>();
  for (const observation of observations) {
    const { version } = observation.seen;
    const same = byVersion.get(version);
    if (same) same.push(observation);
    else byVersion.set(version, [observation]);
  }
  let latestSent = Number.NEGATIVE_INFINITY;
  return [...byVersion.entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([version, same]) => {
      const [first] = same;
      if (!first) return [];
      const other = same.find(({ seen }) => differing(seen, first.seen).length > 0);
      if (other) contradiction(`version ${version} is ${show(first.seen)} and ${show(other.seen)}`);
      const makers = same.flatMap(({ made }) => made ?? []);
      if (makers.length > 1) contradiction(`${makers.length} acknowledged changes made version ${version}`);
      latestSent = Math.max(latestSent, ...same.map(({ sentAt }) => sentAt));
      const firstEnded = Math.min(...same.map(({ endedAt }) => endedAt));
      return [{ version, seen: first.seen, made: makers[0], latestSent, firstEnded }];
    });
}

export function differing(a: Seen, b: Seen) {
  return fieldNames.filter((field) => a[field] !== b[field]);
}

export const show = ({ status, rating, hours_played, platform_id }: Seen) =>
  JSON.stringify({ status, rating, hours_played, platform_id });
