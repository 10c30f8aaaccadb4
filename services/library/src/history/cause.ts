import type { HistoryCause } from '@nightshelf/contracts/entry-history.ts';
import { id } from '@nightshelf/contracts/fields.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';

/** The cause of a change, and the multi-game action that it belongs to. */
export interface Cause extends HistoryCause {
  readonly action?: string;
}

/** Sets the cause that the triggers `record_…` write into the history with this transaction's later changes. */
export const noteCause = (em: EntityManager, cause: Cause) =>
  em.execute(`select set_config('nightshelf.cause', ?, true)`, [JSON.stringify(cause)]);

export const because = (cause: Cause, change: Change): Change => ({
  transaction: (act, keeping) =>
    change.transaction(async (transaction) => {
      await noteCause(transaction.em, cause);
      return act(transaction);
    }, keeping),
});

const token = /^token:(.*)$/;

interface Call {
  readonly identity: Pick<Identity, 'sessionId'>;
  /** `action` groups the changes of one action. */
  readonly query?: { readonly action?: string | undefined } | undefined;
}

/** Returns the user or API token behind a request as a cause. */
export function callerAsCause({ identity, query }: Call): Cause {
  const part = query?.action === undefined ? {} : { action: query.action };
  const named = token.exec(identity.sessionId);
  if (!named) return { kind: 'person', ...part };
  const { data } = id.safeParse(named[1]);
  return { kind: 'token', ...(data && { id: data }), ...part };
}
