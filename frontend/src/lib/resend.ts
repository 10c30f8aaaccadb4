import { ApiError, NetworkError } from './api-errors.ts';
import { beginWaiting } from './waiting.ts';

/** Milliseconds: of the first pause, which then doubles; of the longest; and from the first sending to giving up. */
const first = 300;
const longest = 5000;
const patience = 30_000;

/**
 * Milliseconds that a change is given before it is sent again on another connection: one may hang without breaking, as when
 * a phone changes its network or a server freezes. More each time, so that a busy server is not asked ever more often; the
 * last has all the time that is left, since over a slow line a change may take that long to arrive.
 */
const attempts = [4000, 8000];

/** Milliseconds until an answer has to begin, and then to end: longer than the server takes for any. */
const silence = 200_000;

/** The same for where something else can be shown meanwhile: to begin with, what is known of it is here in a moment. */
const silenceWhileShown = 15_000;

export interface Resending {
  /** Milliseconds after which it is not sent again; 0 sends once. */
  readonly within?: number | undefined;
  /** The same for when nobody answers at all. */
  readonly whileUnreached?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** It changes something. */
  readonly isChange?: boolean;
  /** It is kept on the device and sent again after the page: leaving loses nothing. */
  readonly isKept?: boolean | undefined;
}

/**
 * Whether the same call may soon be answered: there is a network but nobody at its end, or a part is restarting. What a
 * provider outside fails to do is told at once, since the server has tried all ways itself.
 */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError
    ? [502, 503, 504].includes(error.status) && !error.code.includes('provider')
    : error instanceof NetworkError;

/** Between half and all of it, so that the many whom one restart has cut off do not come back at one moment. */
const spread = (pause: number): number => pause * (0.5 + Math.random() / 2);

/** Makes a call once. Its second argument says that the answer has begun. */
type Send<Result> = (signal: AbortSignal, begins: () => void) => Promise<Result>;

/**
 * Makes a call once, and no longer waits for it after some time.
 * @param toEnd milliseconds that an answer has to end in once it has begun, however late that was; what is left of the others where there are none
 */
async function sendInTime<Result>(
  send: Send<Result>,
  ended: AbortSignal | undefined,
  milliseconds: number,
  toEnd?: number,
): Promise<Result> {
  const hangs = new AbortController();
  const abort = () => hangs.abort();
  let timer = setTimeout(abort, milliseconds);
  const begins = () => {
    if (toEnd === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(abort, toEnd);
  };
  try {
    return await send(ended ? AbortSignal.any([ended, hangs.signal]) : hangs.signal, begins);
  } catch (error) {
    throw hangs.signal.aborted && !ended?.aborted ? new NetworkError(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, but not beyond the moment that `ended` fires. */
async function pauseFor(milliseconds: number, ended: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  ended.addEventListener('abort', () => resolve());
  await promise;
  clearTimeout(timer);
}

/**
 * Makes a call, again and again while that may help.
 * @param send makes it once; its signal fires with the caller's, and when the user gives up
 * @throws what the last attempt threw
 */
export async function resending<Result>(
  send: Send<Result>,
  { within = patience, whileUnreached = within, signal, isChange, isKept }: Resending = {},
): Promise<Result> {
  const began = performance.now();
  const toBegin = Math.min(within, whileUnreached) < patience ? silenceWhileShown : silence;
  let waits: ReturnType<typeof beginWaiting> | undefined;
  let ended = signal;
  let last: unknown;
  try {
    for (let pause = first, attempt = 0; ; pause = Math.min(longest, 2 * pause), attempt += 1) {
      try {
        if (!isChange) return await sendInTime(send, ended, toBegin, silence);
        const given = attempts[attempt] ?? patience;
        return await sendInTime(
          send,
          ended,
          attempt === 0 ? given : Math.min(given, began + within - performance.now()),
        );
      } catch (error) {
        // Given up in the middle of an attempt: what there is to tell is the failure before.
        if (waits?.givenUp.aborted && !signal?.aborted) throw last;
        last = error;
        const asked = error instanceof ApiError && error.retryAfter;
        const wait = Math.max(spread(pause), asked ? asked + spread(first) : 0);
        const left = began + (error instanceof NetworkError ? whileUnreached : within) - performance.now();
        if (!mayPass(error) || wait > left) throw error;
        waits ??= beginWaiting(began, isChange && !isKept);
        const either = AbortSignal.any([waits.givenUp, ...(signal ? [signal] : [])]);
        await pauseFor(wait, either);
        if (either.aborted) throw error;
        ended = either;
      }
    }
  } finally {
    waits?.end();
  }
}

/** Fetches a part of the client's own code, which a restart may keep from arriving as much as an answer. */
export const loadCode = <Code>(load: () => Promise<Code>): Promise<Code> =>
  resending(
    () =>
      load().catch((error: unknown) => {
        throw new NetworkError(error);
      }),
    // A release that has taken the file away does not bring it back.
    { within: 10_000 },
  );
