import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { statusLooks } from '../../entities/status/statuses.ts';

/** Options for games that the file gives no status. */
export const statusOptions = (Object.keys(statusLooks) as Status[]).map((value) => ({
  value,
  label: statusLooks[value].label,
}));
