import type { HistoryCause } from '@nightshelf/contracts/entry-history.ts';
import { id } from '@nightshelf/contracts/fields.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';

/** What makes a change, and of which action of several games it is a part. */
export interface Cause extends HistoryCause {
  readonly action?: string;
}

/** Notes in the history what makes the changes of this transaction. Call it before them. */
export const noteCause = (em: EntityManager, cause: Cause) =>
  em.execute(`select set_config('nightshelf.cause', ?, true)`, [JSON.stringify(cause)]);

/** The same change, with what makes it. */
export const because = (cause: Cause, change: Change): Change => ({
  transaction: (act, keeping) =>
    change.transaction(async (transaction) => {
      await noteCause(transaction.em, cause);
      return act(transaction);
    }, keeping),
});

const token = /^token:(.*)$/;

/** The person who makes a request, or their API token. @param action that it is a part of */
export function callerAsCause({ sessionId }: Pick<Identity, 'sessionId'>, action?: string): Cause {
  const named = token.exec(sessionId);
  const part = action === undefined ? {} : { action };
  if (!named) return { kind: 'person', ...part };
  const { data } = id.safeParse(named[1]);
  return { kind: 'token', ...(data && { id: data }), ...part };
}
