import { z } from 'zod';
import { guid, id, instant } from '../fields.ts';
import { entryFields } from '../library-entry.ts';
import { defineEvent } from './event.ts';

const identity = z.object({ entry_id: id, user_id: id, guid });

const entry = identity.extend(entryFields.shape).extend({ is_shared: z.boolean(), date_added: instant });

const subject = ({ entry_id }: z.infer<typeof identity>) => entry_id;
const key = ({ user_id }: z.infer<typeof identity>) => user_id;

/** Added and updated both carry the whole current entry, so that a copy can be built from either. */
export const entryAdded = defineEvent({
  type: 'library.entry.added.v1',
  topic: 'library.entries',
  data: entry,
  subject,
  key,
});
export const entryUpdated = defineEvent({
  type: 'library.entry.updated.v1',
  topic: 'library.entries',
  data: entry,
  subject,
  key,
});
export const entryRemoved = defineEvent({
  type: 'library.entry.removed.v1',
  topic: 'library.entries',
  data: identity,
  subject,
  key,
});

export type EntryState = z.infer<typeof entry>;
