export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, by `performance.now()`, so that a clock set back cannot extend it. */
  readonly resetsAt: number;
}

/** Returns the Retry-After seconds: whole seconds until the window ends, at least one. */
export const secondsLeft = ({ resetsAt }: Pick<Allowance, 'resetsAt'>) =>
  Math.max(1, Math.ceil((resetsAt - performance.now()) / 1000));

export interface Lease {
  /** Points taken from Redis and not handed out yet. */
  left: number;
  /** Points left in Redis at the last refill. */
  unclaimed: number;
  resetsAt: number;
  refill: Promise<void> | null;
}

export interface Verdict extends Allowance {
  readonly allowed: boolean;
  /** The source of the point. */
  readonly lease: Lease;
}

/** Returns the point when the service was unreachable. */
export function giveBack({ allowed, lease, resetsAt }: Verdict): void {
  if (allowed && resetsAt > performance.now()) lease.left += 1;
}
