import type { AnyRequest } from './api-client.ts';
import { isUnjudged } from './api-errors.ts';
import { newIntentKey } from './intent-key.ts';

/**
 * Remembers under which key the last change was sent that no answer has judged: said again, it is the same intent, which the
 * server may have carried out. Of one change only, since any later one may undo what it did.
 */
export function lastIntent() {
  let sent = 0;
  let lost: { readonly said: string; readonly key: string; readonly failure: unknown } | null = null;
  return {
    /**
     * Sends a change under its key.
     * @param isTold whether the form that was told of a failure still shows it
     * @throws what `send` throws
     */
    async send<Result>(
      request: AnyRequest,
      isTold: (failure: unknown) => boolean,
      send: (key: string) => Promise<Result>,
    ): Promise<Result> {
      const said = JSON.stringify(request);
      const key = lost?.said === said && isTold(lost.failure) ? lost.key : newIntentKey();
      lost = null;
      sent += 1;
      const mine = sent;
      try {
        return await send(key);
      } catch (failure) {
        if (isUnjudged(failure) && mine === sent) lost = { said, key, failure };
        throw failure;
      }
    },
  };
}
