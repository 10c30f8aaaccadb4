import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import { removeFromVault } from './count-vaults.ts';
import { recountPopularity } from './recount.ts';

/** `popularity` is counted from these rows. */
export const vaultEntriesProjection = defineProjection<
  EntryState,
  { readonly guid: string },
  { readonly guid: string }
>({
  topic: 'library.entries',
  table: 'vault_entries',
  key: ['entry_id'],
  keyType: 'uuid',
  columns: 'kept.guid',
  kept: ({ guid }) => ({ guid }),
  keep: ({ guid }) => ({ guid }),
  async remove(em, entryId) {
    const [row] = await em.execute<{ guid: string }[]>('select guid from vault_entries where entry_id = ?', [entryId]);
    if (row) await removeFromVault(em, entryId, row.guid);
  },
  recount: recountPopularity,
});
