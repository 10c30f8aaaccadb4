import { entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { putIntoVault, removeFromVault } from './count-vaults.ts';

/** Counts the vaults that hold each game from the library's events. */
export const onEntryChanged = [
  on(entryAdded, ({ em, data }) => putIntoVault(em, data.entry_id, data.guid)),
  on(entryUpdated, ({ em, data }) => putIntoVault(em, data.entry_id, data.guid)),
  on(entryRemoved, ({ em, data }) => removeFromVault(em, data.entry_id, data.guid)),
];
