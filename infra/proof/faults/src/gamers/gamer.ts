import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { statuses } from '@nightshelf/contracts/library-entry.ts';
import { type EntryHistory, type Fields, type Intent, type IntentKind, type Seen, seenOf } from './history.ts';
import type { Journal } from './journal.ts';
import type { Outcome, Session } from './session.ts';
import { nextHours, nextPlatform } from './unique-values.ts';

export interface Game {
  readonly guid: string;
  readonly name: string;
}

const library = '/api/games/library';

/** Makes the calls of one gamer's vault and writes down what came of them. */
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

  /** @returns the entry's history once it is known to be there; null when it is not */
  async add(game: Game, signal: AbortSignal): Promise<EntryHistory | null> {
    const fields = { status: 'playing', rating: null, hours_played: nextHours(), platform_id: nextPlatform() };
    const key = randomUUID();
    const outcome = await this.session.intend('POST', `${library}/add-external`, { ...game, ...fields }, key);
    const intent = this.#intent('add', fields, undefined, key, outcome);
    const id = outcome.body?.user_game?.id;
    if (intent.outcome === 'acknowledged') return this.#note(id, game.guid, intent);
    if (intent.outcome === 'refused') this.#journal.wrongRefusals.push({ intent, entryId: game.guid });
    // Whether it was stored is seen in the vault, as soon as it cannot happen any more.
    await pause(Math.max(0, intent.mayLandUntil - performance.now()));
    const entry = (await this.#listInTheEnd(signal)).find(({ guid }) => guid === game.guid);
    return entry ? this.#note(entry.id, game.guid, intent) : null;
  }

  /** Some of the fields, each with a value that nobody else writes, perhaps on condition of a version. */
  async change(history: EntryHistory, ifVersion: number | undefined): Promise<Intent> {
    const fields = someFields();
    const body = { ...fields, ...(ifVersion === undefined ? {} : { if_version: ifVersion }) };
    const key = randomUUID();
    const outcome = await this.session.intend('PUT', `${library}/${history.entryId}`, body, key);
    const intent = this.#intent('change', fields, ifVersion, key, outcome);
    this.#note(history.entryId, history.guid, intent);
    return intent;
  }

  async remove(history: EntryHistory): Promise<Intent> {
    const key = randomUUID();
    const outcome = await this.session.intend('DELETE', `${library}/${history.entryId}`, undefined, key);
    const intent = this.#intent('remove', {}, undefined, key, outcome);
    this.#note(history.entryId, history.guid, intent);
    return intent;
  }

  async restore(history: EntryHistory): Promise<Intent> {
    const key = randomUUID();
    const outcome = await this.session.intend('POST', `${library}/${history.entryId}/restore`, undefined, key);
    const intent = this.#intent('restore', {}, undefined, key, outcome);
    this.#note(history.entryId, history.guid, intent);
    return intent;
  }

  /** The vault, also into the histories of its entries; undefined when nobody answered. */
  // biome-ignore lint/suspicious/noExplicitAny: entries as the answer has them
  async list(): Promise<any[] | undefined> {
    const { status, body, sentAt, endedAt } = await this.session.read(library);
    if (status !== 200) return undefined;
    this.#journal.reads += 1;
    for (const history of this.#journal.entries.values()) {
      if (history.userId !== this.userId) continue;
      const seen = seenOf(body.library.find(({ id }: { id: string }) => id === history.entryId));
      if (seen) history.readings.push({ sentAt, endedAt, seen });
    }
    return body.library;
  }

  /** Looks until somebody answers who knows of versions, so that it is known what there is. */
  async look(history: EntryHistory, signal: AbortSignal): Promise<Seen | null> {
    for (;;) {
      const entry = (await this.#listInTheEnd(signal)).find(({ id }) => id === history.entryId);
      const seen = seenOf(entry);
      if (!entry || seen || signal.aborted) return seen ?? null;
      await pause(500);
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: entries as the answer has them
  async #listInTheEnd(signal: AbortSignal): Promise<any[]> {
    while (!signal.aborted) {
      const entries = await this.list();
      if (entries) return entries;
      await pause(500);
    }
    return [];
  }

  #note(entryId: string, guid: string, intent: Intent): EntryHistory {
    const history = this.#journal.history(entryId, this.userId, guid);
    history.intents.push(intent);
    return history;
  }

  #intent(kind: IntentKind, fields: Fields, ifVersion: number | undefined, key: string, outcome: Outcome): Intent {
    const { status, body, sentAt, endedAt, mayLandUntil, before } = outcome;
    const acknowledged = status >= 200 && status < 300;
    const refused = status >= 400 && status < 500;
    if (acknowledged) this.#journal.acknowledge(this.name, sentAt, endedAt);
    else if (!refused) this.#journal.unknown += 1;
    if (before.length > 0) this.#journal.resent += 1;
    return {
      kind,
      by: this.name,
      key,
      fields,
      ifVersion,
      sentAt,
      endedAt,
      mayLandUntil,
      outcome: acknowledged ? 'acknowledged' : refused ? 'refused' : 'unknown',
      status,
      code: body?.code,
      seen: seenOf(body?.user_game ?? body?.entry),
      before,
    };
  }
}

function someFields(): Fields {
  const both = Math.random() < 0.3;
  const hours = both || Math.random() < 0.5;
  return {
    ...(hours ? { hours_played: nextHours() } : {}),
    ...(both || !hours ? { platform_id: nextPlatform() } : {}),
    ...(Math.random() < 0.3 ? { status: statuses[Math.floor(Math.random() * statuses.length)] ?? 'playing' } : {}),
    ...(Math.random() < 0.3 ? { rating: 1 + Math.floor(Math.random() * 10) } : {}),
  };
}
