import { z } from 'zod';

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
