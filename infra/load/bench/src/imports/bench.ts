import { cpus, loadavg } from 'node:os';
import { importCalls, importRules, listWholeLibrary, readyGame } from '@nightshelf/contracts';
import { startProduct } from '@nightshelf/local';
import { databaseUrl } from '@nightshelf/servers';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { until } from '@nightshelf/testing/until.ts';
import pg from 'pg';
import { titles } from '../search/titles.ts';

/** That the library knows, and of which files have so many. */
const known = 100_000;
const rows = 10_000;
const goalSeconds = 60;

/** A name as somebody else writes it: with an edition, an article, or a subtitle of its own. */
const nearly: readonly ((name: string) => string)[] = [
  (name) => `${name}: Game of the Year Edition`,
  (name) => `The ${name}`,
  (name) => `${name} - Special Edition`,
  (name) => `${name} (Anniversary Edition)`,
];

/** Ways to write names: all as the library has them; every fourth otherwise; all otherwise. */
const files = {
  'as they are known': (name: string) => name,
  'a quarter otherwise': (name: string, at: number) => (at % 4 === 0 ? otherwise(name, at >> 2) : name),
  'all otherwise': (name: string, at: number) => otherwise(name, at),
} as const;

const otherwise = (name: string, at: number) => nearly[at % nearly.length]?.(name) ?? name;

/** From the first row of a file of 10,000 known games to the last one in the vault, over the gateway of a whole product, and back. */
export async function benchImports(): Promise<void> {
  const product = await startProduct({ settings: { RATE_LIMIT_FACTOR: 100_000, LOG_LEVEL: 'error' } });
  try {
    const names = [...titles(known)].map(({ name }) => name);
    await haveKnown(databaseUrl(product.postgres.adminUrl, 'library'), names);
    const taken = names.filter((_, at) => at % (known / rows) === 0);
    const table: Record<string, object> = {};
    for (const [file, write] of Object.entries(files)) {
      table[file] = await bring(product.url, taken.map(write));
      console.log(file, table[file]);
    }
    console.log(
      `\n${rows} rows, a library that knows ${known} games; seconds. Goal until all is in the vault: ${goalSeconds} s.`,
    );
    console.table(table);
    const load = loadavg().map((value) => value.toFixed(1));
    console.log(
      `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, load ${load.join(' ')}.`,
    );
  } finally {
    await product.stop();
  }
}

async function bring(url: string, names: readonly string[]): Promise<object> {
  const { client } = await GatewayClient.register(url);
  const body = { name: 'all.csv', source: 'table', rows: names.length } as const;
  const begun = performance.now();
  const params = { id: (await client.call(importCalls.beginImport, { body })).import.id };
  for (let from = 1; from <= names.length; from += importRules.rowsAtOnce) {
    const part = names.slice(from - 1, from - 1 + importRules.rowsAtOnce);
    const sent = part.map((title, at) => ({ title, hours_played: String((from + at) % 90) }));
    await client.call(importCalls.sendImportRows, { params, body: { from, rows: sent } });
  }
  const sent = performance.now();
  const { fates } = (await client.call(importCalls.getImport, { params })).import;
  const shown = performance.now();
  const goOn = async (step: 'start' | 'undo', end: 'done' | 'undone') => {
    await client.call(importCalls.stepImport, { params, body: { step } });
    const status = async () => (await client.call(importCalls.listImports, {})).imports[0]?.status;
    await until(`it is ${end}`, async () => (await status()) === end, 600_000);
  };
  await goOn('start', 'done');
  const done = performance.now();
  const { library } = await client.call(listWholeLibrary, {});
  const counted = performance.now();
  await goOn('undo', 'undone');
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  return {
    'sent and matched': seconds(begun, sent),
    preview: seconds(sent, shown),
    'into the vault': seconds(shown, done),
    all: seconds(begun, done),
    undone: seconds(counted, performance.now()),
    unmatched: fates.unmatched,
    'games then': library.length,
  };
}

async function haveKnown(url: string, names: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let from = 0; from < names.length; from += 1000) {
      const batch = names.slice(from, from + 1000).map((name, at) => {
        const guid = `3030-${900_000 + from + at}`;
        const rest = { id: from + at, deck: null, original_release_date: null, image: null, image_url: null };
        const { json, imageUrl, platformNames } = readyGame({ guid, name, ...rest, platforms: [] });
        return { guid, summary: json, image_url: imageUrl, platform_names: platformNames };
      });
      await client.query(
        `insert into games (guid, summary, image_url, platform_names)
         select guid, summary, image_url, platform_names from jsonb_to_recordset($1::jsonb)
           as given (guid text, summary text, image_url text, platform_names jsonb)`,
        [JSON.stringify(batch)],
      );
    }
    await client.query('analyze games');
  } finally {
    await client.end();
  }
}
