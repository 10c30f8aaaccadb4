import { randomUUIDv7 } from 'node:crypto';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';

/**
 * Stores a request for a reset link. A job looks up the account afterwards, so that neither the response nor its time
 * tells whether there is one.
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
