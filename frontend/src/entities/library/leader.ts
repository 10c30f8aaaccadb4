import { call, delay, race, type SagaGenerator, select, spawn, take } from 'typed-redux-saga';
import { ApiError, isUnjudged, messageOf, NetworkError } from '../../lib/api-errors.ts';
import { request, sessionAfter } from '../../lib/request.ts';
import { untilOnline, whileKept } from '../../lib/until-online.ts';
import { givenUpSignal } from '../../lib/waiting.ts';
import type { ChangedEntry, LeaderRequest } from '../device/tabs.ts';
import { readLastUser } from '../session/last-user.ts';
import { selectSession, selectUser } from '../session/selectors.ts';
import { verified } from '../session/slice.ts';
import { listLibrary } from './api.ts';
import {
  announceWaiting,
  type Context,
  commit,
  conclude,
  putEverywhere,
  requestLeader,
  show,
  warnUnkept,
} from './context.ts';
import { selectConfirmed, selectLibrary, selectQueue } from './selectors.ts';
import { libraryActions } from './slice.ts';
import type { Change } from './sync/change.ts';
import { plan, schedule, unannounced } from './sync/plan.ts';
import { type Stored, settle } from './sync/settle.ts';
import { takeAnswer } from './sync/take-answer.ts';
import { libraryTexts } from './texts.ts';

/** Retry delay in milliseconds when the server fails or gives no Retry-After. */
const retryDelayMs = 10_000;

/** Longest delay in milliseconds: browser timers fire immediately beyond 24 days. */
const longestDelayMs = 3_600_000;

/** Above this many changes, the queue pauses after each one, which leaves half of the rate limit to the user. */
const longQueue = 250;
const longQueueGapMs = 200;

const isRateLimited = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;

/** Returns whether the server, or a part of it, is temporarily unavailable. */
const isAway = (error: unknown): boolean =>
  !(error instanceof ApiError) || [502, 503, 504].includes(error.status) || isRateLimited(error);

function delayAfter(error: unknown): number {
  if (!(error instanceof ApiError)) return 0;
  const asked = Math.min(error.retryAfter, longestDelayMs);
  return isRateLimited(error) && asked > 0 ? asked : Math.max(retryDelayMs, asked);
}

/** Asks the leader again after as long as the server says. */
function* again(context: Context, error: unknown, wanted: LeaderRequest, before = () => {}): SagaGenerator<void> {
  yield* spawn(function* () {
    yield* delay(delayAfter(error));
    before();
    requestLeader(context, wanted);
  });
}

/** Schedules a pull; queued changes are not sent before the server responds. */
function* retryLater(context: Context, error: unknown): SagaGenerator<void> {
  context.unreached = true;
  yield* again(context, error, 'pull');
}

/** Holds back a call or a game for as long as the server says; the others continue. */
function* holdBack(context: Context, name: string, error: unknown): SagaGenerator<void> {
  context.held.add(name);
  yield* again(context, error, 'send', () => context.held.delete(name));
}

/** Returns whether the response would belong to another user, or to no user. */
function* isOthers(owner: string | undefined, evenIfUnknown: boolean): SagaGenerator<boolean> {
  const { known, user } = yield* select(selectSession);
  return owner !== undefined && (known || evenIfUnknown) && user?.id !== owner;
}

function* reportUnreached(context: Context, at: number): SagaGenerator<void> {
  context.unreached = true;
  yield* putEverywhere(context, libraryActions.unreached(at));
}

/** Requests the server's changes since the last pull. */
function* pull(context: Context): SagaGenerator<void> {
  const { owner, at } = context;
  context.pulling = true;
  try {
    if (at !== null && (yield* isOthers(owner, false))) {
      yield* reportUnreached(context, at);
      // The session saga retries by itself when the check fails.
      yield* take(verified.type);
    }
    // Give up early when a kept vault is on screen; otherwise keep retrying.
    const answer = yield* listLibrary(context.cursor, at === null ? undefined : whileKept);
    if (yield* isOthers(owner, true)) {
      if (!(yield* select(selectSession)).known) yield* take(verified.type);
      if (yield* isOthers(owner, true)) return;
    }
    if (!(yield* call(context.tabs.leader.isOurs))) return;
    if ('whole_needed' in answer && answer.whole_needed) {
      if (context.cursor === null) throw new Error('The server has no whole vault');
      context.cursor = null;
      context.pulls = true;
      return;
    }
    const news = takeAnswer(answer, yield* select(selectLibrary));
    context.unreached = false;
    yield* commit(context, { ...news, reached: { at: Date.now(), cursor: answer.version ?? null } });
  } catch (error) {
    if (error instanceof NetworkError && at !== null) {
      yield* reportUnreached(context, at);
      yield* spawn(function* () {
        yield* untilOnline();
        requestLeader(context, 'pull');
      });
      return;
    }
    yield* putEverywhere(context, libraryActions.loadFailed(messageOf(error, libraryTexts.loadFailed)));
    const isAwaited = (yield* select(selectQueue)).some(({ waits }) => waits);
    if (error instanceof ApiError && isUnjudged(error) && isAwaited) yield* retryLater(context, error);
  } finally {
    context.pulling = false;
  }
}

/** Keeps an undelivered change for later when the device can store it and the user did not give it up. */
function* putOff(context: Context, change: Change, error: unknown, isGivenUp: boolean): SagaGenerator<void> {
  if (!change.waits && (isGivenUp || !isAway(error) || !context.device.isDurable())) {
    const notice = { kind: 'failed', change, refusal: error } as const;
    return yield* conclude(context, change, { delta: { dropped: [change.key] }, notice });
  }
  // Set this first, so that nothing else is sent while the queue is written.
  if (isRateLimited(error)) {
    yield* holdBack(context, change.call, error);
    // The gateway did not pass it on, so the next attempt is the first.
    const unsent = { ...change, sent: undefined };
    yield* commit(context, { queued: [unsent] });
    return yield* announceWaiting(context, unsent);
  }
  // A call that makes the server fail must not block those of other games.
  if (isAway(error)) yield* retryLater(context, error);
  else yield* holdBack(context, change.guid, error);
  yield* announceWaiting(context, change);
}

/**
 * Makes the call of a change.
 * @returns whether the change had an outcome
 */
function* send(context: Context, change: Change): SagaGenerator<boolean> {
  const { key, guid } = change;
  const planned = plan(change, yield* select(selectConfirmed, guid));
  if ('delta' in planned) {
    yield* conclude(context, change, planned);
    return true;
  }
  const sent = planned;
  const sending = { ...change, sent };
  const isResent = change.sent !== undefined;
  if (!isResent) yield* commit(context, { queued: [sending] });
  const givenUp = givenUpSignal();
  let response: Stored | Error;
  try {
    const isKept = context.device.isDurable();
    response = (yield* request(sent.request as never, { key: sent.key, isKept })) as Stored;
    // The new leader resends the change and handles that response.
    if (!(yield* call(context.tabs.leader.isOurs))) return false;
  } catch (error) {
    // The change waits until its owner signs in again.
    if (sessionAfter(error)) return false;
    if (!(yield* call(context.tabs.leader.isOurs))) return false;
    if (isUnjudged(error)) {
      yield* putOff(context, sending, error, givenUp.aborted);
      return true;
    }
    response = error as Error;
  }
  const queue = yield* select(selectQueue);
  const saved = yield* select(selectConfirmed, guid);
  const now = queue.find((one) => one.key === key) ?? sending;
  yield* conclude(context, now, settle(now, sent, saved, queue, response, isResent));
  return true;
}

/** Another tab may have signed in another user: never send one user's changes as the next user. */
function* isForOwner({ owner }: Context): SagaGenerator<boolean> {
  if (owner === undefined) return true;
  const user = yield* select(selectUser);
  const last = readLastUser();
  return user?.id === owner && (last === null || last.id === owner);
}

/** @returns whether something was sent, so that there may be more to do */
function* sendNext(context: Context): SagaGenerator<boolean> {
  const queue = yield* select(selectQueue);
  if (context.unreached) {
    for (const change of unannounced(queue)) {
      yield* warnUnkept(context);
      yield* announceWaiting(context, change);
    }
    return false;
  }
  if (!(yield* isForOwner(context))) return false;
  const { next, heldBack } = schedule(queue, context.held);
  for (const change of heldBack) if (!change.waits) yield* announceWaiting(context, change);
  if (!next) return false;
  const isOver = yield* send(context, next);
  if (queue.length > longQueue) yield* delay(longQueueGapMs);
  return isOver;
}

function* isKnown({ entry_id, guid, version }: ChangedEntry): SagaGenerator<boolean> {
  const saved = yield* select(selectConfirmed, guid);
  return saved?.id === entry_id && saved.version === version;
}

function* needsPull(context: Context): SagaGenerator<boolean> {
  for (const entry of context.changedEntries.splice(0)) if (!(yield* isKnown(entry))) context.pulls = true;
  const { pulls } = context;
  context.pulls = false;
  return pulls;
}

/** Pulls and sends, never both at a time: a response is then never older than the known vault. */
function* work(context: Context): SagaGenerator<void> {
  while (true) {
    yield* take(context.wakes);
    try {
      while (yield* call(context.tabs.leader.isOurs)) {
        if (yield* needsPull(context)) yield* pull(context);
        else if (!(yield* sendNext(context))) break;
      }
    } catch (error) {
      console.error(error);
    }
  }
}

/** Talks to the server for as long as this tab is the leader. */
export function* lead(context: Context): SagaGenerator<void> {
  while (true) {
    const wasLed = yield* call(context.tabs.leader.take);
    if (wasLed) {
      yield* show(context, yield* call(context.device.read));
      // The previous leader may not have finished the other tabs' requests.
      context.pulls = true;
    }
    context.isLeader = true;
    // Changes of an earlier visit are sent once the server has responded.
    if ((yield* select(selectQueue)).some(({ waits }) => waits)) {
      context.unreached = true;
      context.pulls = true;
    }
    context.wakes.put(true);
    yield* race([call(context.tabs.leader.untilLost), call(work, context)]);
    // The new leader resends the request in flight with the same key.
    context.isLeader = false;
    context.unreached = false;
  }
}
