import type { UnknownAction } from '@reduxjs/toolkit';
import { call, delay, put, race, type SagaGenerator, select, spawn, take } from 'typed-redux-saga';
import { newIntentKey } from '../../lib/intent-key.ts';
import { safely } from '../../lib/safely.ts';
import { type Context, commit, tellOne, tellUnkept, want } from './context.ts';
import { selectConfirmed, selectLibrary, selectQueue } from './selectors.ts';
import {
  addRequested,
  libraryActions,
  libraryChanged,
  libraryNeeded,
  playRequested,
  playthroughRequested,
  removeRequested,
  restoreRequested,
  updateRequested,
} from './slice.ts';
import type { Change } from './sync/change.ts';
import { isPending, isTemporary } from './sync/change.ts';
import { joined } from './sync/join.ts';
import { postpone } from './sync/settle.ts';
import { wordsFor } from './words.ts';

/** Actions of the user and needs of a page. */
export const requestTypes = [
  libraryNeeded.type,
  libraryChanged.type,
  addRequested.type,
  updateRequested.type,
  removeRequested.type,
  restoreRequested.type,
  playRequested.type,
  playthroughRequested.type,
  libraryActions.severalRequested.type,
  libraryActions.conflictSettled.type,
];

type Made = Pick<Change, 'order' | 'tab' | 'together' | 'action'>;

/** Returns the change that an action requests; null when it requests none. */
function changeIn(action: UnknownAction, made: Made): Change | null {
  if (addRequested.match(action)) {
    const { game, fields } = action.payload;
    return { ...made, kind: 'add', key: action.meta.key, guid: game.guid, game, fields, at: Date.now() };
  }
  if (updateRequested.match(action)) {
    const { entry: base, changes } = action.payload;
    return { ...made, kind: 'update', key: action.meta.key, guid: base.guid, base, changes };
  }
  if (removeRequested.match(action)) {
    const base = action.payload;
    return { ...made, kind: 'remove', key: action.meta.key, guid: base.guid, base };
  }
  if (playRequested.match(action) || playthroughRequested.match(action)) {
    const { payload, meta } = action;
    return { ...made, ...payload, key: meta.key, guid: payload.base.guid };
  }
  if (!restoreRequested.match(action)) return null;
  const { entry: base, changes } = action.payload;
  const { key } = action.meta;
  return { ...made, kind: 'restore', key, guid: base.guid, base, ...(changes && { changes }) };
}

/** Adds instead of restoring when the entry was removed before the server assigned its id. */
function asAddition(change: Change, queue: readonly Change[]): Change {
  if (change.kind !== 'restore' || !isTemporary(change.base)) return change;
  if (queue.some(({ guid, kind }) => guid === change.guid && kind === 'add')) return change;
  const { base, order, tab, key, guid } = change;
  const { status, rating, hours_played, platform_id } = { ...base, ...change.changes };
  const fields = { status, rating, hours_played, platform_id };
  return { kind: 'add', key, order, tab, guid, game: base.game, fields, at: Date.now() };
}

function* enqueue(context: Context, actions: readonly UnknownAction[], together = false): SagaGenerator<void> {
  const sends = context.leads && (yield* call(context.tabs.lead.isOurs));
  const queue = yield* select(selectQueue);
  const several = together && { together, action: newIntentKey() };
  // Order this change after another tab's, even if that tab's clock was ahead.
  context.order = Math.max(context.order, queue.at(-1)?.order ?? 0);
  /** Guids of edits that gained another edit: do not send them until the merged edit is stored. */
  const joining = new Set<string>();
  const queued = actions.flatMap((action): Change[] => {
    const order = Math.max(Date.now(), context.order + 1);
    const made = { order, tab: context.tabs.own, ...several };
    const asked = changeIn(action, made);
    if (!asked || queue.some(({ key }) => key === asked.key)) return [];
    context.order = order;
    // A change in flight is sent unchanged.
    const both = sends && !context.busy.has(asked.guid) && joined(queue, asked);
    if (both) joining.add(asked.guid);
    return [both || asAddition(asked, queue)];
  });
  if (queued.length === 0) return;
  for (const guid of joining) context.busy.add(guid);
  try {
    yield* commit(context, { queued });
  } finally {
    for (const guid of joining) context.busy.delete(guid);
  }
  const isOffline = context.unreached || navigator.onLine === false;
  if (isOffline) {
    yield* tellUnkept(context);
    for (const change of queued) {
      const { delta, told } = postpone(change);
      yield* commit(context, delta);
      if (told) yield* tellOne(context, change.tab, wordsFor(told, change, null).actions);
    }
  }
  want(context, 'send');
}

function* isKnown({ payload }: ReturnType<typeof libraryChanged>): SagaGenerator<boolean> {
  const { status } = yield* select(selectLibrary);
  if (status === 'idle' || status === 'failed') return true;
  if (!payload?.guid) return false;
  const saved = yield* select(selectConfirmed, payload.guid);
  return saved?.id === payload.entry_id && saved?.version === payload.version;
}

/** Milliseconds to wait for the response to a change in flight. */
const patience = 5000;

/** Waits for changes of the game in flight: their response may carry the same version. */
function* untilAnswered(guid: string): SagaGenerator<void> {
  const isOnItsWay = (change: Change) => change.guid === guid && isPending(change) && !change.waits;
  while ((yield* select(selectQueue)).some(isOnItsWay)) yield* take(libraryActions.changed.type);
}

function* askUnlessKnown(context: Context, action: ReturnType<typeof libraryChanged>): SagaGenerator<void> {
  const guid = action.payload?.guid;
  if (guid) yield* race([untilAnswered(guid), delay(patience)]);
  if (!(yield* isKnown(action))) want(context, 'ask');
}

export function* takeRequest(context: Context, action: UnknownAction): SagaGenerator<void> {
  if (libraryNeeded.match(action)) {
    const { status, keptAt, error } = yield* select(selectLibrary);
    if (context.asking) return;
    const isFirst = !context.asked;
    context.asked = true;
    if (isFirst) yield* put(libraryActions.loading());
    if (isFirst || status !== 'ready' || keptAt !== null || error !== null) want(context, 'ask');
  } else if (libraryChanged.match(action)) {
    // Run it in the background, so that later actions do not wait for it.
    yield* spawn(safely(askUnlessKnown), context, action);
  } else if (libraryActions.conflictSettled.match(action)) {
    const { keys = [] } = action.payload;
    if (keys.length > 0) yield* commit(context, { dropped: keys });
  } else if (libraryActions.severalRequested.match(action)) yield* enqueue(context, action.payload, true);
  else yield* enqueue(context, [action]);
}
