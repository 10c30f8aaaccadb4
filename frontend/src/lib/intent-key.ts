/**
 * Returns an idempotency key: 32 random hexadecimal digits. crypto.randomUUID needs HTTPS, and a home server may use
 * plain HTTP.
 */
export const newIntentKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
