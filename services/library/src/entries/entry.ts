import { randomUUIDv7 } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { uniqueTags } from '@nightshelf/contracts/entry-rules.ts';
import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { type editableFields, statuses } from '@nightshelf/contracts/library-entry.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { VersionedEntry } from '@nightshelf/contracts/present-entry.ts';
import type { z } from 'zod';

const EntrySchema = defineEntity({
  name: 'Entry',
  tableName: 'entries',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    guid: p.text(),
    status: p.enum(statuses),
    rating: p.integer().nullable(),
    hoursPlayed: p.decimal('number').nullable(),
    /** The hours that the user typed last; used only while logged sessions add to them. */
    hoursTyped: p.decimal('number').nullable(),
    platformId: p.integer().nullable(),
    platformNotListed: p.boolean(),
    isShared: p.boolean(),
    tags: p.array(),
    dateAdded: p.datetime(3),
    version: p.integer(),
  },
});

/** The fields of an entry that its user writes. */
export type UserFields = z.infer<typeof editableFields>;

/** An omitted field keeps its value. */
export type EntryChange = { readonly [Field in keyof UserFields]?: UserFields[Field] | undefined };

export type NewEntry = Omit<UserFields, 'is_shared'>;

/** One game in one user's library. `version` counts its changes from 1. */
export class Entry extends EntrySchema.class {
  static add(userId: string, guid: string, fields: NewEntry): Entry {
    const entry = new Entry();
    Object.assign(entry, { id: randomUUIDv7(), userId, guid, isShared: false, dateAdded: new Date(), version: 1 });
    write(entry, fields);
    return entry;
  }

  /** @returns whether a field changed; if so, the version is incremented */
  change(to: EntryChange): boolean {
    const before = JSON.stringify(this.versioned());
    write(this, to);
    const changed = JSON.stringify(this.versioned()) !== before;
    if (changed) this.version += 1;
    return changed;
  }

  /** The entry as the API returns it. */
  versioned(): VersionedEntry {
    return { ...this.state(), version: this.version, tags: this.tags };
  }

  /** The entry as events carry it, without its tags, which are private. */
  state(): EntryState {
    return {
      entry_id: this.id,
      user_id: this.userId,
      guid: this.guid,
      status: this.status,
      rating: this.rating ?? null,
      hours_played: this.hoursPlayed ?? null,
      platform_id: this.platformNotListed ? notListed : (this.platformId ?? null),
      is_shared: this.isShared,
      date_added: this.dateAdded.toISOString(),
    };
  }
}

EntrySchema.setClass(Entry);

// Not a private method: the ORM creates entities without calling the constructor, so they would not have it.
function write(entry: Entry, to: EntryChange): void {
  if (to.status !== undefined) entry.status = to.status;
  if (to.rating !== undefined) entry.rating = to.rating;
  if (to.hours_played !== undefined) entry.hoursPlayed = to.hours_played;
  if (to.platform_id !== undefined) {
    entry.platformNotListed = to.platform_id === notListed;
    entry.platformId = to.platform_id === notListed ? null : to.platform_id;
  }
  if (to.is_shared !== undefined) entry.isShared = to.is_shared;
  if (to.tags !== undefined) entry.tags = uniqueTags(to.tags);
}

export function userFieldsOf(entry: Entry): UserFields {
  const { status, rating, hours_played, platform_id, is_shared } = entry.state();
  return { status, rating, hours_played, platform_id, is_shared, tags: [...entry.tags] };
}
