import { randomUUIDv7 } from 'node:crypto';
import type { ActivityKind } from '@nightshelf/contracts/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';

export interface Occurrence {
  readonly userId: string;
  readonly kind: ActivityKind;
  readonly client: Client;
  /** A provider's name, say; never a secret. */
  readonly detail?: string | null;
}

/** Writes a line of the account's audit trail, if possible in the transaction of the change that it is about. */
export async function recordActivity(em: EntityManager, { userId, kind, client, detail }: Occurrence): Promise<void> {
  // A new account may not be written yet, and the line refers to it.
  await em.flush();
  await em.execute(
    'insert into activity (id, user_id, kind, at, address, device, detail) values (?, ?, ?, now(), ?, ?, ?)',
    [randomUUIDv7(), userId, kind, client.address, client.device, detail ?? null],
  );
}
