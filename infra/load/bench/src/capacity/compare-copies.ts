import type { RunningProduct } from '@nightshelf/local';
import type { Databases } from './crowd.ts';
import { memoryOf, type ProcessorClock } from './processor-time.ts';

const giveUpMs = 1_800_000;

/** Has social compare its copies of all entries with what library has, as every night, and says what that took. */
export async function printComparison(product: RunningProduct, clock: ProcessorClock, { social }: Databases) {
  const memory = () => [...product.processes].map(([name, { child }]) => [name, memoryOf(child.pid ?? 0)] as const);
  const before = new Map(memory());
  const peaks = new Map(before);
  const watching = setInterval(() => {
    for (const [name, MB] of memory()) peaks.set(name, Math.max(peaks.get(name) ?? 0, MB));
  }, 200);
  const state = `select verified_at >= asked_at as done, report, fault from projection_checks where topic = 'library.entries'`;
  let found: { done?: boolean; report?: { rows: number; differences: number }; fault?: string } = {};
  const { used, took } = await clock.during(async () => {
    await social.query(
      `update projection_checks set asked_at = clock_timestamp(), due_at = clock_timestamp() where topic = 'library.entries'`,
    );
    for (const deadline = performance.now() + giveUpMs; !found.done && performance.now() < deadline; ) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      found = (await social.query(state)).rows[0];
    }
  });
  clearInterval(watching);
  const rows = found.report?.rows ?? 0;
  const each = (ms: number) => `${((1000 * ms) / rows).toFixed(1)} µs`;
  console.log(
    `\n${rows} copies compared in ${(took / 1000).toFixed(1)} s, ${Math.round((1000 * rows) / took)} a second:`,
    found.done ? `${found.report?.differences} differences` : `not finished (${found.fault})`,
  );
  const spent = [...used].filter(([, ms]) => ms / rows > 0.0005);
  console.log('of a core for each:', Object.fromEntries(spent.map(([of, ms]) => [of, each(ms)])));
  const grown = [...peaks].map(([name, MB]) => [name, `${Math.round(before.get(name) ?? 0)} to ${Math.round(MB)}`]);
  console.log('MB before and at most:', Object.fromEntries(grown));
}
