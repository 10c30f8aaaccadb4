/** What a gamer may change of an entry. */
export interface Fields {
  readonly status?: string;
  readonly rating?: number | null;
  /** No two intents have the same. */
  readonly hours_played?: number | null;
  /** No two intents have the same. */
  readonly platform_id?: number | null;
}

export const fieldNames = ['status', 'rating', 'hours_played', 'platform_id'] as const;

/** An entry as an answer shows it. */
export interface Seen extends Required<Fields> {
  readonly version: number;
}

export type IntentKind = 'add' | 'change' | 'remove' | 'restore';

/** What somebody wanted of an entry, and what came of it. Times are milliseconds of one monotonic clock. */
export interface Intent {
  readonly kind: IntentKind;
  readonly by: string;
  readonly key: string;
  readonly fields: Fields;
  readonly ifVersion?: number | undefined;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Of an unknown one: until when it may still take effect. */
  readonly mayLandUntil: number;
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  /** Of the last sending. */
  readonly status: number;
  readonly code?: string | undefined;
  /** What the answer showed, of a success or of a conflict. */
  readonly seen?: Seen | undefined;
  /** Statuses of the sendings before the last. */
  readonly before: readonly number[];
}

/** What somebody read of an entry. */
export interface Reading {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly seen: Seen;
}

/** All that was ever done to one entry, and read of it by its owner. */
export interface EntryHistory {
  readonly entryId: string;
  readonly userId: string;
  readonly guid: string;
  readonly intents: Intent[];
  readonly readings: Reading[];
}

/** @returns undefined for no entry, and for one of an older release that does not say its version */
// biome-ignore lint/suspicious/noExplicitAny: an entry as the answer has it
export function seenOf(entry: any): Seen | undefined {
  if (typeof entry?.version !== 'number') return undefined;
  const { version, status, rating, hours_played, platform_id } = entry;
  return { version, status, rating, hours_played, platform_id };
}
