import { randomUUIDv7 } from 'node:crypto';
import { type Archive, archivesADay } from '@nightshelf/contracts/archives.ts';
import { CodedError, conflict, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { lockActiveUser } from '../users/find-user.ts';
import { shownColumns } from './archives-table.ts';

/** In hours. An archive that cannot be prepared expires after this time. */
const givenUpHours = 48;

/** @throws CodedError 409 while one is being prepared, 429 after too many in a day */
export async function requestArchive(
  work: Change,
  { userId, client }: { readonly userId: string; readonly client: Client },
): Promise<Archive> {
  return work.transaction(async ({ em }) => {
    if (!(await lockActiveUser(em, userId))) throw unauthenticated();
    const [asked] = await em.execute<{ preparing: boolean; of_late: number }[]>(
      `select coalesce(bool_or(ready_at is null), false) as preparing,
              count(*) filter (where asked_at > now() - interval '1 day')::int as of_late
       from archives where user_id = ?`,
      [userId],
    );
    if (asked?.preparing) throw conflict('auth.archive_in_preparation', 'Your archive is already being prepared.');
    if (asked && asked.of_late >= archivesADay) throw tooMany();
    const [archive] = await em.execute<[Archive]>(
      `insert into archives (id, user_id, asked_at, due_at, expires_at)
       values (?, ?, now(), now(), now() + make_interval(hours => ?)) returning ${shownColumns}`,
      [randomUUIDv7(), userId, givenUpHours],
    );
    await recordActivity(em, { userId, kind: 'archive_asked', client });
    return archive;
  });
}

const tooMany = () =>
  new CodedError(429, 'auth.too_many_archives', `You can download your data ${archivesADay} times a day.`, {
    headers: { 'retry-after': '3600' },
  });
