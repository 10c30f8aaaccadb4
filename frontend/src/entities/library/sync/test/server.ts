import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import { ApiError } from '../../../../lib/api-errors.ts';
import { aGame, anEntry } from '../../../../test/builders.ts';
import type { EntryChanges, LibraryAnswer } from '../../api.ts';
import { type Change, isOfPart, isOfSession, type Part, type PartChange, partOf, type Sent } from '../change.ts';
import type { Stored } from '../settle.ts';

export const games = ['3030-1', '3030-2'] as const;

interface Row {
  readonly entry: LibraryEntry;
  readonly at: number;
}

const refused = (code: string, current: object = {}): ApiError =>
  new ApiError(409, { code, message: code, ...current });

/** An in-memory vault service with versions, idempotency keys, undoable removals and cursors. */
export class Server {
  #rows = new Map<string, Row>();
  #removed = new Map<string, LibraryEntry>();
  #tombstones = new Map<string, Pick<LibraryEntry, 'id' | 'guid' | 'version'> & { readonly at: number }>();
  #answers = new Map<string, Stored>();
  #partKeys = new Set<string>();
  #clock = 1;
  #oldest = 0;
  #ids = 0;
  /** How often each change was stored, by its key. */
  readonly done = new Map<string, number>();
  readonly overwritten: string[] = [];
  /** Sessions and playthroughs by id. */
  readonly parts = new Map<string, Part>();
  /** Ids, one for each time a session or playthrough was added. */
  readonly added: string[] = [];

  entries = (): Record<string, LibraryEntry> =>
    Object.fromEntries([...this.#rows].map(([guid, { entry }]) => [guid, entry]));

  doneTwice = (): string[] => [...this.done].filter(([, times]) => times > 1).map(([key]) => key);

  /** Removals can no longer be undone. */
  forgetRemoved(): void {
    this.#removed.clear();
  }

  /** Keys expire: a later resend is judged as a new request. */
  forgetKeysOfParts(isOld: (key: string) => boolean): void {
    for (const key of this.#partKeys) if (isOld(key)) this.#answers.delete(key);
  }

  /** All earlier cursors expire. */
  forgetCursors(): void {
    this.#oldest = this.#clock;
  }

  since(cursor: string | null): LibraryAnswer {
    const version = String(this.#clock);
    const from = Number(cursor ?? -1);
    if (from < this.#oldest) return { library: Object.values(this.entries()), version };
    const changed = [...this.#rows.values()].filter(({ at }) => at > from).map(({ entry }) => entry);
    const removed = [...this.#tombstones.values()].filter(({ at }) => at > from);
    return { whole_needed: false, changed, removed, version };
  }

  /** Runs each key only once. */
  take(change: Change, sent: Sent): Stored | Error {
    const known = this.#answers.get(sent.key);
    if (known) return known;
    const isKnown = isOfPart(change) && !change.before && this.parts.has(partOf<Part>(change).id);
    const response = isOfPart(change) ? this.#storePart(change, sent) : this.#do(change, sent);
    if (!(response instanceof Error)) {
      this.#answers.set(sent.key, response);
      if (['logPlaySession', 'addPlaythrough', 'changePlaythrough'].includes(change.call)) this.#partKeys.add(sent.key);
      if (isKnown) return response;
      this.done.set(change.key, (this.done.get(change.key) ?? 0) + 1);
    }
    return response;
  }

  #store(entry: LibraryEntry, part: Stored = {}): Stored {
    this.#clock += 1;
    this.#rows.set(entry.guid, { entry, at: this.#clock });
    return { user_game: entry, ...part };
  }

  #do(change: Exclude<Change, PartChange>, { entryId, request }: Sent): Stored | Error {
    const here = this.#rows.get(change.guid)?.entry;
    switch (change.call) {
      case 'addEntry': {
        if (here) return refused('library.already_added');
        this.#ids += 1;
        return this.#store(
          anEntry({ ...change.body, game: aGame({ guid: change.guid }), id: `entry ${this.#ids}`, version: 1 }),
        );
      }
      case 'updateEntry': {
        const { if_version, ...changes } = request.body as EntryChanges & { readonly if_version: number };
        if (here?.id !== entryId) return refused('library.entry_not_found');
        if (here.version !== if_version) return refused('library.entry_changed', { entry: here });
        this.#compare(change, changes, here);
        return this.#store({ ...here, ...changes, version: here.version + 1 });
      }
      case 'removeEntry': {
        if (here?.id !== entryId) return refused('library.entry_not_found');
        this.#clock += 1;
        this.#rows.delete(change.guid);
        this.#removed.set(here.id, here);
        const { id, guid, version } = here;
        this.#tombstones.set(id, { id, guid, version: version + 1, at: this.#clock });
        return {};
      }
      case 'restoreEntry': {
        const removed = this.#removed.get(entryId);
        if (!removed) return refused('library.entry_not_found');
        if (here) return refused('library.already_added');
        this.#removed.delete(entryId);
        return this.#store({ ...removed, version: removed.version + 2 });
      }
    }
  }

  #storePart(change: PartChange, { entryId, request }: Sent): Stored | Error {
    const here = this.#rows.get(change.guid)?.entry;
    const name = isOfSession(change) ? 'play_session' : 'playthrough';
    if (here?.id !== entryId) return refused('library.entry_not_found');
    const body = request.body as Partial<PlaySession> & { readonly if_version?: number };
    const id = partOf<Part>(change).id;
    const known = this.parts.get(id);
    const isSession = isOfSession(change);
    const answer = (part: Part | null) => (part ? { [isSession ? 'session' : 'playthrough']: part } : {});
    const stores = (part: Part | null): Stored =>
      isSession ? this.#store({ ...here, version: here.version + 1 }, answer(part)) : answer(part);
    if (!change.before) {
      if (known) return { ...(isSession && { user_game: here }), ...answer(known) };
      this.added.push(id);
      const part = { ...partOf<Part>(change), ...body, entry_id: entryId, version: 1 };
      this.parts.set(id, part);
      return stores(part);
    }
    if (!known) return refused(`library.${name}_not_found`);
    if (!change.now) {
      this.parts.delete(id);
      return stores(null);
    }
    const { if_version, ...fields } = body;
    if (known.version !== if_version) return refused(`library.${name}_changed`, answer(known));
    const part = { ...known, ...fields, version: known.version + 1 };
    this.parts.set(id, part);
    return stores(part);
  }

  /** Records a change that overwrites a value its user had not seen. */
  #compare({ key, base }: Change, changes: EntryChanges, here: LibraryEntry): void {
    for (const field of Object.keys(changes) as (keyof typeof changes)[]) {
      if (base.version !== here.version && base[field] !== here[field]) this.overwritten.push(`${key} ${field}`);
    }
  }
}
