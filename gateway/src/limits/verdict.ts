/** How much of a limit is left to a caller. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly resetsAt: number;
}

export interface Lease {
  /** Points taken from Redis and not handed out yet. */
  left: number;
  /** Points that nobody has taken from Redis, as of the last time it was asked. */
  unclaimed: number;
  resetsAt: number;
  refill: Promise<void> | null;
}

export interface Verdict extends Allowance {
  readonly allowed: boolean;
  /** Where the point was taken from. */
  readonly lease: Lease;
}

/** To be called when a service has not heard of the request after all: its point may be used again. */
export function giveBack({ allowed, lease, resetsAt }: Verdict): void {
  if (allowed && resetsAt > Date.now()) lease.left += 1;
}
