import { setTimeout as pause } from 'node:timers/promises';
import { catalogCalls, libraryCalls } from '@nightshelf/contracts';
import { startProduct } from '@nightshelf/local';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { percentile } from '../statistics.ts';
import { openWatchers, type Watcher } from './watchers.ts';

const writesPerSecond = 200;
const runSeconds = Number(process.env.SECONDS ?? 10);
const warmUpSeconds = 3;
const writers = 50;
const streams = 1000;
/** For the last hints to arrive, in milliseconds. */
const patienceMs = 5000;

interface Writer {
  readonly client: GatewayClient;
  readonly userId: string;
  readonly entryId: string;
  /** When each change was acknowledged, by `performance.now()`, in order. */
  readonly acknowledged: number[];
}

/** From an acknowledged change of a vault to its hint at everybody who has the page open. */
export async function benchHints(bus: 'redis' | 'kafka'): Promise<void> {
  const product = await startProduct({ settings: { EVENT_BUS: bus, RATE_LIMIT_FACTOR: 10_000, LOG_LEVEL: 'warn' } });
  try {
    const everyone = await Promise.all(Array.from({ length: writers }, () => becomeWriter(product.url)));
    const { client: reader } = await GatewayClient.register(product.url);
    await writeAtRate(everyone, 0, warmUpSeconds);
    await pause(1000);
    const query = (at: number) => `?users=${everyone[at % writers]?.userId}`;
    const wanted = { url: product.url, cookies: [reader.cookie], query, count: streams, event: 'page' };
    const watchers = await openWatchers(wanted);
    for (const { acknowledged } of everyone) acknowledged.length = 0;
    const failed = await writeAtRate(everyone, (writesPerSecond * warmUpSeconds) / writers, runSeconds);
    await pause(patienceMs);
    report(bus, everyone, watchers, failed);
    for (const watcher of watchers) watcher.close();
  } finally {
    await product.stop();
  }
}

async function becomeWriter(url: string): Promise<Writer> {
  const { client, user } = await GatewayClient.register(url);
  const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 1 } });
  const [game] = results;
  if (!game) throw new Error('The provider knows no game');
  const { guid, name } = game;
  const { user_game } = await client.call(libraryCalls.addExternalEntry, { body: { guid, name } });
  return { client, userId: user.id, entryId: user_game.id, acknowledged: [] };
}

/** Arrivals at a fixed rate, whether or not earlier ones have been answered. @returns how many failed */
async function writeAtRate(everyone: readonly Writer[], hoursBefore: number, seconds: number): Promise<number> {
  let failed = 0;
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let count = 0; count < writesPerSecond * seconds; count += 1) {
    const wait = began + (count * 1000) / writesPerSecond - performance.now();
    if (wait > 0) await pause(wait);
    const writer = everyone[count % writers];
    if (!writer) continue;
    const hours = hoursBefore + 1 + Math.floor(count / writers);
    const input = { params: { id: writer.entryId }, body: { hours_played: hours } };
    pending.push(
      writer.client.call(libraryCalls.updateEntry, input).then(
        () => void writer.acknowledged.push(performance.now()),
        () => {
          failed += 1;
        },
      ),
    );
  }
  await Promise.all(pending);
  return failed;
}

/** The nth hint of a page is for the nth change of its user. */
function report(bus: string, everyone: readonly Writer[], watchers: readonly Watcher[], failed: number): void {
  const delays: number[] = [];
  let missing = 0;
  for (const [at, { arrivals }] of watchers.entries()) {
    const { acknowledged } = everyone[at % writers] as Writer;
    missing += acknowledged.length - arrivals.length;
    for (const [nth, arrival] of arrivals.entries()) delays.push(arrival - (acknowledged[nth] ?? arrival));
  }
  const told = `${writesPerSecond} changes a second for ${runSeconds} s, ${streams} streams, ${streams / writers} on each page`;
  console.log(`\n${told}, ${bus}:`);
  console.log(`- p50 ${percentile(delays, 50)} ms, p95 ${percentile(delays, 95)} ms, p99 ${percentile(delays, 99)} ms`);
  console.log(`- ${delays.length} hints arrived, ${missing} did not, ${failed} changes failed`);
}
