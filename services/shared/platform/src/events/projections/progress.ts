import type { Difference } from './compare.ts';
import { beginning, type Compared, type Position } from './comparison.ts';
import type { Projection } from './projection.ts';

/** Result of a verification. */
export interface Report {
  readonly rows: number;
  readonly differences: number;
  readonly kinds: Readonly<Partial<Record<Difference | 'count', number>>>;
  /** Some of the differences, as `<kind> <subject>`. */
  readonly named: readonly string[];
  /** Differences that remain. */
  readonly left: number;
}

/** Progress of a verification, from which another process can continue. */
export interface Progress extends Report {
  readonly view: string;
  /** Whether everything is being published again, before the comparison. */
  readonly publishes: boolean;
  /** Null after the last range. */
  readonly next: Position | null;
  /** Copies that the owner does not know: their number, and those that may be removed automatically. */
  readonly disowned: number;
  readonly disownedSubjects: readonly string[];
}

export const begun = ({ view }: Pick<Projection, 'view'>, rebuild: boolean): Progress => ({
  view: view.name,
  publishes: rebuild,
  next: beginning,
  rows: 0,
  differences: 0,
  kinds: {},
  named: [],
  left: 0,
  disowned: 0,
  disownedSubjects: [],
});

export const namedAtMost = 20;

/**
 * More unknown copies than 100, than one in a hundred, or than the stored list holds are left to an operator, because
 * the owner may be at fault.
 */
const [disownedAtLeast, disownedAtMost] = [100, 10_000] as const;

export const mayRemoveDisowned = ({ rows, disowned }: Progress) =>
  disowned <= Math.min(Math.max(disownedAtLeast, rows / 100), disownedAtMost);

/** Returns the progress after one more range. */
export function advanced(
  progress: Progress,
  { rows, found, next }: Compared,
  left: number,
  disowned: readonly string[],
): Progress {
  const kinds: Partial<Record<Difference | 'count', number>> = { ...progress.kinds };
  for (const { difference } of found) kinds[difference] = (kinds[difference] ?? 0) + 1;
  return {
    ...progress,
    next,
    rows: progress.rows + rows,
    differences: progress.differences + found.length,
    kinds,
    named: [...progress.named, ...found.map(({ difference, subject }) => `${difference} ${subject}`)].slice(
      0,
      namedAtMost,
    ),
    left: progress.left + left,
    disowned: progress.disowned + disowned.length,
    disownedSubjects: [...progress.disownedSubjects, ...disowned].slice(0, disownedAtMost),
  };
}
