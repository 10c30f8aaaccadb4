import type { UnknownAction } from '@reduxjs/toolkit';
import { buffers, type Channel, channel } from 'redux-saga';
import { call, put, type SagaGenerator, select } from 'typed-redux-saga';
import { holdPage } from '../../lib/waiting.ts';
import { alertRaised } from '../alerts/slice.ts';
import type { Device } from '../device/device.ts';
import { noteNextAsk } from '../device/next-ask.ts';
import type { Tabs } from '../device/tabs.ts';
import { libraryAddress } from './api.ts';
import { selectWaiting } from './selectors.ts';
import { libraryActions } from './slice.ts';
import type { Change } from './sync/change.ts';
import { type Delta, isNew, type Shelf } from './sync/delta.ts';
import type { Pace } from './sync/plan.ts';
import { libraryTexts } from './texts.ts';

/** One user's vault on a page: its device storage, the other tabs and the state of the sync. */
export interface Context {
  /** Undefined for an anonymous visitor. */
  readonly owner: string | undefined;
  readonly device: Device;
  readonly tabs: Tabs;
  readonly asks: Channel<true>;
  readonly sends: Channel<true>;
  /** Guids with a change in flight. */
  readonly busy: Set<string>;
  /** Kinds of change that the server rate-limited. */
  readonly pace: Map<Change['kind'], Pace>;
  /** Guids whose change was acknowledged while the vault was being requested. */
  readonly touched: Set<string>;
  /** This tab is the leader: it alone talks to the server. */
  leads: boolean;
  /** A page has needed the vault, so the server was asked for it. */
  asked: boolean;
  asking: boolean;
  /** The response in flight will be incomplete: request the whole library next. */
  needsWhole: boolean;
  /** The last request did not reach the server: send nothing until it is reachable again. */
  unreached: boolean;
  /** When the server last responded, and the cursor for the changes since. */
  at: number | null;
  cursor: string | null;
  /** Queue order of the latest change. */
  order: number;
  /** Number of changes to the vault since the page was opened. */
  changes: number;
  /** Releases the page, which is held while its changes are stored nowhere else; null when it is not held. */
  letGo: (() => void) | null;
}

export const openContext = (owner: string | undefined, device: Device, tabs: Tabs): Context => ({
  owner,
  device,
  tabs,
  asks: channel<true>(buffers.sliding(1)),
  sends: channel<true>(buffers.sliding(1)),
  busy: new Set(),
  pace: new Map(),
  touched: new Set(),
  leads: false,
  asked: false,
  asking: false,
  needsWhole: false,
  unreached: false,
  at: null,
  cursor: null,
  order: 0,
  changes: 0,
  letGo: null,
});

/** Has the leading tab pull from the server, or send the pending changes. */
export function want(context: Context, what: 'ask' | 'send'): void {
  (what === 'ask' ? context.asks : context.sends).put(true);
  if (!context.leads) context.tabs.tell({ wanted: what });
}

/** Dispatches an action in this tab and all others. */
export function* tellAll(context: Context, action: UnknownAction): SagaGenerator<void> {
  yield* put(action);
  context.tabs.tell({ actions: [action] });
}

/** Dispatches actions in the tab that made the request. */
export function* tellOne(context: Context, tab: string, actions: readonly UnknownAction[]): SagaGenerator<void> {
  if (actions.length === 0) return;
  if (tab !== context.tabs.own) context.tabs.tell({ to: tab, actions });
  else for (const action of actions) yield* put(action);
}

/** Stores and shows new data; a user's change is on disk before it is shown. */
export function* commit(context: Context, delta: Delta): SagaGenerator<void> {
  const { reached, queued = [] } = delta;
  if (isNew(delta)) context.changes += 1;
  if (reached) {
    context.at = reached.at;
    context.cursor = reached.cursor;
    if (context.device.isDurable()) noteNextAsk(libraryAddress(reached.cursor));
  }
  if (queued.length > 0) yield* call(context.device.write, delta);
  yield* tellAll(context, libraryActions.changed(delta));
  if (queued.length === 0) yield* call(context.device.write, delta);
  if (context.letGo && (yield* select(selectWaiting)) === 0) letGo(context);
}

export function letGo(context: Context): void {
  context.letGo?.();
  context.letGo = null;
}

/** Warns once that pending changes exist in this page only, and why; holds the page. */
export function* tellUnkept(context: Context): SagaGenerator<void> {
  if (context.device.isDurable() || context.letGo) return;
  context.letGo = holdPage();
  yield* put(libraryActions.waitsUnkept());
  const text = context.device.isTakenOver() ? libraryTexts.takenOver : libraryTexts.unkept;
  yield* put(alertRaised({ tone: 'error', text }));
}

export function* show(context: Context, shelf: Shelf): SagaGenerator<void> {
  context.at = shelf.at;
  context.cursor = shelf.cursor;
  context.order = Math.max(context.order, shelf.queue.at(-1)?.order ?? 0);
  // The user already saw in the earlier visit that these changes are pending.
  const queue = shelf.queue.map((change) => (change.waits ? change : { ...change, waits: true }));
  if (shelf.at !== null || queue.length > 0) yield* put(libraryActions.opened({ ...shelf, queue }));
}
