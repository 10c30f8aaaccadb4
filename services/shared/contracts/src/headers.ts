/**
 * Id of the user for whom a call changes something. A session of another user is refused (412 `auth.other_user`),
 * because an open page may not know that the browser's cookie has changed.
 */
export const expectedUserHeader = 'expected-user';

/**
 * Id of the user whose session produced a response. Absent for anonymous callers, API tokens and cacheable responses,
 * which might be shown to another user.
 */
export const sessionUserHeader = 'session-user';

/**
 * Identifies one intent of one caller. Every unsafe call accepts it and repeats its first response for 24 hours. The
 * same key of the caller with another call or body is refused (422); keys of other callers are independent.
 */
export const idempotencyKeyHeader = 'idempotency-key';

/** 1 to 255 visible ASCII characters, for example a random UUID. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * Set by the gateway only: the milliseconds that it still waits for the response when it sends the request. A duration,
 * because the clocks of two machines may differ.
 */
export const requestTimeoutHeader = 'x-request-timeout-ms';

const twoYears = 2 * 365 * 24 * 60 * 60;

/** Security headers of every response, names and values in turn. */
export const fixedHeaders = [
  'referrer-policy',
  // YouTube's player refuses pages that send no referrer (error 153).
  'strict-origin-when-cross-origin',
  'x-content-type-options',
  'nosniff',
  'cross-origin-opener-policy',
  'same-origin',
  'permissions-policy',
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
] as const;

/** Strict-Transport-Security when the product is reached over HTTPS. */
export const strictTransport = `max-age=${twoYears}; includeSubDomains`;

/** A response of the API is never a page: it may not run or load anything, nor be framed. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Set by a service for the gateway only: the response had to wait for an external party (a provider of games, Steam, an
 * identity provider) or is a refusal because of one. Its delays and failures do not count against the product's
 * objectives.
 */
export const outsideHeader = 'x-outside';
