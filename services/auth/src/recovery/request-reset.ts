import { randomUUIDv7 } from 'node:crypto';
import type { Change, Origin } from '@nightshelf/platform';

/**
 * Notes that somebody asks for a reset link. Whether there is such an account is looked at afterwards, so that neither
 * the answer nor its time tells.
 */
export async function requestReset(work: Change, login: string, origin: Origin): Promise<void> {
  await work.transaction(async ({ em }) => {
    await em.execute('insert into reset_requests (id, login, address, device, asked_at) values (?, ?, ?, ?, now())', [
      randomUUIDv7(),
      login.trim(),
      origin.address,
      origin.device,
    ]);
    return null;
  });
}
