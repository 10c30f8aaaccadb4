import { setTimeout as pause } from 'node:timers/promises';
import { type RunningProduct, startProduct } from '@nightshelf/local';
import { now } from './clock.ts';
import { gatherPeople, type Person, writeAtRate } from './people.ts';
import { type CpuTime, cpuOf, parts } from './product-cpu.ts';
import type { Way } from './reader.ts';
import { Readers } from './readers.ts';
import { delaysOf, percentiles } from './sights.ts';

const perSecond = Number(process.env.RATE ?? 200);
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
  readonly writes: number;
  /** How readers learn of a change; null when nobody reads. */
  readonly way: Way | null;
  readonly asks: boolean;
}

const rounds: readonly Round[] = [
  { what: 'nobody reads', pages: pageCount, writes: perSecond, way: null, asks: false },
  { what: 'polling, nothing changes', pages: pageCount, writes: 0, way: 'polling', asks: true },
  { what: 'hints, nothing changes', pages: pageCount, writes: 0, way: 'hints', asks: true },
  { what: 'polling', pages: pageCount, writes: perSecond, way: 'polling', asks: true },
  { what: 'hints', pages: pageCount, writes: perSecond, way: 'hints', asks: true },
  { what: `hints alone, ${fewPages} pages`, pages: fewPages, writes: perSecond, way: 'hints', asks: false },
];

/**
 * From an acknowledged change of a vault to its sight by those who have the page open, and what that costs, by hints and by
 * asking again and again, in rounds of one run.
 */
export async function benchHints(bus: 'redis' | 'kafka'): Promise<void> {
  const product = await startProduct({ settings: { EVENT_BUS: bus, RATE_LIMIT_FACTOR: 10_000, LOG_LEVEL: 'warn' } });
  try {
    const people = await gatherPeople(product.url, pageCount);
    await writeAtRate(product.url, people, { perSecond, seconds: warmUpSeconds });
    console.log(`\n${perSecond} changes a second for ${runSeconds} s, ${readerCount} readers, ${bus}:`);
    const wanted = new RegExp(process.env.ROUND ?? '.');
    for (const round of rounds.filter(({ what }) => wanted.test(what)))
      await run(product, people.slice(0, round.pages), round);
  } finally {
    await product.stop();
  }
}

async function run(product: RunningProduct, people: readonly Person[], round: Round): Promise<void> {
  const { what, writes, way, asks } = round;
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
    const [before, ownBefore, began] = [cpuOf(product), process.cpuUsage(), now()];
    const failed =
      writes > 0
        ? await writeAtRate(product.url, people, { perSecond: writes, seconds: runSeconds })
        : await pause(runSeconds * 1000, 0);
    const [after, own, took] = [cpuOf(product), process.cpuUsage(ownBefore), now() - began];
    await pause(patienceMs);
    console.log(`\n${what}:`);
    printCpu(before, after, took);
    if (failed > 0) console.log(`- ${failed} changes failed`);
    const ownMs = (own.user + own.system) / 1000;
    if (!readers) return console.log(`- who measures: ${percent(ownMs, took)} writing`);
    const { readings, cpuMs } = await readers.end();
    const asked = readings.reduce((sum, reading) => sum + reading.asked, 0);
    const unchanged = readings.reduce((sum, reading) => sum + reading.unchanged, 0);
    const lost = readings.reduce((sum, reading) => sum + reading.failed, 0);
    if (asks) console.log(`- ${asked} times asked for a page, ${unchanged} of them unchanged, ${lost} failed`);
    if (writes > 0) {
      const { hints, sights, hintsMissing, unseen } = delaysOf(people, readings);
      if (way === 'hints')
        console.log(`- to the hint: ${percentiles(hints)}; ${hints.length}, ${hintsMissing} missing`);
      if (asks) console.log(`- to the page in hand: ${percentiles(sights)}; ${sights.length}, ${unseen} unseen`);
    }
    console.log(`- who measures: ${percent(ownMs, took)} writing, ${percent(cpuMs, took + patienceMs)} reading`);
  } finally {
    readers?.kill();
  }
}

const percent = (ms: number, of: number) => `${((ms / of) * 100).toFixed(0)} %`;

/** In hundredths of one core. */
function printCpu(before: CpuTime, after: CpuTime, took: number): void {
  const each = parts.map((part) => [part, after.of[part] - before.of[part]] as const);
  const all = each.reduce((sum, [, ms]) => sum + ms, 0);
  const told = each.filter(([, ms]) => ms >= took / 200).map(([part, ms]) => `${part} ${percent(ms, took)}`);
  console.log(
    `- CPU of the product: ${percent(all, took)} of a core (${told.join(', ')}); idle ${percent(after.idle - before.idle, took)}`,
  );
}
