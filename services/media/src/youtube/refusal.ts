import { z } from 'zod';
import { Refused } from './faults.ts';

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
