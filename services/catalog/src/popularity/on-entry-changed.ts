import { entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { putIntoVault, removeFromVault } from './count-vaults.ts';

/** Counts, from the library's events, how many vaults hold each game. */
export const onEntryChanged = [
  on(entryAdded, ({ em, data }) => putIntoVault(em, data.entry_id, data.guid)),
  on(entryUpdated, ({ em, data }) => putIntoVault(em, data.entry_id, data.guid)),
  on(entryRemoved, ({ em, data }) => removeFromVault(em, data.entry_id, data.guid)),
];
