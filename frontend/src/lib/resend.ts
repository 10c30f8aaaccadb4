import { ApiError, NetworkError } from './api-errors.ts';
import { beginWaiting } from './waiting.ts';

/** The first pause, which then doubles; the longest pause; and the total timeout. */
const firstPauseMs = 300;
const longestPauseMs = 5000;
const totalTimeoutMs = 30_000;

/**
 * Milliseconds per attempt of a change before it is resent on another connection, since one may hang without breaking.
 * They grow, so that a busy server gets fewer requests; the last attempt has all the remaining time, which a slow line
 * may need.
 */
const attemptTimeoutsMs = [4000, 8000];

/** Milliseconds until a response must begin, and then end; longer than the server takes for any. */
const silenceTimeoutMs = 200_000;

/** The same timeout for calls whose stored data can be shown until then. */
const silenceWhileShownMs = 15_000;

export interface Resending {
  /** Milliseconds after which it is not resent; 0 sends once. */
  readonly within?: number | undefined;
  /** The same limit while the server is unreachable. */
  readonly whileUnreached?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The call changes data. */
  readonly isChange?: boolean;
  /** The device stores the call and resends it after the page is closed, so leaving loses nothing. */
  readonly isKept?: boolean | undefined;
}

/**
 * Returns whether a retry may succeed soon: the server is unreachable or restarting. Errors of external providers are
 * final, since the server has already tried them all.
 */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError
    ? [502, 503, 504].includes(error.status) && !error.code.includes('provider')
    : error instanceof NetworkError;

/** Adds jitter, so that clients do not reconnect together after a restart. */
const jitter = (pause: number): number => pause * (0.5 + Math.random() / 2);

/** Makes a call once; `begins` reports that the response has started. */
type Send<Result> = (signal: AbortSignal, begins: () => void) => Promise<Result>;

/**
 * Makes a call once with a timeout.
 * @param toEnd milliseconds for a started response to end; without it the rest of `milliseconds`
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

/** Waits, but stops when `ended` fires. */
async function pauseFor(milliseconds: number, ended: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  ended.addEventListener('abort', () => resolve());
  await promise;
  clearTimeout(timer);
}

/**
 * Makes a call and retries it while that may help.
 * @param send makes one attempt; its signal fires with the caller's, and when the user gives up
 * @throws the error of the last attempt
 */
export async function resending<Result>(
  send: Send<Result>,
  { within = totalTimeoutMs, whileUnreached = within, signal, isChange, isKept }: Resending = {},
): Promise<Result> {
  const began = performance.now();
  const toBegin = Math.min(within, whileUnreached) < totalTimeoutMs ? silenceWhileShownMs : silenceTimeoutMs;
  let waits: ReturnType<typeof beginWaiting> | undefined;
  let ended = signal;
  let last: unknown;
  try {
    for (let pause = firstPauseMs, attempt = 0; ; pause = Math.min(longestPauseMs, 2 * pause), attempt += 1) {
      try {
        if (!isChange) return await sendInTime(send, ended, toBegin, silenceTimeoutMs);
        const given = attemptTimeoutsMs[attempt] ?? totalTimeoutMs;
        return await sendInTime(
          send,
          ended,
          attempt === 0 ? given : Math.min(given, began + within - performance.now()),
        );
      } catch (error) {
        // The user gave up during an attempt: report the previous error.
        if (waits?.givenUp.aborted && !signal?.aborted) throw last;
        last = error;
        const asked = error instanceof ApiError && error.retryAfter;
        const wait = Math.max(jitter(pause), asked ? asked + jitter(firstPauseMs) : 0);
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

/** Loads a chunk of the client, with retries, since a server restart can interrupt it. */
export const loadCode = <Code>(load: () => Promise<Code>): Promise<Code> =>
  resending(
    () =>
      load().catch((error: unknown) => {
        throw new NetworkError(error);
      }),
    // Retry briefly: a chunk removed by a new release never comes back.
    { within: 10_000 },
  );
