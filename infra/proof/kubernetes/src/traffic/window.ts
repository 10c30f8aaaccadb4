/** A request that was answered, or was not. */
export interface Attempt {
  /** When it was sent and when its end was known, in milliseconds of one clock. */
  readonly sentAt: number;
  readonly endedAt: number;
  /** 0 when no answer came. */
  readonly status: number;
  /** Why none came. */
  readonly cause?: string;
}

export interface Window {
  readonly requests: number;
  readonly failed: number;
  /** How often each status other than success was answered, or none came for a cause. */
  readonly statuses: Readonly<Record<string, number>>;
  /** From its beginning until no request failed any more; 0 when none did. */
  readonly recoveredAfterMs: number;
  /** Longest time in which no request succeeded. */
  readonly longestPauseMs: number;
}

const succeeded = ({ status }: Attempt) => status >= 200 && status < 300;

/** What became of the requests that ended between two moments. */
export function windowOf(attempts: readonly Attempt[], from: number, to: number): Window {
  const within = attempts.filter(({ endedAt }) => endedAt >= from && endedAt <= to);
  const failed = within.filter((attempt) => !succeeded(attempt));
  const statuses: Record<string, number> = {};
  for (const { status, cause = status } of failed) statuses[cause] = (statuses[cause] ?? 0) + 1;
  const successes = within.filter(succeeded).map(({ endedAt }) => endedAt);
  const moments = [from, ...successes.sort((a, b) => a - b), to];
  const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
  return {
    requests: within.length,
    failed: failed.length,
    statuses,
    recoveredAfterMs: failed.reduce((latest, { endedAt }) => Math.max(latest, endedAt - from), 0),
    longestPauseMs: Math.max(0, ...pauses),
  };
}
