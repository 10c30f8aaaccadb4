import type { Refusal, Refusals } from '../failures/misbehave.ts';

interface Fault {
  readonly code: number;
  readonly message: string;
  readonly domain: string;
  readonly reason: string;
  /** The invalid parameter of the request. */
  readonly location?: string;
  readonly status?: string;
  readonly details?: readonly object[];
}

/** Formats an error for the Data API. */
export function fault({ code, message, domain, reason, location, status, details }: Fault): Refusal {
  const where = location ? { location, locationType: 'parameter' } : {};
  return {
    status: code,
    body: {
      error: {
        code,
        message,
        errors: [{ message, domain, reason, ...where }],
        ...(status ? { status } : {}),
        ...(details ? { details } : {}),
      },
    },
  };
}

const errorInfo = (reason: string, metadata: object) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata: { service: 'youtube.googleapis.com', ...metadata },
});

export const invalidKey = fault({
  code: 400,
  message: 'API key not valid. Please pass a valid API key.',
  domain: 'global',
  reason: 'badRequest',
  status: 'INVALID_ARGUMENT',
  details: [errorInfo('API_KEY_INVALID', {})],
});

export const missingKey = fault({
  code: 403,
  message:
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
  domain: 'global',
  reason: 'forbidden',
  status: 'PERMISSION_DENIED',
});

export const playlistNotFound = fault({
  code: 404,
  message: "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
  domain: 'youtube.playlistItem',
  reason: 'playlistNotFound',
  location: 'playlistId',
});

export const missingParameter = (name: string) =>
  fault({
    code: 400,
    message: `Required parameter: ${name}`,
    domain: 'youtube.parameter',
    reason: 'missingRequiredParameter',
    location: name,
  });

export const invalidParameter = (name: string) =>
  fault({
    code: 400,
    message: `Invalid value for parameter: ${name}`,
    domain: 'youtube.parameter',
    reason: 'invalidValue',
    location: name,
    status: 'INVALID_ARGUMENT',
  });

export const invalidPageToken = fault({
  code: 400,
  message: 'The request specifies an invalid page token.',
  domain: 'youtube.parameter',
  reason: 'invalidPageToken',
  location: 'pageToken',
});

const tooMany =
  "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute' of service 'youtube.googleapis.com'.";

export const refusals: Refusals = {
  unauthorized: fault({
    code: 401,
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    domain: 'global',
    reason: 'authError',
    location: 'Authorization',
    status: 'UNAUTHENTICATED',
  }),
  'not-found': playlistNotFound,
  'enhance-calm': fault({
    code: 420,
    message: 'Enhance your calm.',
    domain: 'usageLimits',
    reason: 'rateLimitExceeded',
  }),
  'too-many': fault({
    code: 429,
    message: tooMany,
    domain: 'global',
    reason: 'rateLimitExceeded',
    status: 'RESOURCE_EXHAUSTED',
    details: [
      errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit: 'defaultPerMinutePerProject', quota_unit: '1/min/{project}' }),
    ],
  }),
  quota: fault({
    code: 403,
    message:
      'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
    domain: 'youtube.quota',
    reason: 'quotaExceeded',
  }),
  'server-error': fault({
    code: 500,
    message: 'Internal error encountered.',
    domain: 'global',
    reason: 'backendError',
    status: 'INTERNAL',
  }),
};
