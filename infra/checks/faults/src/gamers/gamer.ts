import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { maxHours } from '@nightshelf/contracts/entry-rules.ts';
import { statuses } from '@nightshelf/contracts/library-entry.ts';
import {
  type EntryHistory,
  type Fields,
  type FollowHistory,
  type Intent,
  type Journal,
  type Seen,
  seenIn,
} from './history.ts';
import type { Outcome, Session } from './session.ts';

export interface Game {
  readonly guid: string;
  readonly name: string;
}

const library = '/api/games/library';

/** A user who acts through the gateways and records each outcome in the journal. */
export class Gamer {
  readonly name: string;
  readonly userId: string;
  readonly session: Session;
  readonly #journal: Journal;

  constructor(name: string, userId: string, session: Session, journal: Journal) {
    this.name = name;
    this.userId = userId;
    this.session = session;
    this.#journal = journal;
  }

  /** @returns the entry's history, null when the entry was not added */
  async add(game: Game): Promise<EntryHistory | null> {
    const fields = { status: 'playing', rating: null, hours_played: uniqueHours(), platform_id: uniquePlatform() };
    const key = randomUUID();
    const outcome = await this.session.request('POST', `${library}/add-external`, { ...game, ...fields }, key);
    const intent = this.#intent('add', fields, undefined, key, outcome);
    const id = outcome.body?.user_game?.id;
    if (intent.outcome === 'acknowledged') return this.#record(id, game.guid, intent);
    if (intent.outcome === 'refused') this.#journal.wrongRefusals.push({ intent, entryId: game.guid });
    await pause(Math.max(0, intent.mayLandUntil - performance.now()));
    const entry = (await this.#list()).find(({ guid }) => guid === game.guid);
    return entry ? this.#record(entry.id, game.guid, intent) : null;
  }

  change(history: EntryHistory, ifVersion: number | undefined): Promise<Intent> {
    const condition = ifVersion === undefined ? {} : { if_version: ifVersion };
    const fields = randomFields();
    return this.#write('change', history, 'PUT', '', fields, { ...fields, ...condition }, ifVersion);
  }

  remove(history: EntryHistory): Promise<Intent> {
    return this.#write('remove', history, 'DELETE');
  }

  restore(history: EntryHistory): Promise<Intent> {
    return this.#write('restore', history, 'POST', '/restore');
  }

  /** Reads the entry, retrying until the product responds. @returns null when it is not in the vault */
  async read(history: EntryHistory): Promise<Seen | null> {
    return seenIn((await this.#list()).find(({ id }) => id === history.entryId)) ?? null;
  }

  /** @param isActive whether to follow or to unfollow */
  async follow(follow: FollowHistory, isActive: boolean): Promise<void> {
    const path = `/api/users/${follow.followeeId}/${isActive ? 'follow' : 'unfollow'}`;
    const outcome = await this.session.request('POST', path);
    if (outcome.status !== 200) return;
    follow.open = false;
    this.#journal.acknowledge(this.name, outcome);
  }

  async setPrivacy(privacy: 'private' | 'public'): Promise<void> {
    const outcome = await this.session.request('PATCH', '/api/auth/profile', { privacy });
    if (outcome.status === 200) this.#journal.acknowledge(this.name, outcome);
  }

  async #write(
    kind: Intent['kind'],
    history: EntryHistory,
    method: string,
    action = '',
    fields: Fields = {},
    body?: object,
    ifVersion?: number,
  ): Promise<Intent> {
    const key = randomUUID();
    const outcome = await this.session.request(method, `${library}/${history.entryId}${action}`, body, key);
    const intent = this.#intent(kind, fields, ifVersion, key, outcome);
    history.intents.push(intent);
    return intent;
  }

  /** Returns the vault and records it as readings. */
  // biome-ignore lint/suspicious/noExplicitAny: entries as the response has them
  async #list(): Promise<any[]> {
    while (!this.session.signal.aborted) {
      const { status, body, sentAt, endedAt } = await this.session.request('GET', library);
      if (status !== 200) {
        await pause(500);
        continue;
      }
      for (const history of this.#journal.entries.values()) {
        if (history.userId !== this.userId) continue;
        const seen = seenIn(body.library.find(({ id }: { id: string }) => id === history.entryId));
        if (seen) history.readings.push({ sentAt, endedAt, seen });
      }
      return body.library;
    }
    return [];
  }

  #record(entryId: string, guid: string, intent: Intent): EntryHistory {
    const history = this.#journal.history(entryId, this.userId, guid);
    history.intents.push(intent);
    return history;
  }

  #intent(kind: Intent['kind'], fields: Fields, ifVersion: number | undefined, key: string, sent: Outcome): Intent {
    const { status, body, sentAt, endedAt, mayLandUntil, before } = sent;
    const isAcknowledged = status >= 200 && status < 300;
    const isRefused = status >= 400 && status < 500;
    if (isAcknowledged) this.#journal.acknowledge(this.name, sent);
    else if (!isRefused) this.#journal.unknown += 1;
    if (before.length > 0) this.#journal.resent += 1;
    return {
      ...{ kind, by: this.name, key, fields, ifVersion, sentAt, endedAt, mayLandUntil, status, before },
      outcome: isAcknowledged ? 'acknowledged' : isRefused ? 'refused' : 'unknown',
      code: body?.code,
      seen: seenIn(body?.user_game ?? body?.entry),
    };
  }
}

function randomFields(): Fields {
  const both = Math.random() < 0.3;
  const withHours = both || Math.random() < 0.5;
  return {
    ...(withHours ? { hours_played: uniqueHours() } : {}),
    ...(both || !withHours ? { platform_id: uniquePlatform() } : {}),
    ...(Math.random() < 0.3 ? { status: statuses[Math.floor(Math.random() * statuses.length)] ?? 'playing' } : {}),
    ...(Math.random() < 0.3 ? { rating: 1 + Math.floor(Math.random() * 10) } : {}),
  };
}

let uniqueCount = 0;

/** Repeats only after 200,000 values. */
function uniqueHours(): number {
  uniqueCount += 1;
  return (uniqueCount % (maxHours * 2)) / 2;
}

function uniquePlatform(): number {
  uniqueCount += 1;
  return 1_000_000 + uniqueCount;
}
