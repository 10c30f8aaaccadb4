import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { statusLooks } from '../status/statuses.ts';

export interface EntryKeys {
  /** What a search looks in: name and status, folded. */
  readonly search: string;
  /** Sorts by name when compared as plain text: folded, with numbers in their numerical order. */
  readonly name: string;
}

const digits = /\d+/g;
const combiningMarks = /[\u0300-\u036f]/g;
const plain = /^[\u0020-\u007e]*$/;

/** Text as it is compared: without case and without accents. */
export function fold(text: string): string {
  // Most names are plain, and normalising is what takes long.
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(combiningMarks, '').toLowerCase();
}

function makeKeys({ game, status }: LibraryEntry): EntryKeys {
  const name = fold(game.name);
  // Both forms of the status, `want to play` and `want_to_play`; no one-line query can span the line breaks.
  const search = `${name}\n${fold(statusLooks[status]?.label ?? '')}\n${status}`;
  return { search, name: name.replace(digits, (number) => number.padStart(10, '0')) };
}

const keysByEntry = new WeakMap<LibraryEntry, EntryKeys>();

/** An entry's keys; made once, since an entry that changes is a new object. */
export function keysOf(entry: LibraryEntry): EntryKeys {
  const known = keysByEntry.get(entry);
  if (known) return known;
  const keys = makeKeys(entry);
  keysByEntry.set(entry, keys);
  return keys;
}

/** The name of the platform that an entry is on: its own, else the one known for its id; null when it has none. */
export function platformNameOf({ platform, platform_id }: LibraryEntry): string | null {
  return platform?.name ?? platformName(platform_id);
}

/** A name as it stands in an address: `PlayStation 4` is `playstation-4`. */
export const slugOf = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || fold(name);
