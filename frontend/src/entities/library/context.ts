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

/** One user's vault while a page shows it: where it is kept, who else shows it, and how far speaking with the server is. */
export interface Context {
  /** Undefined where nobody is known to be signed in. */
  readonly owner: string | undefined;
  readonly device: Device;
  readonly tabs: Tabs;
  readonly asks: Channel<true>;
  readonly sends: Channel<true>;
  /** Guids of which a change is on its way. */
  readonly busy: Set<string>;
  /** Kinds of change of which there were too many for the server. */
  readonly pace: Map<Change['kind'], Pace>;
  /** Guids of which an answer to a change has come in while the vault was asked for. */
  readonly touched: Set<string>;
  /** It is this tab that speaks with the server. */
  leads: boolean;
  /** A page has needed the vault, so that the server was asked for it. */
  asked: boolean;
  asking: boolean;
  /** What is being asked for will not tell all: the whole is to be asked for next. */
  needsWhole: boolean;
  /** The server was not reached when it was last tried: nothing is sent until it is. */
  unreached: boolean;
  /** When the server was last heard, and by what to ask it for the changes since. */
  at: number | null;
  cursor: string | null;
  /** The place in the queue of the change made last. */
  order: number;
  /** How often what is kept has changed since the page was opened. */
  changes: number;
  /** Lets the page be left again, which has changes that are kept nowhere else; null while it has none. */
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

/** Has whichever tab it falls to ask the server, or send what waits. */
export function want(context: Context, what: 'ask' | 'send'): void {
  (what === 'ask' ? context.asks : context.sends).put(true);
  if (!context.leads) context.tabs.tell({ wanted: what });
}

/** For this tab and all others. */
export function* tellAll(context: Context, action: UnknownAction): SagaGenerator<void> {
  yield* put(action);
  context.tabs.tell({ actions: [action] });
}

/** For the tab that something was asked for in. */
export function* tellOne(context: Context, tab: string, actions: readonly UnknownAction[]): SagaGenerator<void> {
  if (actions.length === 0) return;
  if (tab !== context.tabs.own) context.tabs.tell({ to: tab, actions });
  else for (const action of actions) yield* put(action);
}

/** Keeps and shows what is new. What a user has done is on the disk before it is shown. */
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

/** Says, once, that what waits is in this page alone, and why; and holds the page. */
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
  // Whoever made them in another visit knows that they wait.
  const queue = shelf.queue.map((change) => (change.waits ? change : { ...change, waits: true }));
  if (shelf.at !== null || queue.length > 0) yield* put(libraryActions.opened({ ...shelf, queue }));
}
