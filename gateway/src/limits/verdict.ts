/** How much of a limit a caller has left. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds by `performance.now()`: no clock that is set back makes it longer. */
  readonly resetsAt: number;
}

/** Whole seconds until the window ends, one at least: what a caller is told to wait. */
export const secondsLeft = ({ resetsAt }: Pick<Allowance, 'resetsAt'>) =>
  Math.max(1, Math.ceil((resetsAt - performance.now()) / 1000));

export interface Lease {
  /** Points taken from Redis and not handed out yet. */
  left: number;
  /** Points that were left in Redis when it was last asked. */
  unclaimed: number;
  resetsAt: number;
  refill: Promise<void> | null;
}

export interface Verdict extends Allowance {
  readonly allowed: boolean;
  /** Where the point was taken from. */
  readonly lease: Lease;
}

/** To be called when the service was not reached: the point may be used again. */
export function giveBack({ allowed, lease, resetsAt }: Verdict): void {
  if (allowed && resetsAt > performance.now()) lease.left += 1;
}
