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
