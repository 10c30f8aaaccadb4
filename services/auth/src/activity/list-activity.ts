import type { Activity } from '@nightshelf/contracts/accounts.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { deviceName } from '../clients/device-name.ts';
import { instantColumn } from './instant-column.ts';

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly address: string | null;
  readonly device: string | null;
  readonly detail: string | null;
}

interface Page {
  readonly limit: number;
  /** Id of the last line of the previous page. */
  readonly before?: string | undefined;
}

/** Returns a page of the account's audit trail, newest first. */
export async function listActivity(
  em: EntityManager,
  userId: string,
  { limit, before }: Page,
): Promise<{ activity: Activity[]; has_more: boolean }> {
  const lines = await em.execute<Line[]>(
    `select id, kind, address, device, detail,
       ${instantColumn('at')}
     from activity where user_id = ? ${before ? 'and id < ?' : ''} order by id desc limit ?`,
    [userId, ...(before ? [before] : []), limit + 1],
  );
  const activity = lines
    .slice(0, limit)
    .map(({ device, ...line }) => ({ ...line, device: device && deviceName(device) }));
  return { activity, has_more: lines.length > limit };
}
