import { delay, type SagaGenerator, select, spawn } from 'typed-redux-saga';
import { ApiError } from '../../lib/api-errors.ts';
import { type Context, want } from './context.ts';
import { selectQueue } from './selectors.ts';
import { type Change, isPending } from './sync/change.ts';

/** Milliseconds before a server that is at fault, or does not say when, is tried again for what waits. */
const rest = 10_000;

/** Milliseconds that are waited at most, whatever a server says: the browser's own timers end at once beyond 24 days. */
const longest = 3_600_000;

/**
 * A device that was away for long leaves its user half of the requests that a minute has: while more changes than `many` wait, each
 * takes as many milliseconds as `gap`.
 */
export const longQueue = { many: 250, gap: 200 };

/** Waits after so many requests have been made, where the queue is long. */
export function* restAfter(requests: number): SagaGenerator<void> {
  const waiting = (yield* select(selectQueue)).length;
  if (waiting > longQueue.many) yield* delay(requests * longQueue.gap);
}

/** Whether the server, as a whole or in part, is away for now. */
export const isAway = (error: unknown): boolean =>
  !(error instanceof ApiError) || [502, 503, 504].includes(error.status) || error.status === 429;

/** Of this kind there were too many of late: none is sent until the server takes more. */
export const isTooMany = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 429;

/** Milliseconds after which it is worth asking again for what waits. */
const pauseAfter = (error: unknown): number => {
  if (!(error instanceof ApiError)) return 0;
  const asked = Math.min(error.retryAfter, longest);
  return isTooMany(error) && asked > 0 ? asked : Math.max(rest, asked);
};

function* askLater(context: Context, milliseconds: number): SagaGenerator<void> {
  yield* delay(milliseconds);
  want(context, 'ask');
}

/** Has the server asked again, since changes wait for it. Nothing is sent before it has answered. */
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
 * The server takes so many of a kind in a time, and has had them. The others wait for as long as it says, and go one by one
 * then, so that the next refusal is one. Other kinds go on.
 */
export function* holdBack(context: Context, kind: Change['kind'], error: ApiError): SagaGenerator<void> {
  // Of those that were on their way together the first has said how long.
  if (context.pace.get(kind) === 'held') return;
  context.pace.set(kind, 'held');
  yield* spawn(sendLater, context, kind, pauseAfter(error));
}

/** Of which nothing is left to send, that goes side by side again. */
export function* easePace({ pace }: Context): SagaGenerator<void> {
  if (pace.size === 0) return;
  const kinds = new Set((yield* select(selectQueue)).filter(isPending).map(({ kind }) => kind));
  for (const [kind, how] of pace) if (how === 'single' && !kinds.has(kind)) pace.delete(kind);
}
