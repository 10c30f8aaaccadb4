import { randomUUIDv7 } from 'node:crypto';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';

/**
 * Stores a reset request. A job looks up the account later, so that neither the response nor its time reveals whether
 * it exists.
 */
export async function requestReset(
  work: Change,
  login: string,
  client: Client,
  reason: 'forgotten' | 'registered' = 'forgotten',
): Promise<void> {
  await work.transaction(async ({ em }) => {
    await em.execute(
      'insert into reset_requests (id, login, address, device, reason, asked_at) values (?, ?, ?, ?, ?, now())',
      [randomUUIDv7(), login.trim(), client.address, client.device, reason],
    );
    return null;
  });
}
