import { isUnjudged } from './api-errors.ts';

/**
 * Returns an idempotency key: 32 random hexadecimal digits. crypto.randomUUID needs HTTPS, and a home server may use
 * plain HTTP.
 */
export const newIntentKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface Sending {
  readonly key: string;
  /** @param failure the error of the call */
  readonly failed: (failure: unknown) => void;
}

/**
 * Remembers the key of the last change without a response, so that a repeat of it reuses the key. It keeps only one:
 * after a later change the same request is a new intent.
 * @returns a function that begins the sending of a change; `isShown` returns whether the form that received a failure
 * still shows it
 */
export function lastIntent() {
  let begun = 0;
  let lost: { readonly text: string; readonly key: string; readonly failure: unknown } | null = null;
  return (request: object, isShown: (failure: unknown) => boolean): Sending => {
    const text = JSON.stringify(request);
    const key = lost?.text === text && isShown(lost.failure) ? lost.key : newIntentKey();
    lost = null;
    begun += 1;
    const mine = begun;
    return {
      key,
      failed: (failure) => {
        if (isUnjudged(failure) && mine === begun) lost = { text, key, failure };
      },
    };
  };
}
