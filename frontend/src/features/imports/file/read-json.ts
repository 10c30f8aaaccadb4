import { importRules } from '@nightshelf/contracts/import-rules.ts';
import { jsonRows } from '@nightshelf/contracts/json-rows.ts';
import { clean, mostColumns, type ReadFile } from './table.ts';

/** Steam's GetOwnedGames response for a private profile: `{"response":{}}`. */
const isPrivateSteam = (text: string) => /^\s*\{\s*"response"\s*:\s*\{\s*\}\s*\}\s*$/.test(text);

/** Parses a list of objects into a table. */
export function readJson(text: string, encoding: string): ReadFile {
  const games = jsonRows(text);
  if (!games) return { fault: isPrivateSteam(text) ? 'steam_private' : 'no_json' };
  if (games.length === 0) return { fault: 'no_rows' };
  if (games.length > importRules.rows) return { fault: 'too_many_rows' };
  const columns = [...new Set(games.flatMap((cells) => [...cells.keys()]))].slice(0, mostColumns);
  const rows = games.map((cells) => columns.map((name) => clean(cells.get(name) ?? '')));
  return { table: { columns, rows, encoding } };
}
