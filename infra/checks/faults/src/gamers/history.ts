/** The fields of an entry that gamers change. No two intents have the same `hours_played` or `platform_id`. */
export interface Fields {
  readonly status?: string;
  readonly rating?: number | null;
  readonly hours_played?: number | null;
  readonly platform_id?: number | null;
}

export const fieldNames = ['status', 'rating', 'hours_played', 'platform_id'] as const;

/** An entry as a response shows it. */
export interface Seen extends Required<Fields> {
  readonly version: number;
}

/** One write to an entry, with all its retries. Times are milliseconds of the monotonic clock. */
export interface Intent {
  readonly kind: 'add' | 'change' | 'remove' | 'restore';
  readonly by: string;
  readonly key: string;
  readonly fields: Fields;
  readonly ifVersion?: number | undefined;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Until when an intent with an unknown outcome may still take effect. */
  readonly mayLandUntil: number;
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  /** Of the last attempt. */
  readonly status: number;
  readonly code?: string | undefined;
  /** The entry in the response to a success or a conflict. */
  readonly seen?: Seen | undefined;
  /** Statuses of the attempts before the last. */
  readonly before: readonly number[];
}

/** The owner's read of an entry. */
export interface Reading {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly seen: Seen;
}

/** All writes to one entry, and its owner's reads. */
export interface EntryHistory {
  readonly entryId: string;
  readonly userId: string;
  readonly guid: string;
  readonly intents: Intent[];
  readonly readings: Reading[];
}

/** One user's follow of another; each change is retried until it is acknowledged. */
export interface FollowHistory {
  readonly followerId: string;
  readonly followeeId: string;
  /** The number of changes between following and not following. */
  turns: number;
  active: boolean;
  /** The last change is not acknowledged yet. */
  open: boolean;
}

/** What all gamers did and saw. */
export class Journal {
  readonly entries = new Map<string, EntryHistory>();
  readonly follows: FollowHistory[] = [];
  readonly acknowledged: { readonly writer: string; readonly sentAt: number; readonly at: number }[] = [];
  /** Entries that a visitor saw in an older version than before. */
  readonly stepsBack: { readonly entryId: string; readonly before: number; readonly after: number }[] = [];
  /** Refused additions: no earlier intent explains them. */
  readonly wrongRefusals: { readonly intent: Intent; readonly entryId: string }[] = [];
  /** Errors that are not in the product's format, or that a client does not expect. */
  readonly oddResponses: { readonly path: string; readonly status: number; readonly body: unknown }[] = [];
  unknown = 0;
  resent = 0;

  history(entryId: string, userId: string, guid: string): EntryHistory {
    const known = this.entries.get(entryId);
    if (known) return known;
    const history = { entryId, userId, guid, intents: [], readings: [] };
    this.entries.set(entryId, history);
    return history;
  }

  acknowledge(writer: string, { sentAt, endedAt }: { readonly sentAt: number; readonly endedAt: number }): void {
    this.acknowledged.push({ writer, sentAt, at: endedAt });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an entry as the response has it
export function seenIn(entry: any): Seen | undefined {
  if (!entry) return undefined;
  const { version, status, rating, hours_played, platform_id } = entry;
  return { version, status, rating, hours_played, platform_id };
}
