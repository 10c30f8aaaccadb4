import { type HistoryCause, id } from '@nightshelf/contracts';
import type { Change, EntityManager } from '@nightshelf/platform';
import type { Identity } from '@nightshelf/platform/http/identity.ts';

/** Notes in the history what makes the changes of this transaction. Call it before them. */
export const noteCause = (em: EntityManager, cause: HistoryCause) =>
  em.execute(`select set_config('nightshelf.cause', ?, true)`, [JSON.stringify(cause)]);

/** The same change, with what makes it. */
export const because = (cause: HistoryCause, change: Change): Change => ({
  transaction: (act, keeping) =>
    change.transaction(async (transaction) => {
      await noteCause(transaction.em, cause);
      return act(transaction);
    }, keeping),
});

const token = /^token:(.*)$/;

/** The person who makes a request, or their API token. */
export function callerAsCause({ sessionId }: Pick<Identity, 'sessionId'>): HistoryCause {
  const named = token.exec(sessionId);
  if (!named) return { kind: 'person' };
  const { data } = id.safeParse(named[1]);
  return { kind: 'token', ...(data && { id: data }) };
}
