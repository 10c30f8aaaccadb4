import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { importCalls, importRules, listWholeLibrary } from '@nightshelf/contracts';
import { startProduct } from '@nightshelf/local';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { until } from '@nightshelf/testing/until.ts';

const catalogue = join(import.meta.dirname, '../../../../../services/catalog/catalogue/catalogue.jsonl.gz');

const rows = 10_000;
const goalSeconds = 60;

/** A name as somebody else writes it: with an edition, an article, or a subtitle of its own. */
const nearly: readonly ((name: string) => string)[] = [
  (name) => `${name}: Game of the Year Edition`,
  (name) => `The ${name}`,
  (name) => `${name} - Special Edition`,
  (name) => `${name} (Anniversary Edition)`,
];

/** Ways to write names: all as the catalogue has them; every fourth otherwise; all otherwise. */
const files = {
  'as they are known': (name: string) => name,
  'a quarter otherwise': (name: string, at: number) => (at % 4 === 0 ? otherwise(name, at >> 2) : name),
  'all otherwise': (name: string, at: number) => otherwise(name, at),
} as const;

const otherwise = (name: string, at: number) => nearly[at % nearly.length]?.(name) ?? name;

/**
 * From the first row of a file of 10,000 games of the offline catalogue to the last one in the vault, over the gateway of a whole product, and
 * back. No provider is asked.
 */
export async function benchImports(): Promise<void> {
  const settings = { DEMO: false, PROVIDER: 'igdb', RATE_LIMIT_FACTOR: 100_000, LOG_LEVEL: 'error' } as const;
  const product = await startProduct({ settings });
  try {
    const names = namesOfCatalogue();
    const taken = names.filter((_, at) => at % Math.floor(names.length / rows) === 0).slice(0, rows);
    const table: Record<string, object> = {};
    for (const [file, write] of Object.entries(files)) {
      table[file] = await bring(product.url, taken.map(write));
      console.log(file, table[file]);
    }
    console.log(
      `\n${rows} rows, a catalogue of ${names.length} games; seconds. Goal until all is in the vault: ${goalSeconds} s.`,
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

function namesOfCatalogue(): string[] {
  const [, ...lines] = gunzipSync(readFileSync(catalogue)).toString().trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { name: string }).name);
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
  const get = async () => (await client.call(importCalls.getImport, { params })).import;
  await until('all rows are matched', async () => (await get()).matching === null, 600_000);
  const matched = performance.now();
  const { fates } = await get();
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
    sent: seconds(begun, sent),
    matched: seconds(sent, matched),
    preview: seconds(matched, shown),
    'into the vault': seconds(shown, done),
    all: seconds(begun, done),
    undone: seconds(counted, performance.now()),
    unmatched: fates.unmatched,
    'games then': library.length,
  };
}
