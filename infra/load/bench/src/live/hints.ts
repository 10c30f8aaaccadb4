import { setTimeout as pause } from 'node:timers/promises';
import { type RunningProduct, startProduct } from '@nightshelf/local';
import { gatherPeople, type Person, writeAtRate } from './people.ts';
import { cpuOf, usedBetween } from './product-cpu.ts';
import type { Way } from './reader.ts';
import { Readers } from './readers.ts';
import { delaysOf, percentiles } from './sights.ts';

/** Changes a second, in rounds of one run. */
const rates = (process.env.RATES ?? '100,200').split(',').map(Number);
const runSeconds = Number(process.env.SECONDS ?? 10);
/** Long enough for code that runs often to have been compiled. */
const warmUpSeconds = 15;
const readerCount = 1000;
/** As many pages as readers, so that each has one of their own; and few that many look at. */
const pageCount = Number(process.env.PAGES ?? 1000);
const fewPages = 50;
/** For the last hints and pages to arrive, in milliseconds. */
const patienceMs = 3000;

interface Round {
  readonly what: string;
  readonly pages: number;
  readonly writes: boolean;
  /** How readers learn of a change; null when nobody reads. */
  readonly way: Way | null;
  readonly asks: boolean;
}

/** What may leave most behind comes last. */
const rounds: readonly Round[] = [
  { what: 'nobody reads', pages: pageCount, writes: true, way: null, asks: false },
  { what: 'hints, nothing changes', pages: pageCount, writes: false, way: 'hints', asks: true },
  { what: 'hints', pages: pageCount, writes: true, way: 'hints', asks: true },
  { what: `hints alone, ${fewPages} pages`, pages: fewPages, writes: true, way: 'hints', asks: false },
  { what: 'polling, nothing changes', pages: pageCount, writes: false, way: 'polling', asks: true },
  { what: 'polling', pages: pageCount, writes: true, way: 'polling', asks: true },
];

/**
 * From an acknowledged change of a vault to its sight by those who have the page open, and what that costs, by hints and by
 * asking again and again, in rounds of one run.
 */
export async function benchHints(bus: 'redis' | 'kafka'): Promise<void> {
  const product = await startProduct({ settings: { EVENT_BUS: bus, RATE_LIMIT_FACTOR: 10_000, LOG_LEVEL: 'warn' } });
  try {
    const people = await gatherPeople(product.url, pageCount);
    await writeAtRate(product.url, people, { perSecond: Math.min(...rates), seconds: warmUpSeconds });
    const wanted = new RegExp(process.env.ROUND ?? '.');
    for (const perSecond of rates) {
      console.log(`\n${perSecond} changes a second for ${runSeconds} s, ${readerCount} readers, ${bus}:`);
      const due = rounds.filter(({ what, writes }) => wanted.test(what) && (writes || perSecond === rates[0]));
      for (const round of due)
        await run(product, people.slice(0, round.pages), { ...round, perSecond: round.writes ? perSecond : 0 });
    }
  } finally {
    await product.stop();
  }
}

async function run(
  product: RunningProduct,
  people: readonly Person[],
  round: Round & { readonly perSecond: number },
): Promise<void> {
  const { what, perSecond, way, asks } = round;
  const readers =
    way &&
    (await Readers.begin({
      url: product.url,
      way,
      asks,
      readers: Array.from({ length: readerCount }, (_, at) => ({
        // Each of a session of their own: somebody else's.
        cookie: people[(at + 1) % people.length]?.cookie ?? '',
        userId: people[at % people.length]?.userId ?? '',
      })),
    }));
  try {
    // What opening all of it has left behind.
    await pause(1500);
    for (const { acknowledged } of people) acknowledged.clear();
    const before = cpuOf(product, readers);
    const failed =
      perSecond > 0
        ? await writeAtRate(product.url, people, { perSecond, seconds: runSeconds })
        : await pause(runSeconds * 1000, 0);
    const used = usedBetween(before, cpuOf(product, readers));
    await pause(patienceMs);
    console.log(`\n${what}:\n- ${used}`);
    if (failed > 0) console.log(`- ${failed} changes failed`);
    if (!readers) return;
    const readings = await readers.end();
    const sum = (of: 'asked' | 'unchanged' | 'failed') => readings.reduce((total, reading) => total + reading[of], 0);
    if (asks)
      console.log(`- ${sum('asked')} times asked for a page, ${sum('unchanged')} unchanged, ${sum('failed')} failed`);
    if (perSecond === 0) return;
    const { hints, sights, hintsMissing, unseen } = delaysOf(people, readings);
    if (way === 'hints') console.log(`- to the hint: ${percentiles(hints)}; ${hints.length}, ${hintsMissing} missing`);
    if (asks) console.log(`- to the page in hand: ${percentiles(sights)}; ${sights.length}, ${unseen} unseen`);
  } finally {
    readers?.kill();
  }
}
