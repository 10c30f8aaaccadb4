import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { aGame } from '../../../../testing/builders.ts';
import type { Attempt, Change, PlayChange, PlaythroughChange } from '../change.ts';
import { applyDelta, type Delta, emptyShelf, type Shelf } from '../delta.ts';
import { joinAll, joined } from '../join.ts';
import type { Response, Told } from '../outcome.ts';
import { overlay } from '../overlay.ts';
import { plan, sendable } from '../plan.ts';
import { wordsOf } from '../play-hours.ts';
import { wordsOfPlaythrough } from '../playthroughs.ts';
import { postpone, settle } from '../settle.ts';
import { takeAnswer, type VaultAnswer } from '../take-answer.ts';
import type { Act } from './acts.ts';

/** One browser: it makes the client's decisions over a network that the test controls. */
export class Device {
  shelf: Shelf = emptyShelf;
  /** Guids with a change in flight; a reload clears them, and `touched` too. */
  busy = new Set<string>();
  touched = new Set<string>();
  asking = false;
  asksAgain = false;
  /** The response in flight will be incomplete: its cursor is too recent. */
  needsWhole = false;
  /** Outcomes of changes, each with its key. */
  readonly told: (Told & { readonly of: string })[] = [];
  /** Each includes the edits merged into it. */
  made: Change[] = [];
  /** The last logged session by guid. */
  readonly sessions = new Map<string, PlaySession>();
  /** The last added playthrough by guid. */
  readonly playthroughs = new Map<string, Playthrough>();
  #last = 0;
  #before = new Map<string, LibraryEntry>();

  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  #apply(delta: Delta): void {
    this.shelf = applyDelta(this.shelf, delta);
  }

  savedOf = (guid: string): LibraryEntry | null => this.shelf.saved[guid] ?? null;

  shown = (guid: string): LibraryEntry | null =>
    overlay(
      this.savedOf(guid),
      this.shelf.queue.filter((change) => change.guid === guid),
    );

  make(act: Extract<Act, { readonly game: number }>, guid: string): void {
    const entry = this.shown(guid);
    this.#last += 1;
    const made = { key: `${this.name}${this.#last}`, order: this.#last, guid, tab: this.name, waits: true };
    const change = this.#changeOf(act, made, entry);
    if (!change) return;
    const both = joined(this.shelf.queue, change);
    if (both) {
      this.#apply({ queued: [both] });
      return;
    }
    if (change.kind === 'remove') this.#before.set(guid, change.base);
    this.made.push(change);
    this.#apply({ queued: [change] });
  }

  #changeOf(
    { does, field, value }: Extract<Act, { readonly game: number }>,
    made: Pick<Change, 'key' | 'order' | 'guid' | 'tab' | 'waits'>,
    entry: LibraryEntry | null,
  ): Change | null {
    // Replace an impossible act with a possible one, so that few acts are wasted.
    const before = this.#before.get(made.guid);
    if (!entry && before && does !== 'add') return { ...made, kind: 'restore', base: before };
    if (!entry) {
      const fields = { status: 'playing', rating: value, hours_played: null, platform_id: null } as const;
      return { ...made, kind: 'add', game: aGame({ guid: made.guid }), fields, at: 0 };
    }
    if (does === 'log' || does === 'relog' || does === 'unlog') return this.#playOf(does, made, entry, value);
    if (does === 'add-playthrough' || does === 'change-playthrough' || does === 'remove-playthrough')
      return this.#playthroughOf(does, made, entry, value);
    if (does === 'remove') return { ...made, kind: 'remove', base: entry };
    return entry[field] === value ? null : { ...made, kind: 'update', base: entry, changes: { [field]: value } };
  }

  /** Chooses among the sessions that this device has logged and not removed. */
  #playOf(
    does: PlayChange['kind'],
    made: Pick<Change, 'key' | 'order' | 'guid' | 'tab' | 'waits'>,
    base: LibraryEntry,
    minutes: number,
  ): Change {
    const hours = { typed: null, minutes: 0 };
    const known = this.sessions.get(made.guid);
    if (does === 'log' || !known) {
      const { guid, name, image_url } = base.game;
      const words = { day: '2026-03-01', minutes, note: null, spoiler: false, playthrough_id: null };
      const game = { guid, name, image_url };
      const session = { id: made.key, version: 1, entry_id: base.id, game, counts: true, ...words };
      this.sessions.set(made.guid, session);
      return { ...made, kind: 'log', base, session, hours };
    }
    if (does === 'unlog') {
      this.sessions.delete(made.guid);
      return { ...made, kind: 'unlog', base, session: known, hours };
    }
    return { ...made, kind: 'relog', base, session: known, fields: { ...wordsOf(known), minutes }, hours };
  }

  /** Chooses among the playthroughs that this device has added and not removed. */
  #playthroughOf(
    does: PlaythroughChange['kind'],
    made: Pick<Change, 'key' | 'order' | 'guid' | 'tab' | 'waits'>,
    base: LibraryEntry,
    hours: number,
  ): Change {
    const known = this.playthroughs.get(made.guid);
    if (does === 'add-playthrough' || !known) {
      const { guid, name, image_url } = base.game;
      const platform = { platform: null, platform_id: null, copy: null };
      const words = { started_on: null, ended_on: null, hours, completion: null, dropped_at: null };
      const game = { guid, name, image_url };
      const playthrough = { id: made.key, version: 1, entry_id: base.id, game, ...platform, ...words };
      this.playthroughs.set(made.guid, playthrough);
      return { ...made, kind: 'add-playthrough', base, playthrough };
    }
    if (does === 'remove-playthrough') {
      this.playthroughs.delete(made.guid);
      return { ...made, kind: does, base, playthrough: known };
    }
    return {
      ...made,
      kind: does,
      base,
      playthrough: known,
      fields: { ...wordsOfPlaythrough(known), platform: null, hours },
    };
  }

  /** Returns the requests to send now. */
  send(most = 3): { readonly change: Change; readonly attempt: Attempt }[] {
    const out = [];
    for (const change of sendable(this.shelf.queue, this, most)) {
      const planned = plan(change, this.savedOf(change.guid));
      if (planned.attempt) {
        const sent = { ...change, sent: planned.attempt };
        this.#apply({ queued: [sent] });
        this.busy.add(change.guid);
        out.push({ change: sent, attempt: planned.attempt });
      } else {
        this.#apply(planned.delta);
        if (planned.told) this.told.push({ ...planned.told, of: change.key });
      }
    }
    return out;
  }

  /** @param response null when the connection broke */
  answered(key: string, response: Response | null): void {
    const change = this.shelf.queue.find((one) => one.key === key);
    if (!change) return;
    this.busy.delete(change.guid);
    const outcome = response ? settle(change, this.savedOf(change.guid), this.shelf.queue, response) : postpone(change);
    if (response && this.asking) this.touched.add(change.guid);
    this.#apply(outcome.delta);
    for (const { now } of outcome.delta.played ?? []) {
      if (now && this.sessions.get(change.guid)?.id === now.id) this.sessions.set(change.guid, now);
    }
    for (const { now } of outcome.delta.playthroughs ?? []) {
      if (now && this.playthroughs.get(change.guid)?.id === now.id) this.playthroughs.set(change.guid, now);
    }
    if (outcome.told) this.told.push({ ...outcome.told, of: key });
    if (outcome.asks === 'whole') {
      this.needsWhole = true;
      this.shelf = { ...this.shelf, cursor: null };
    }
    if (outcome.asks) this.asksAgain = true;
  }

  ask(): string | null {
    this.asking = true;
    this.asksAgain = false;
    this.touched = new Set();
    this.needsWhole = false;
    return this.shelf.cursor;
  }

  learn(answer: VaultAnswer & { readonly version: string }): void {
    this.asking = false;
    const { saved, queue } = this.shelf;
    const news = takeAnswer(answer, { saved, queue, touched: this.touched });
    if (news === 'again') this.asksAgain = true;
    else this.#apply({ ...news, reached: { at: 1, cursor: this.needsWhole ? null : answer.version } });
  }

  /** Only what is stored on the device survives. */
  reload(): void {
    this.busy.clear();
    this.asking = false;
    const joining = joinAll(this.shelf.queue);
    this.#apply(joining);
    this.made = this.made.filter(({ key }) => !joining.dropped?.includes(key));
  }

  /** The user keeps their own version or the saved one. */
  decide(pick: number): void {
    const asked = this.shelf.queue.find(({ asks }) => asks);
    if (!asked?.asks) return;
    this.#apply({ dropped: [asked.key] });
    const entry = this.shown(asked.guid);
    if (pick % 2 === 0 || !entry || asked.asks.why !== 'conflict') return;
    this.#last += 1;
    const made = { key: `${this.name}${this.#last}`, order: this.#last, guid: asked.guid, tab: this.name, waits: true };
    const again: Change = { ...made, kind: 'update', base: entry, changes: asked.asks.changes };
    this.made.push(again);
    this.#apply({ queued: [again] });
  }
}
