import { randomUUIDv7 } from 'node:crypto';
import type { Change, Client } from '@nightshelf/platform';

/**
 * Notes that somebody asks for a reset link. Whether there is such an account is looked at afterwards, so that neither
 * the answer nor its time tells.
 */
export async function requestReset(work: Change, login: string, client: Client): Promise<void> {
  await work.transaction(async ({ em }) => {
    await em.execute('insert into reset_requests (id, login, address, device, asked_at) values (?, ?, ?, ?, now())', [
      randomUUIDv7(),
      login.trim(),
      client.address,
      client.device,
    ]);
    return null;
  });
}
