import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { aGame } from '../../../../test/builders.ts';
import type { LibraryAnswer } from '../../api.ts';
import { withDelta } from '../../show.ts';
import { librarySlice } from '../../slice.ts';
import type { CallName, Change, Part, Sent } from '../change.ts';
import type { Delta } from '../delta.ts';
import { temporaryEntry } from '../overlay.ts';
import { plan, schedule } from '../plan.ts';
import { type Notice, type Outcome, postpone, type Stored, settle } from '../settle.ts';
import { takeAnswer } from '../take-answer.ts';

export interface Edit {
  readonly does: CallName;
  readonly value: number;
  readonly field: 'rating' | 'hours_played';
}

/** An alert, or a question of a dialog, about the change with the key `of`. */
export type DeviceNotice = (Notice | { readonly kind: 'asked' }) & { readonly of: string };

type Made = Pick<Change, 'key' | 'order' | 'guid' | 'tab' | 'waits'>;

const nowhere = new Set<CallName>();

/** One browser: it makes the client's decisions over a network that the test controls. */
export class Device {
  shelf = { ...librarySlice.getInitialState(), cursor: null as string | null };
  /** A request is in flight: a change, or a pull. */
  busy = false;
  pulls = false;
  /** Outcomes of changes, each with its key. */
  readonly notices: DeviceNotice[] = [];
  made: Change[] = [];
  /** The last session and playthrough that this device added, by guid. */
  readonly #parts = { hours: new Map<string, Part>(), none: new Map<string, Part>() };
  #last = 0;
  #before = new Map<string, LibraryEntry>();

  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  #apply(delta: Delta): void {
    const { cursor } = delta.reached ?? this.shelf;
    this.shelf = { ...withDelta(this.shelf, delta), cursor };
  }

  #conclude(key: string, guid: string, { delta, notice, pulls }: Outcome): void {
    this.#apply(delta);
    if (notice) this.notices.push({ ...notice, of: key });
    for (const { asks, key: of } of delta.queued ?? []) if (asks) this.notices.push({ kind: 'asked', of });
    if (pulls) this.pulls = true;
    for (const { now } of delta.parts ?? [])
      for (const known of Object.values(this.#parts)) if (now && known.get(guid)?.id === now.id) known.set(guid, now);
  }

  savedOf = (guid: string): LibraryEntry | null => this.shelf.saved[guid] ?? null;

  shown = (guid: string): LibraryEntry | null => this.shelf.entries[guid] ?? null;

  #madeFor(guid: string): Made {
    this.#last += 1;
    return { key: `${this.name}${this.#last}`, order: this.#last, guid, tab: this.name, waits: true };
  }

  make(edit: Edit, guid: string): void {
    const change = this.#changeOf(edit, this.#madeFor(guid), this.shown(guid));
    if (!change) return;
    if (change.call === 'removeEntry') this.#before.set(guid, change.base);
    this.made.push(change);
    this.#apply({ queued: [change] });
  }

  #changeOf({ does, field, value }: Edit, made: Made, base: LibraryEntry | null): Change | null {
    // Replace an impossible edit with a possible one, so that few are wasted.
    const before = this.#before.get(made.guid);
    if (!base && before && does !== 'addEntry') return { ...made, call: 'restoreEntry', base: before };
    if (!base) {
      const body = { status: 'playing', rating: value, hours_played: null, platform_id: null } as const;
      const game = aGame({ guid: made.guid });
      return { ...made, call: 'addEntry', base: temporaryEntry(made.key, game, body, 0), body };
    }
    if (/Session|Playthrough/.test(does)) return this.#partChangeOf(does, made, base, value);
    if (does === 'removeEntry') return { ...made, call: does, base };
    return base[field] === value ? null : { ...made, call: 'updateEntry', base, body: { [field]: value } };
  }

  /** Chooses among the parts that this device has added and not removed. */
  #partChangeOf(does: CallName, made: Made, base: LibraryEntry, value: number): Change {
    const isSession = does.endsWith('Session');
    const known = this.#parts[isSession ? 'hours' : 'none'];
    const before = known.get(made.guid) ?? null;
    const { guid, name, image_url } = base.game;
    const game = { guid, name, image_url };
    const started: Part = isSession
      ? {
          ...{ id: made.key, version: 1, entry_id: base.id, game, counts: true },
          ...{ day: '2026-03-01', minutes: 0, note: null, spoiler: false, playthrough_id: null },
        }
      : {
          ...{ id: made.key, version: 1, entry_id: base.id, game, platform: null, platform_id: null, copy: null },
          ...{ started_on: null, ended_on: null, hours: null, completion: null, dropped_at: null },
        };
    const isNew = !before || /^(log|add)/.test(does);
    const now =
      isNew || does.startsWith('change')
        ? { ...(isNew ? started : before), ...(isSession ? { minutes: value } : { hours: value }) }
        : null;
    if (isNew && now) known.set(made.guid, now);
    if (!now) known.delete(made.guid);
    const call = now ? (isNew ? (isSession ? 'logPlaySession' : 'addPlaythrough') : does) : does;
    return { ...made, base, call, before: isNew ? null : before, now } as Change;
  }

  /** Returns the request to send now, if any. */
  send(): { readonly change: Change; readonly sent: Sent; readonly isResent: boolean } | null {
    if (this.busy || this.pulls) return null;
    const { next: change } = schedule(this.shelf.queue, nowhere);
    if (!change) return null;
    const planned = plan(change, this.savedOf(change.guid));
    if ('delta' in planned) {
      this.#conclude(change.key, change.guid, planned);
      return null;
    }
    const sent = planned;
    this.#apply({ queued: [{ ...change, sent }] });
    this.busy = true;
    return { change, sent, isResent: change.sent !== undefined };
  }

  /** @param response null when the connection broke */
  answered(
    { change: { key }, sent, isResent }: NonNullable<ReturnType<Device['send']>>,
    response: Stored | Error | null,
  ): void {
    this.busy = false;
    const { queue } = this.shelf;
    const change = queue.find((one) => one.key === key);
    if (!change) return;
    const saved = this.savedOf(change.guid);
    const outcome = response ? settle(change, sent, saved, queue, response, isResent) : postpone(change);
    this.#conclude(key, change.guid, outcome);
  }

  /** Returns whether a pull can start. */
  ask(): boolean {
    if (this.busy) return false;
    this.busy = true;
    this.pulls = false;
    return true;
  }

  learn(answer: LibraryAnswer): void {
    this.busy = false;
    this.#apply({ ...takeAnswer(answer, this.shelf), reached: { at: 1, cursor: answer.version ?? null } });
  }

  /** Only what is stored on the device survives; the next visit pulls before it sends. */
  reload(): void {
    this.busy = false;
    this.pulls = true;
  }

  /** The user keeps their own version or the saved one. */
  decide(pick: number): void {
    const asked = this.shelf.queue.find(({ asks }) => asks);
    if (!asked?.asks) return;
    this.#apply({ dropped: [asked.key] });
    const base = this.shown(asked.guid);
    if (pick % 2 === 0 || !base || asked.asks.why !== 'conflict' || 'before' in asked) return;
    const again: Change = { ...this.#madeFor(asked.guid), call: 'updateEntry', base, body: asked.asks.changes };
    this.made.push(again);
    this.#apply({ queued: [again] });
  }
}
