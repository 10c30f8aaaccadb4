import { delay, type SagaGenerator, select, spawn } from 'typed-redux-saga';
import { ApiError } from '../../lib/api-errors.ts';
import { type Context, want } from './context.ts';
import { selectQueue } from './selectors.ts';
import { type Change, isPending } from './sync/change.ts';

/** Retry delay in milliseconds for pending changes when the server fails or gives no Retry-After. */
const rest = 10_000;

/** Longest delay in milliseconds: browser timers fire immediately beyond 24 days. */
const longest = 3_600_000;

/**
 * Leaves the user half of the rate limit after a long absence: while more than `many` changes are pending, each takes
 * `gap` milliseconds.
 */
export const longQueue = { many: 250, gap: 200 };

/** Slows down while the queue is long. */
export function* restAfter(requests: number): SagaGenerator<void> {
  const waiting = (yield* select(selectQueue)).length;
  if (waiting > longQueue.many) yield* delay(requests * longQueue.gap);
}

/** Returns whether the server, or a part of it, is temporarily unavailable. */
export const isAway = (error: unknown): boolean =>
  !(error instanceof ApiError) || [502, 503, 504].includes(error.status) || error.status === 429;

export const isTooMany = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;

/** Returns the retry delay in milliseconds. */
const pauseAfter = (error: unknown): number => {
  if (!(error instanceof ApiError)) return 0;
  const asked = Math.min(error.retryAfter, longest);
  return isTooMany(error) && asked > 0 ? asked : Math.max(rest, asked);
};

function* askLater(context: Context, milliseconds: number): SagaGenerator<void> {
  yield* delay(milliseconds);
  want(context, 'ask');
}

/** Schedules a poll of the server; pending changes are not sent before it responds. */
export function* tryLater(context: Context, error: unknown): SagaGenerator<void> {
  context.unreached = true;
  yield* spawn(askLater, context, pauseAfter(error));
}

function* sendLater(context: Context, kind: Change['kind'], milliseconds: number): SagaGenerator<void> {
  yield* delay(milliseconds);
  context.pace.set(kind, 'single');
  want(context, 'send');
}

/**
 * Holds back one rate-limited kind of change for as long as the server says, then sends one at a time, so that the
 * next limit costs a single refusal. Other kinds continue.
 */
export function* holdBack(context: Context, kind: Change['kind'], error: ApiError): SagaGenerator<void> {
  // The first refusal of the requests in flight has already set the delay.
  if (context.pace.get(kind) === 'held') return;
  context.pace.set(kind, 'held');
  yield* spawn(sendLater, context, kind, pauseAfter(error));
}

/** Sends a kind in parallel again once none of its changes is left. */
export function* easePace({ pace }: Context): SagaGenerator<void> {
  if (pace.size === 0) return;
  const kinds = new Set((yield* select(selectQueue)).filter(isPending).map(({ kind }) => kind));
  for (const [kind, how] of pace) if (how === 'single' && !kinds.has(kind)) pace.delete(kind);
}
