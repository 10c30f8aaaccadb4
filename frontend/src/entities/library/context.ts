import type { UnknownAction } from '@reduxjs/toolkit';
import { buffers, channel } from 'redux-saga';
import { call, put, type SagaGenerator, select } from 'typed-redux-saga';
import { holdPage } from '../../lib/waiting.ts';
import { alertRaised } from '../alerts/slice.ts';
import { noteNextAsk } from '../device/next-ask.ts';
import type { Device } from '../device/open-device.ts';
import type { ChangedEntry, LeaderRequest, Tabs } from '../device/tabs.ts';
import { libraryAddress } from './api.ts';
import { noticeOf } from './notices.ts';
import { selectWaiting } from './selectors.ts';
import { libraryActions } from './slice.ts';
import { type Change, isAsked } from './sync/change.ts';
import type { Delta, Shelf } from './sync/delta.ts';
import { type Outcome, postpone } from './sync/settle.ts';
import { libraryTexts } from './texts.ts';

/** One user's vault on a page: its device storage, the other tabs and the state of the sync. */
export type Context = ReturnType<typeof openContext>;

/** @param owner undefined for an anonymous visitor */
export const openContext = (owner: string | undefined, device: Device, tabs: Tabs) => ({
  owner,
  device,
  tabs,
  /** Wakes the leader. */
  wakes: channel<true>(buffers.sliding(1)),
  /** Names of calls that the server rate-limited, and guids of games whose call makes the server fail. */
  held: new Set<string>(),
  /** Notifications of changed entries that have not been compared with the vault. */
  changedEntries: [] as ChangedEntry[],
  /** The leader has to request the server's changes before it sends anything. */
  pulls: false,
  pulling: false,
  /** This tab is the leader: it alone talks to the server. */
  isLeader: false,
  /** A page has needed the vault, so the server was asked for it. */
  asked: false,
  /** The last request did not reach the server: send nothing until it is reachable again. */
  unreached: false,
  /** When the server last responded, and the cursor for the changes since. */
  at: null as number | null,
  cursor: null as string | null,
  /** Queue order of the latest change. */
  order: 0,
  /** Releases the page, which is held while its changes are stored nowhere else; null when it is not held. */
  releasePage: null as (() => void) | null,
});

/** Notes a request, even while the leader changes: the next leader serves it. */
export function noteRequest(context: Context, wanted: LeaderRequest): void {
  const isEntry = typeof wanted === 'object';
  if (isEntry && context.isLeader) context.changedEntries.push(wanted);
  else if (isEntry || wanted === 'pull') context.pulls = true;
  context.wakes.put(true);
}

/** Requests something from the leader, in whichever tab it is. */
export function requestLeader(context: Context, wanted: LeaderRequest): void {
  noteRequest(context, wanted);
  if (!context.isLeader) context.tabs.send({ wanted });
}

export function* putEverywhere(context: Context, action: UnknownAction): SagaGenerator<void> {
  yield* put(action);
  context.tabs.send({ actions: [action] });
}

/** Stores and shows new data; a user's change is on disk before it is shown. */
export function* commit(context: Context, delta: Delta): SagaGenerator<void> {
  const { reached, queued = [] } = delta;
  if (reached) {
    context.at = reached.at;
    context.cursor = reached.cursor;
    if (context.device.isDurable()) noteNextAsk(libraryAddress(reached.cursor));
  }
  if (queued.length > 0) yield* call(context.device.write, delta);
  yield* putEverywhere(context, libraryActions.changed(delta));
  if (queued.length === 0) yield* call(context.device.write, delta);
  if (context.releasePage && (yield* select(selectWaiting)) === 0) releasePage(context);
}

/** Commits the outcome of a change and notifies the tab that made it. */
export function* conclude(context: Context, change: Change, { delta, notice, pulls }: Outcome): SagaGenerator<void> {
  const { tab } = change;
  const { own } = context.tabs;
  if (pulls) context.pulls = true;
  yield* commit(context, delta);
  const actions = notice ? noticeOf(notice, change) : [];
  if (actions.length > 0 && tab !== own) context.tabs.send({ to: tab, actions });
  // The tab that made a pending change may be closed, which the leader cannot see: if it is open, both show the alert.
  if (tab === own || change.waits) for (const action of actions) yield* put(action);
}

/** Stores a change for later and notifies the user that it is pending. */
export function* announceWaiting(context: Context, change: Change): SagaGenerator<void> {
  yield* conclude(context, { ...change, waits: false }, postpone(change));
}

export function releasePage(context: Context): void {
  context.releasePage?.();
  context.releasePage = null;
}

/** Warns once that pending changes exist in this page only, and why; holds the page. */
export function* warnUnkept(context: Context): SagaGenerator<void> {
  if (context.device.isDurable() || context.releasePage) return;
  context.releasePage = holdPage();
  yield* put(libraryActions.waitsUnkept());
  const text = context.device.isTakenOver() ? libraryTexts.takenOver : libraryTexts.unkept;
  yield* put(alertRaised({ tone: 'error', text }));
}

export function* show(context: Context, shelf: Shelf): SagaGenerator<void> {
  context.at = shelf.at;
  context.cursor = shelf.cursor;
  context.order = Math.max(context.order, shelf.queue.at(-1)?.order ?? 0);
  const queue = shelf.queue.map((change) => ({
    ...change,
    // The user already saw in the earlier visit that these changes are pending.
    waits: true,
    // Sending a change again finds the reason of an alert that the earlier visit may not have shown.
    asks: isAsked(change) ? change.asks : undefined,
  }));
  if (shelf.at !== null || queue.length > 0) yield* put(libraryActions.opened({ ...shelf, queue }));
}
