import type { ImportPart } from './import-parts.ts';
import { guardedCell, joinedTags, vaultColumns } from './vault-table.ts';

/**
 * A vault as exported JSON, and its import. Free of schemas, like `vault-table.ts`; the server validates everything in
 * a file.
 */
type Said = Readonly<Record<string, unknown>>;

const recordsIn = (given: unknown): Said[] =>
  Array.isArray(given) ? given.filter((one): one is Said => typeof one === 'object' && one !== null) : [];

/** @returns null for a text that is not such a file */
export function readWholeVault(text: string): Said | null {
  try {
    const file = JSON.parse(text);
    return file?.format === 'nightshelf' ? file : null;
  } catch {
    return null;
  }
}

/** Returns the file's games as rows of our own table. */
export const rowsOfVault = ({ entries }: Said): string[][] =>
  recordsIn(entries).map((entry) =>
    vaultColumns.map((column) => {
      const value = entry[column];
      if (column === 'tags') return guardedCell(joinedTags(Array.isArray(value) ? value.map(String) : []));
      return guardedCell(String(value ?? ''));
    }),
  );

const picked = (from: Said, names: string) =>
  Object.fromEntries(names.split(' ').flatMap((name) => (name in from ? [[name, from[name]]] : [])));

/** Returns the data that comes with the games, oldest first, because the file lists the newest first. */
export function partsOfVault(file: Said): ImportPart[] {
  const [playthroughs, sessions, lists] = [file.playthroughs, file.sessions, file.lists].map((all) =>
    recordsIn(all).toReversed(),
  ) as [Said[], Said[], Said[]];
  return [
    ...playthroughs.map((one) => ({
      kind: 'playthrough',
      ref: String(one.id),
      ...picked(one, 'guid platform_id copy started_on ended_on hours completion dropped_at'),
    })),
    ...sessions.map((one) => ({
      kind: 'session',
      playthrough: typeof one.playthrough_id === 'string' ? one.playthrough_id : null,
      ...picked(one, 'guid day minutes note spoiler'),
    })),
    ...lists.map((one, at) => ({ kind: 'list', ref: String(at), ...picked(one, 'name description') })),
    ...lists.flatMap((one, at) =>
      recordsIn(one.games).map((game) => ({ kind: 'listed', list: String(at), ...picked(game, 'guid note') })),
    ),
  ] as unknown as ImportPart[];
}
