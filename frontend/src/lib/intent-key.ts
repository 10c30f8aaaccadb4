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
 * Reuses the idempotency key when the user resends the last change, if the server never answered it and its error is
 * still shown. Any other change gets a new key.
 * @returns a function that starts a change; `isShown` returns whether the error is still visible
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
