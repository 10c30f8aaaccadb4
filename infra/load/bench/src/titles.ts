import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface Title {
  readonly name: string;
  readonly aliases: string | null;
}

const file = new URL('../data/mame-softwarelists.jsonl.gz', import.meta.url);
const rows = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');

/** Returns the real title of one of 88,000 programs; later places repeat them as numbered editions. */
export function titleAt(place: number): Title {
  const { name, alt_title: aliases } = JSON.parse(rows[place % rows.length] ?? '{}') as Record<string, string | null>;
  const edition = Math.floor(place / rows.length);
  return { name: edition === 0 ? String(name) : `${name} Edition ${edition}`, aliases: aliases ?? null };
}
