import { type EntryHistory, fieldNames, type Intent, type Seen } from '../gamers/history.ts';

/** A state of the entry that a response or the database showed. */
export interface Observation {
  readonly seen: Seen;
  readonly sentAt: number;
  readonly endedAt: number;
  /** The acknowledged intent that made this version, for its own response. */
  readonly made?: Intent;
}

/** @param stored the database's state, read at `at` */
export function observationsOf({ intents, readings }: EntryHistory, stored: Seen | null, at: number): Observation[] {
  const responses = intents.flatMap((intent) => {
    const { seen, sentAt, endedAt } = intent;
    if (!seen) return [];
    return [{ seen, sentAt, endedAt, ...(intent.outcome === 'acknowledged' ? { made: intent } : {}) }];
  });
  return [...responses, ...readings, ...(stored ? [{ seen: stored, sentAt: at, endedAt: at }] : [])];
}

/** One observed version of the entry. */
export interface KnownVersion {
  readonly version: number;
  readonly seen: Seen;
  /** The acknowledged intent that made it. */
  readonly made: Intent | undefined;
  /** When the last request was sent that showed this version or an earlier one. */
  readonly latestSent: number;
  /** When the first response arrived that showed this version. */
  readonly firstEnded: number;
}

/** Returns the observed versions in order; reports two states or two makers of one version to `contradiction`. */
export function knownVersions(
  observations: readonly Observation[],
  contradiction: (message: string) => void,
): KnownVersion[] {
  const byVersion = Map.groupBy(observations, ({ seen }) => seen.version);
  let latestSent = Number.NEGATIVE_INFINITY;
  return [...byVersion]
    .sort(([a], [b]) => a - b)
    .flatMap(([version, same]) => {
      const [first] = same;
      if (!first) return [];
      const other = same.find(({ seen }) => fieldNames.some((field) => seen[field] !== first.seen[field]));
      if (other) contradiction(`version ${version} is ${show(first.seen)} and ${show(other.seen)}`);
      const makers = same.flatMap(({ made }) => made ?? []);
      if (makers.length > 1) contradiction(`${makers.length} acknowledged changes made version ${version}`);
      latestSent = Math.max(latestSent, ...same.map(({ sentAt }) => sentAt));
      const firstEnded = Math.min(...same.map(({ endedAt }) => endedAt));
      return [{ version, seen: first.seen, made: makers[0], latestSent, firstEnded }];
    });
}

const show = ({ version: _, ...fields }: Seen) => JSON.stringify(fields);
