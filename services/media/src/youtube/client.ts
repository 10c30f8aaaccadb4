import { ExponentialBackoff, handleWhen, retry, TaskCancelledError, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import type { Counter } from 'prom-client';
import { Agent, request } from 'undici';
import { z } from 'zod';

/** In milliseconds, per attempt. */
const callTimeoutMs = 10_000;

/** In bytes. Far above any expected response. */
const largestAnswer = 2 * 1024 * 1024;

const networkCode = /^(E[A-Z]+|UND_ERR_(?!RES_EXCEEDED|ABORTED|INVALID).+)$/;

export interface YouTubeClient {
  /**
   * @param call its name in metrics and messages
   * @returns the body of a 200 response
   * @throws Refused | CallFailed | TaskCancelledError after three attempts, or the reason of an aborted `signal`
   */
  get(call: string, url: URL, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** Calls YouTube with limits on time and size, retries and metrics. */
export function youTubeClient(calls: Counter<'call' | 'result'>): YouTubeClient {
  const dispatcher = new Agent({ maxResponseSize: largestAnswer, connect: { timeout: 5000 }, connections: 4 });
  const policy = wrap(
    retry(
      handleWhen((error) => error instanceof TaskCancelledError || (error instanceof CallFailed && error.passing)),
      { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 300, maxDelay: 3000 }) },
    ),
    timeout(callTimeoutMs, TimeoutStrategy.Aggressive),
  );

  async function send(call: string, url: URL, signal: AbortSignal): Promise<string> {
    const headers = { 'user-agent': 'Nightshelf/0.1 (daily reviews)' };
    const { statusCode, body } = await request(url, { dispatcher, signal, headers }).catch(failWith(call));
    const text = await body.text().catch(failWith(call));
    if (statusCode === 200) return text;
    throw refusalIn(statusCode, text) ?? new CallFailed(`${call} answered ${statusCode}`, statusCode >= 500);
  }

  async function attempt(call: string, url: URL, signal: AbortSignal): Promise<string> {
    try {
      const body = await send(call, url, signal);
      calls.inc({ call, result: 'ok' });
      return body;
    } catch (error) {
      calls.inc({ call, result: error instanceof Refused ? 'refused' : 'failed' });
      throw error;
    }
  }

  return {
    get: (call, url, signal) => policy.execute((context) => attempt(call, url, context.signal), signal),
    close: () => dispatcher.destroy(),
  };
}

const failWith = (call: string) => (error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (networkCode.test(code)) throw new CallFailed(`${call}: ${code}`, true);
  throw error;
};

/** A failed call. The message names the call and its result but never the URL, which may contain the key. */
export class CallFailed extends Error {
  override name = 'CallFailed';
  /** Whether a retry may succeed. */
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.passing = passing;
  }
}

/**
 * YouTube refuses all calls, so calls for further channels are pointless.
 * - `quota`: the key's daily quota is used up
 * - `key`: the key is invalid or not allowed from here
 * - `pace`: too many calls in a short time
 */
export class Refused extends Error {
  override name = 'Refused';
  readonly reason: 'quota' | 'key' | 'pace';

  constructor(reason: Refused['reason']) {
    super(`YouTube refuses to answer: ${reason}`);
    this.reason = reason;
  }

  /** Whether a retry within hours is pointless. */
  get lasting(): boolean {
    return this.reason !== 'pace';
  }
}

const errorBody = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z
      .array(z.object({ reason: z.string().default(''), metadata: z.record(z.string(), z.string()).default({}) }))
      .default([]),
  }),
});

const dailyReasons = new Set(['quotaExceeded', 'dailyLimitExceeded']);
const paceReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED']);
const keyReasons = new Set(['keyInvalid', 'API_KEY_INVALID', 'keyExpired', 'accessNotConfigured', 'SERVICE_DISABLED']);

/** @returns the refusal behind an error response, or null when only this call failed */
export function refusalIn(status: number, body: string): Refused | null {
  if (status === 401) return new Refused('key');
  const { message, reasons, units } = readError(body);
  if (reasons.some((reason) => dailyReasons.has(reason))) return new Refused('quota');
  if (status === 429 || reasons.some((reason) => paceReasons.has(reason))) {
    const perDay = /per day/i.test(message) || units.some((unit) => unit.startsWith('1/d'));
    return new Refused(perDay ? 'quota' : 'pace');
  }
  if (reasons.some((reason) => keyReasons.has(reason)) || (status === 403 && /referer|are blocked/i.test(message))) {
    return new Refused('key');
  }
  return null;
}

function readError(body: string) {
  try {
    const { error } = errorBody.parse(JSON.parse(body));
    return {
      message: error.message,
      reasons: [...error.errors, ...error.details].map(({ reason }) => reason),
      units: error.details.map(({ metadata }) => metadata.quota_unit ?? ''),
    };
  } catch {
    // Not JSON from YouTube, for example a proxy's error page or a truncated body.
    return { message: '', reasons: [], units: [] };
  }
}
