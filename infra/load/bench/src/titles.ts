import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface Title {
  readonly name: string;
  readonly aliases: string | null;
}

const file = new URL('../data/mame-softwarelists.jsonl.gz', import.meta.url);

/** Distinguish repeated titles. */
const editions = [
  'II',
  'Special Edition',
  'Gold',
  'Remastered',
  'HD',
  'Collection',
  '2000',
  'Deluxe',
  'Online',
  'Zero',
];

/** Returns real titles of 88,000 programs, repeated as editions until there are `count`. */
export function* titles(count: number): Generator<Title> {
  const rows = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  for (let made = 0; made < count; made += 1) {
    const { name, alt_title: aliases } = JSON.parse(rows[made % rows.length] ?? '{}') as Record<string, string | null>;
    const round = Math.floor(made / rows.length);
    const edition =
      round === 0 ? '' : ` ${editions[(round - 1) % editions.length]}${round > editions.length ? ` ${round}` : ''}`;
    yield { name: `${name}${edition}`, aliases: aliases ?? null };
  }
}
