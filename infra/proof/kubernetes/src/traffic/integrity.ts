/** Hours of one gamer's entry, as four parties know them. */
export interface Comparison {
  readonly acknowledged: number;
  readonly attempted: number;
  readonly stored: number;
  readonly seen: number;
  /** Entries in the vault, into which one was put. */
  readonly entries: number;
}

export interface Integrity {
  /** Vaults in which something acknowledged is not stored. */
  readonly lost: number;
  /** Vaults in which something was stored that nobody sent, or twice. */
  readonly doubled: number;
  /** Vaults that others see otherwise than they are. */
  readonly unequal: number;
}

/** A write that got no answer may be stored or not; one that was acknowledged has to be. */
export function integrityOf(rows: readonly Comparison[]): Integrity {
  return {
    lost: rows.filter(({ stored, acknowledged }) => stored < acknowledged).length,
    doubled: rows.filter(({ stored, attempted, entries }) => stored > attempted || entries !== 1).length,
    unequal: rows.filter(({ stored, seen }) => stored !== seen).length,
  };
}
