export type Check =
  /** An acknowledged write is not stored. */
  | 'lost'
  /** A write took effect twice, or no gamer sent it. */
  | 'doubled'
  /** A user saw an older version after a newer one. */
  | 'older over newer'
  /** A change conditional on one version changed another, or was refused without a reason. */
  | 'condition'
  /** A response that no client expects. */
  | 'odd response'
  /** A copy differs from its owner. */
  | 'copy'
  /** An unpublished event, a dead letter, a busy connection, a gamer without a response, or a process that does not recover. */
  | 'stuck';

export interface Problem {
  readonly check: Check;
  /** The entry, relation or process concerned. */
  readonly about: string;
  readonly message: string;
}

/** The fields of an entry that gamers change. */
export interface Fields {
  readonly status?: string;
  readonly rating?: number | null;
  readonly hours_played?: number | null;
  readonly platform_id?: number | null;
}

/** An entry as a response or the database shows it. */
export interface Seen extends Required<Fields> {
  readonly version: number;
}

/**
 * The acknowledged writes of one entry. Each write makes the next version, and gamers repeat a write until it is
 * acknowledged, so that the versions order them.
 */
export class EntryLedger {
  readonly id: string;
  readonly userId: string;
  readonly guid: string;
  readonly problems: Problem[] = [];
  /** The fields that each version wrote. */
  readonly writes = new Map<number, Fields>();
  isRemoved = false;

  constructor(id: string, userId: string, guid: string) {
    this.id = id;
    this.userId = userId;
    this.guid = guid;
  }

  get version(): number {
    return Math.max(0, ...this.writes.keys());
  }

  /** Records an acknowledged write with its response. @param ifVersion the version that it should change */
  acknowledge(fields: Fields, seen: Seen, ifVersion?: number): void {
    for (const [field, value] of Object.entries(fields)) {
      const shown = seen[field as keyof Fields];
      if (shown !== value) this.report('lost', `the response to ${field} ${value} shows ${shown}`);
    }
    if (this.writes.has(seen.version)) this.report('doubled', `two writes made version ${seen.version}`);
    if (ifVersion !== undefined && seen.version !== ifVersion + 1)
      this.report('condition', `a change of version ${ifVersion} made version ${seen.version}`);
    this.writes.set(seen.version, fields);
  }

  /** Records the acknowledged removal by the only writer. */
  remove(): void {
    this.writes.set(this.version + 1, {});
    this.isRemoved = true;
  }

  /** Records an entry that a request showed. @param known the newest version before the request */
  read(seen: Seen | undefined, known: number): void {
    if (!seen) this.report('lost', 'a read does not show the entry');
    else if (seen.version < known) this.report('older over newer', `version ${seen.version} after version ${known}`);
  }

  /** Compares with the database. @param stored null when the entry is not there */
  compare(stored: Seen | null): Problem[] {
    if (this.isRemoved) {
      if (stored) this.report('doubled', 'the entry was removed and is there again');
    } else if (!stored) this.report('lost', 'the entry is gone, but no gamer removed it');
    else this.#compareStored(stored);
    return this.problems;
  }

  #compareStored(stored: Seen): void {
    const { version } = this;
    const missing = Array.from({ length: version }, (_, at) => at + 1).filter((made) => !this.writes.has(made));
    for (const made of missing) this.report('doubled', `no acknowledged write made version ${made}`);
    if (stored.version > version)
      this.report('doubled', `version ${stored.version} is stored, after ${version} writes`);
    if (stored.version < version) this.report('lost', `version ${stored.version} is stored, after ${version} writes`);
    const ordered = [...this.writes].sort(([a], [b]) => a - b).map(([, fields]) => fields);
    for (const [field, value] of Object.entries(Object.assign({}, ...ordered) as Fields)) {
      const kept = stored[field as keyof Fields];
      if (kept !== value) this.report('lost', `${field} was written as ${value} and is stored as ${kept}`);
    }
  }

  report(check: Check, message: string): void {
    this.problems.push({ check, about: this.id, message });
  }
}

/** One user's follow of another; each change is repeated until it is acknowledged. */
export interface FollowLedger {
  readonly followerId: string;
  readonly followeeId: string;
  /** The number of acknowledged changes between following and not following. */
  turns: number;
}

/** Records all gamers' actions and observations. */
export class Ledger {
  readonly entries = new Map<string, EntryLedger>();
  readonly follows: FollowLedger[] = [];
  /** The hours played that a visitor saw, in order, by entry; public pages show no versions. */
  readonly shown = new Map<string, number[]>();
  readonly problems: Problem[] = [];
  readonly acknowledged: { readonly writer: string; readonly sentAt: number; readonly endedAt: number }[] = [];
  retries = 0;
}

// biome-ignore lint/suspicious/noExplicitAny: an entry as the response has it
export function seenIn(entry: any): Seen | undefined {
  if (!entry) return undefined;
  const { version, status, rating, hours_played, platform_id } = entry;
  return { version, status, rating, hours_played, platform_id };
}
