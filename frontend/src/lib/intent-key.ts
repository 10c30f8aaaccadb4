import { isUnjudged } from './api-errors.ts';

/**
 * Names one intent of the user towards the server: sent with every resend of a call, it makes the server do it once.
 * Not crypto.randomUUID, which is there on https alone: a Nightshelf at home may be visited by http.
 * @returns 32 hexadecimal digits, at random
 */
export const newIntentKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface Sending {
  readonly key: string;
  /** @param failure that it ended with */
  readonly failed: (failure: unknown) => void;
}

/** @param isTold whether the form that was told of a failure still shows it */
export type BeginIntent = (request: object, isTold?: (failure: unknown) => boolean) => Sending;

/**
 * Remembers under which key the last change was sent that no answer has judged: said again, it is the same intent, which the
 * server may have carried out. Of one change only, since any later one may undo what it did.
 * @returns begins the sending of a change
 */
export function lastIntent(): BeginIntent {
  let begun = 0;
  let lost: { readonly said: string; readonly key: string; readonly failure: unknown } | null = null;
  return (request, isTold = () => true) => {
    const said = JSON.stringify(request);
    const key = lost?.said === said && isTold(lost.failure) ? lost.key : newIntentKey();
    lost = null;
    begun += 1;
    const mine = begun;
    return {
      key,
      failed: (failure) => {
        if (isUnjudged(failure) && mine === begun) lost = { said, key, failure };
      },
    };
  };
}
