import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { aGame, anEntry } from '../../../../testing/builders.ts';
import type { Attempt, Change } from '../change.ts';
import type { Response } from '../outcome.ts';
import type { RemovedEntry } from '../take-answer.ts';

export const games = ['3030-1', '3030-2'] as const;

type PlayAttempt = Extract<Attempt, { readonly session: PlaySession }>;
type PlaythroughAttempt = Extract<Attempt, { readonly playthrough: Playthrough }>;

interface Row {
  readonly entry: LibraryEntry;
  readonly at: number;
}

const refused = (code: string): Response => ({ kind: 'refused', code, message: code, errors: {}, mayPass: false });

/** An in-memory vault service with versions, idempotency keys, undoable removals and cursors. */
export class Server {
  #rows = new Map<string, Row>();
  #removed = new Map<string, LibraryEntry>();
  #tombstones = new Map<string, RemovedEntry & { readonly at: number }>();
  #answers = new Map<string, Response>();
  #playKeys = new Set<string>();
  #clock = 1;
  #oldest = 0;
  #ids = 0;
  /** By key of a change, how often it was stored. */
  readonly done = new Map<string, number>();
  readonly overwritten: string[] = [];
  readonly sessions = new Map<string, PlaySession>();
  /** Session ids, one for each time a session was logged. */
  readonly logged: string[] = [];
  readonly playthroughs = new Map<string, Playthrough>();
  /** Playthrough ids, one for each time a playthrough was added. */
  readonly added: string[] = [];

  entries = (): Record<string, LibraryEntry> =>
    Object.fromEntries([...this.#rows].map(([guid, { entry }]) => [guid, entry]));

  doneTwice = (): string[] => [...this.done].filter(([, times]) => times > 1).map(([key]) => key);

  /** Removals can no longer be undone. */
  forgetRemoved(): void {
    this.#removed.clear();
  }

  /** Keys expire: a later resend is judged as a new request. */
  forgetKeysOfSessions(isOld: (key: string) => boolean): void {
    for (const key of this.#playKeys) if (isOld(key)) this.#answers.delete(key);
  }

  /** All earlier cursors expire. */
  forgetCursors(): void {
    this.#oldest = this.#clock;
  }

  since(cursor: string | null) {
    const version = String(this.#clock);
    const from = Number(cursor ?? -1);
    if (from < this.#oldest) return { whole: true as const, entries: Object.values(this.entries()), version };
    const changed = [...this.#rows.values()].filter(({ at }) => at >= from).map(({ entry }) => entry);
    const removed = [...this.#tombstones.values()].filter(({ at }) => at >= from);
    return { whole: false as const, changed, removed, version };
  }

  /** Runs each key only once. */
  take(change: Change, attempt: Attempt): Response {
    const known = this.#answers.get(attempt.key);
    if (known) return known;
    const isKnown =
      (attempt.kind === 'log' && this.sessions.has(attempt.session.id)) ||
      (attempt.kind === 'add-playthrough' && this.playthroughs.has(attempt.playthrough.id));
    const response = this.#do(change, attempt);
    if (response.kind === 'stored') {
      this.#answers.set(attempt.key, response);
      if (['log', 'add-playthrough', 'change-playthrough'].includes(attempt.kind)) this.#playKeys.add(attempt.key);
      if (isKnown) return response;
      this.done.set(change.key, (this.done.get(change.key) ?? 0) + 1);
    }
    return response;
  }

  #store(entry: LibraryEntry): Response {
    this.#clock += 1;
    this.#rows.set(entry.guid, { entry, at: this.#clock });
    this.#tombstones.delete(entry.id);
    return { kind: 'stored', entry };
  }

  #do(change: Change, attempt: Attempt): Response {
    const here = this.#rows.get(change.guid)?.entry;
    switch (attempt.kind) {
      case 'add': {
        if (here) return refused('library.already_added');
        this.#ids += 1;
        const game = aGame({ guid: change.guid });
        return this.#store(anEntry({ ...attempt.fields, game, id: `entry ${this.#ids}`, version: 1 }));
      }
      case 'update': {
        if (here?.id !== attempt.id) return refused('library.entry_not_found');
        if (here.version !== attempt.version) return { kind: 'changed', entry: here };
        if (change.kind === 'update') this.#compare(change, attempt, here);
        return this.#store({ ...here, ...attempt.changes, version: here.version + 1 });
      }
      case 'remove': {
        if (here?.id !== attempt.id) return refused('library.entry_not_found');
        this.#clock += 1;
        this.#rows.delete(change.guid);
        this.#removed.set(here.id, here);
        const { id, guid, version } = here;
        this.#tombstones.set(id, { id, guid, version: version + 1, at: this.#clock });
        return { kind: 'stored', entry: null };
      }
      case 'restore': {
        const removed = this.#removed.get(attempt.id);
        if (!removed) return refused('library.entry_not_found');
        if (here) return refused('library.already_added');
        this.#removed.delete(attempt.id);
        return this.#store({ ...removed, version: removed.version + 2 });
      }
      case 'log':
      case 'relog':
      case 'unlog':
        return this.#play(attempt, here);
      case 'add-playthrough':
      case 'change-playthrough':
      case 'remove-playthrough':
        return this.#playThrough(attempt, here);
    }
  }

  #play({ kind, id, session }: PlayAttempt, here: LibraryEntry | undefined): Response {
    if (!here || here.id !== id) return refused('library.entry_not_found');
    const known = this.sessions.get(session.id);
    if (kind === 'log' && known) return { kind: 'stored', entry: here, session: known };
    if (kind !== 'log' && !known) return refused('library.play_session_not_found');
    if (kind === 'relog' && known?.version !== session.version) {
      const changed = refused('library.play_session_changed');
      return known && changed.kind === 'refused' ? { ...changed, session: known } : changed;
    }
    const version = kind === 'log' ? 1 : session.version + 1;
    if (kind === 'unlog') this.sessions.delete(session.id);
    else this.sessions.set(session.id, { ...session, entry_id: id, version });
    if (kind === 'log') this.logged.push(session.id);
    const stored = this.#store({ ...here, version: here.version + 1 });
    const now = this.sessions.get(session.id);
    return stored.kind === 'stored' && now ? { ...stored, session: now } : stored;
  }

  #playThrough({ kind, id, playthrough }: PlaythroughAttempt, here: LibraryEntry | undefined): Response {
    if (here?.id !== id) return refused('library.entry_not_found');
    const known = this.playthroughs.get(playthrough.id);
    if (kind === 'add-playthrough' && known) return { kind: 'stored', entry: null, playthrough: known };
    if (kind !== 'add-playthrough' && !known) return refused('library.playthrough_not_found');
    if (kind === 'change-playthrough' && known && known.version !== playthrough.version) {
      return { ...refused('library.playthrough_changed'), playthrough: known } as Response;
    }
    if (kind === 'remove-playthrough') {
      this.playthroughs.delete(playthrough.id);
      return { kind: 'stored', entry: null };
    }
    const version = kind === 'add-playthrough' ? 1 : playthrough.version + 1;
    const now = { ...playthrough, entry_id: id, version };
    if (kind === 'add-playthrough') this.added.push(playthrough.id);
    this.playthroughs.set(playthrough.id, now);
    return { kind: 'stored', entry: null, playthrough: now };
  }

  /** Records a change that overwrites a value its user had not seen. */
  #compare(
    { key, base }: Change & { kind: 'update' },
    { changes }: Attempt & { kind: 'update' },
    here: LibraryEntry,
  ): void {
    for (const field of Object.keys(changes) as (keyof typeof changes)[]) {
      if (base.version !== here.version && base[field] !== here[field]) this.overwritten.push(`${key} ${field}`);
    }
  }
}
