import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { statusLooks } from '../../entities/status/statuses.ts';

/** Of games of which nothing says one. */
export const statusOptions = (Object.keys(statusLooks) as Status[]).map((value) => ({
  value,
  label: statusLooks[value].label,
}));
