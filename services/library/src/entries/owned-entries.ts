import { entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { type OwnedPart, type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import { Entry } from './entry.ts';

const present = ownedEntities(Entry, 'id', (entry) => ({
  event: entryUpdated,
  data: entry.state(),
  version: entry.version,
}));

const removed: OwnedPart = {
  async read(em, { after, limit }) {
    const rows = await em.execute<{ entry_id: string; user_id: string; guid: string; version: number }[]>(
      `select entry_id, user_id, guid, version from entry_tombstones where ?::uuid is null or entry_id > ?::uuid
       order by entry_id limit ? for share`,
      [after, after, limit],
    );
    return rows.map(({ version, ...data }) => ({ event: entryRemoved, data, version, removed: true }));
  },
};

export const ownedEntries: OwnedTopic = { topic: 'library.entries', parts: [present, removed] };
