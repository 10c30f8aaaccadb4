import type { EntryState } from './events/entries.ts';
import type { GameSummary } from './games.ts';
import { coverOf, presentEntry, type VersionedEntry } from './present-entry.ts';

/**
 * A stored copy of a game for responses with thousands of entries: its JSON ready to send, and the few fields that an
 * entry needs.
 */
export interface ReadyGame {
  readonly json: string;
  readonly imageUrl: string | null;
  /** Platform id, in decimal, to the platform's own name. */
  readonly platformNames: Readonly<Record<string, string>>;
}

export function readyGame(game: GameSummary): ReadyGame {
  const named = game.platforms.filter(({ id }) => id !== null).map(({ id, name }) => [String(id), name] as const);
  // Escaped to ASCII, because a single wider character doubles the memory of the whole string, even of thousands of
  // joined games.
  const json = JSON.stringify(game).replace(/[\u0080-\uffff]/g, escapeUnit);
  // The first of two platforms with the same id wins, as in presentEntry.
  return { json, imageUrl: coverOf(game), platformNames: Object.fromEntries(named.toReversed()) };
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The part of a ready game that one entry needs; `platformName` is the game's own name of the entry's platform. */
export interface ReadyGamePart extends Pick<ReadyGame, 'json' | 'imageUrl'> {
  readonly platformName: string | null;
}

/** Returns the JSON of `presentEntry` without parsing the game again; without a version if the entry has none. */
export function entryJson(entry: EntryState | VersionedEntry, { json, imageUrl, platformName }: ReadyGamePart): string {
  const id = typeof entry.platform_id === 'number' ? entry.platform_id : null;
  const { game: _, ...shown } = presentEntry(entry as VersionedEntry, {
    guid: entry.guid,
    id: null,
    name: '',
    deck: null,
    original_release_date: null,
    image: null,
    image_url: imageUrl,
    platforms: platformName === null ? [] : [{ id, guid: null, name: platformName, abbreviation: null }],
  });
  return `${JSON.stringify(shown).slice(0, -1)},"game":${json}}`;
}
