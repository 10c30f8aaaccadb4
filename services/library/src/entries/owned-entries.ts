import { entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { type OwnedPart, type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import { Entry } from './entry.ts';

const present = ownedEntities(Entry, 'id', (entry) => ({
  event: entryUpdated,
  data: entry.state(),
  version: entry.version,
}));

interface Tombstone {
  readonly entry_id: string;
  readonly user_id: string;
  readonly guid: string;
  readonly version: number;
}

const removed: OwnedPart = {
  async read(em, wanted, locked = true) {
    const lock = locked ? 'for share' : '';
    const columns = 'select entry_id, user_id, guid, version from entry_tombstones';
    const rows =
      'subjects' in wanted
        ? await em.execute<Tombstone[]>(
            `${columns} where entry_id in (select jsonb_array_elements_text(?::jsonb)::uuid) order by entry_id ${lock}`,
            [JSON.stringify(wanted.subjects)],
          )
        : await em.execute<Tombstone[]>(
            `${columns} where ?::uuid is null or entry_id > ?::uuid order by entry_id limit ? ${lock}`,
            [wanted.after, wanted.after, wanted.limit],
          );
    return rows.map(({ version, ...data }) => ({ event: entryRemoved, data, version, removed: true }));
  },
};

/** All entries and all recorded removals. */
export const ownedEntries: OwnedTopic = { topic: 'library.entries', parts: [present, removed] };
