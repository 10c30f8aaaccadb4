/**
 * Names one intent of one caller: every unsafe call takes it, and answers again what it answered the first time however
 * often it is sent within 24 hours. The caller's same key with another call or body is refused (422); keys of others do not count.
 */
export const idempotencyKeyHeader = 'idempotency-key';

/** 1 to 255 visible ASCII characters; a random UUID is a good one. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * Set by the gateway alone: milliseconds for which it still waits for the answer, counted from when it sends the request
 * on. A duration, since the clocks of two machines may differ.
 */
export const requestTimeoutHeader = 'x-request-timeout-ms';
