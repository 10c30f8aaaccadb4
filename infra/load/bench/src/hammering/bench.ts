import { cpus, loadavg } from 'node:os';
import { libraryCalls, listWholeLibrary } from '@nightshelf/contracts';
import { type RunningProduct, startProduct } from '@nightshelf/local';
import { until } from '@nightshelf/testing/until.ts';
import { cpuTimeOf } from '../cpu-time.ts';
import { percentile } from '../statistics.ts';
import { becomeGamer, type Gamer } from './client-at.ts';
import { hammer } from './hammer.ts';
import { type Deed, type Measured, useProduct } from './others.ts';

const rounds = 5;
const seconds = 12;
const otherPeople = 12;
const hammering = 5;

const deeds: readonly Deed[] = ['vault', 'change', 'search', 'cached', 'game', 'sign-in', 'new search'];

/**
 * What others notice while five addresses sign in, search and ask for games as much as their limits allow: the same use of the
 * product without and with them, in turns, in one run, within the default limits of product and provider.
 */
export async function benchHammering(): Promise<void> {
  const product = await startProduct({ settings: { TRUST_PROXY: 1, LOG_LEVEL: 'error' } });
  try {
    const others = await gather(product.url, otherPeople, '198.51.100');
    const five = await gather(product.url, hammering, '192.0.2');
    await useProduct(others, seconds / 2);
    const quiet: Measured[] = [];
    const loud: Measured[] = [];
    const cpu = { quiet: 0, loud: 0 };
    let sent = 0;
    for (let round = 0; round < rounds; round += 1) {
      let before = cpuTimeOfProduct(product);
      quiet.push(...(await useProduct(others, seconds)));
      cpu.quiet += cpuTimeOfProduct(product) - before;
      before = cpuTimeOfProduct(product);
      const stopping = AbortSignal.timeout(seconds * 1000);
      const hammered = five.map((one) => hammer(one, stopping));
      loud.push(...(await useProduct(others, seconds)));
      for (const one of await Promise.all(hammered)) sent += one;
      cpu.loud += cpuTimeOfProduct(product) - before;
    }
    report(quiet, loud);
    const each = (ms: number) => `${Math.round(ms / (rounds * seconds) / 10)} %`;
    console.log(`Five addresses sent ${sent} requests in ${rounds * seconds} s, others ${loud.length}.`);
    console.log(
      `Node processes of the product took ${each(cpu.quiet)} of a core without them, ${each(cpu.loud)} with them.`,
    );
    console.log(`Load of the machine: ${loadavg().map((value) => value.toFixed(1))}; ${cpus().length} cores.`);
    console.log(`A game that another user needs then was confirmed after ${await waitForGame(others[0])} ms.`);
  } finally {
    await product.stop();
  }
}

const cpuTimeOfProduct = ({ processes }: RunningProduct) =>
  [...processes.values()].reduce((sum, { child }) => sum + cpuTimeOf(child.pid ?? 0), 0);

async function gather(url: string, count: number, network: string): Promise<Gamer[]> {
  const gamers: Gamer[] = [];
  for (let at = 1; at <= count; at += 1) gamers.push(await becomeGamer(url, `${network}.${at}`));
  return gamers;
}

function report(quiet: readonly Measured[], loud: readonly Measured[]): void {
  const column = (given: readonly Measured[], rank: number) =>
    percentile(
      given.map(({ ms }) => ms),
      rank,
    );
  const row = (isOne: (one: Measured) => boolean) => {
    const [before, during] = [quiet.filter(isOne), loud.filter(isOne)];
    return {
      requests: during.length,
      'p50 without': column(before, 50),
      'p50 with': column(during, 50),
      'p95 without': column(before, 95),
      'p95 with': column(during, 95),
      growth: `${Math.round((column(during, 95) / column(before, 95) - 1) * 100)} %`,
      'not done': `${before.filter(({ isDone }) => !isDone).length} → ${during.filter(({ isDone }) => !isDone).length}`,
    };
  };
  const rows = Object.fromEntries(deeds.map((deed) => [deed, row((one) => one.deed === deed)]));
  console.table({ ...rows, 'all but new searches': row(({ deed }) => deed !== 'new search') });
}

/** A game that no search has found, added while the made-up ones of the five are still waiting. */
async function waitForGame(other: Gamer | undefined): Promise<number> {
  if (!other) return Number.NaN;
  const { client } = other;
  const guid = '3030-50002';
  const began = performance.now();
  await client.call(libraryCalls.addExternalEntry, { body: { guid, name: 'As I know it' } });
  const kept = async () => (await client.call(listWholeLibrary, {})).library.find((entry) => entry.guid === guid);
  await until('it is confirmed', async () => (await kept())?.game.id, 60_000);
  return Math.round(performance.now() - began);
}
