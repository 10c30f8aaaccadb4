import { z } from 'zod';
import { answer } from './answer.ts';
import { id } from './fields.ts';
import { entryVersion, libraryEntry } from './library-entry.ts';

/** A state of a user's vault, for requesting later changes. Opaque to clients. */
export const libraryCursor = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9_-]{1,40}\.[1-9][0-9]{0,18}(-[0-9]{1,18})+\.[0-9]{1,12}$/, 'Must be a version of a vault')
  .meta({ description: 'Opaque version of the vault, for the parameter since.' });

export const wholeLibrary = answer({ version: libraryCursor, library: z.array(libraryEntry) });

/** An entry that has left the vault; `version` is that of its removal. */
export const removal = z.object({ id, guid: libraryEntry.shape.guid, version: entryVersion });

export const libraryChanges = answer({
  version: libraryCursor,
  whole_needed: z.boolean().meta({
    description: 'True when changes are unavailable and the lists are empty: request the whole vault instead.',
  }),
  changed: z.array(libraryEntry).meta({ description: 'Unordered. Some may be unchanged.' }),
  removed: z.array(removal),
});

export type WholeLibrary = z.infer<typeof wholeLibrary>;
export type LibraryChanges = z.infer<typeof libraryChanges>;
export type LibraryAnswer = WholeLibrary | LibraryChanges;
