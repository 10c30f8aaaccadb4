import type { EntryHistory, Intent } from './history.ts';

/** One acknowledged write of anybody. */
export interface Acknowledged {
  readonly writer: string;
  readonly sentAt: number;
  readonly at: number;
}

/** What another's shelf showed of an entry, going back behind what the same reader had seen before. */
export interface StepBack {
  readonly entryId: string;
  readonly before: number;
  readonly after: number;
}

/** What one user wanted another's relation to be, in order; every wish is repeated until it is acknowledged. */
export interface FollowHistory {
  readonly followerId: string;
  readonly followeeId: string;
  /** How many times the relation was changed to its opposite, as acknowledged. */
  turns: number;
  active: boolean;
  /** The last wish has not been acknowledged yet. */
  open: boolean;
}

/** What all gamers remember. */
export class Journal {
  readonly entries = new Map<string, EntryHistory>();
  readonly follows: FollowHistory[] = [];
  readonly acknowledged: Acknowledged[] = [];
  readonly stepsBack: StepBack[] = [];
  /** Refusals that no intent of the same gamer explains. */
  readonly wrongRefusals: { readonly intent: Intent; readonly entryId: string }[] = [];
  /** Usernames whose registration was acknowledged. */
  readonly registered = new Map<string, string>();
  unknown = 0;
  resent = 0;
  reads = 0;

  history(entryId: string, userId: string, guid: string): EntryHistory {
    const known = this.entries.get(entryId);
    if (known) return known;
    const made = { entryId, userId, guid, intents: [], readings: [] };
    this.entries.set(entryId, made);
    return made;
  }

  acknowledge(writer: string, sentAt: number, at: number): void {
    this.acknowledged.push({ writer, sentAt, at });
  }
}
