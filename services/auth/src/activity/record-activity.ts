import { randomUUIDv7 } from 'node:crypto';
import type { ActivityKind } from '@nightshelf/contracts/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';

export interface Occurrence {
  readonly userId: string;
  readonly kind: ActivityKind;
  readonly client: Client;
  /** For example a provider's name. Never a secret. */
  readonly detail?: string | null;
}

/** Writes an audit line; call it in the transaction of the change where possible. */
export async function recordActivity(em: EntityManager, { userId, kind, client, detail }: Occurrence): Promise<void> {
  // Inserts a new account first, because the line references it.
  await em.flush();
  await em.execute(
    'insert into activity (id, user_id, kind, at, address, device, detail) values (?, ?, ?, now(), ?, ?, ?)',
    [randomUUIDv7(), userId, kind, client.address, client.device, detail ?? null],
  );
}
