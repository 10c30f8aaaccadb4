import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { statusLooks } from '../status/statuses.ts';

interface EntryKeys {
  /** The searched text: name and status, folded. */
  readonly search: string;
  /** Sort key of the name for plain text comparison: folded, with numbers padded to sort by value. */
  readonly name: string;
}

const digits = /\d+/g;
const combiningMarks = /[\u0300-\u036f]/g;
const plain = /^[\u0020-\u007e]*$/;

/** Returns text for comparison, without case and accents. */
export function fold(text: string): string {
  // Normalizing is slow, and most names are plain ASCII.
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(combiningMarks, '').toLowerCase();
}

function makeKeys({ game, status }: LibraryEntry): EntryKeys {
  const name = fold(game.name);
  // Both forms of the status, `want to play` and `want_to_play`; a one-line query cannot match across the line breaks.
  const search = `${name}\n${fold(statusLooks[status]?.label ?? '')}\n${status}`;
  return { search, name: name.replace(digits, (number) => number.padStart(10, '0')) };
}

const keysByEntry = new WeakMap<LibraryEntry, EntryKeys>();

/** Caches keys by entry object, which is replaced on every change. */
export function keysOf(entry: LibraryEntry): EntryKeys {
  const known = keysByEntry.get(entry);
  if (known) return known;
  const keys = makeKeys(entry);
  keysByEntry.set(entry, keys);
  return keys;
}

/** Returns the name of the entry's platform, or the known name of its id; null without a platform. */
export function platformNameOf({ platform, platform_id }: LibraryEntry): string | null {
  return platform?.name ?? platformName(platform_id);
}

/** Returns a name for use in a URL: `PlayStation 4` becomes `playstation-4`. */
export const slugOf = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || fold(name);
