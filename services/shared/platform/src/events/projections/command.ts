import type { Work } from '../../database/work.ts';
import { pause } from '../delivery/redelivery.ts';
import { type CheckState, ChecksTable, requestChecks } from './checks-table.ts';
import type { Projection } from './projection.ts';

const lookMs = 200;
/** How long an idle running service may take to start the requested check. */
const patienceMs = 60_000;

/**
 * Makes the running service compare its copies with their owners' data (`rebuild`: write all of them anew), waits, and
 * prints the result.
 * @throws when no process starts it, it fails, or differences are left
 */
export async function runCheckCommand(
  work: Work,
  service: string,
  projections: readonly Projection[],
  rebuild: boolean,
  print: (line: string) => void = console.log,
  waitMs = patienceMs,
): Promise<void> {
  const topics = projections.map(({ view }) => view.topic);
  if (topics.length === 0) return print(`${service} keeps no copies of what others own.`);
  const table = new ChecksTable(work, topics);
  await requestChecks(work, topics, rebuild);
  let deadline = performance.now() + waitMs;
  const told = new Set<string>();
  const faults = new Set<string>();
  let left = 0;
  while (told.size < topics.length) {
    const states = await table.states();
    for (const state of states.filter(({ done, topic }) => done && !told.has(topic))) {
      told.add(state.topic);
      left += state.report?.left ?? 0;
      for (const line of describe(state)) print(line);
    }
    for (const { topic, taken, fault } of states) {
      if (!taken || !fault || told.has(topic) || faults.has(`${topic} ${fault}`)) continue;
      faults.add(`${topic} ${fault}`);
      print(`${topic}: ${fault}; it is tried again every minute`);
    }
    // A process may still work at an earlier request, waiting for an owner that does not respond.
    if (states.some(({ taken, claimed }) => taken || claimed)) deadline = performance.now() + waitMs;
    if (performance.now() > deadline) {
      throw new Error(`No running ${service} has taken it up: it will when it runs.`);
    }
    await pause(lookMs);
  }
  if (left > 0) throw new Error(`${left} differences are left; the log of ${service} says more.`);
}

function describe({ topic, report }: CheckState): string[] {
  if (!report) return [];
  const { rows, differences, kinds, named, left } = report;
  if (differences === 0) return [`${topic}: ${rows} copies, no differences`];
  const listed = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  const shown = named.length < differences ? `the first ${named.length}:` : '';
  return [
    `${topic}: ${rows} copies, ${differences} differences (${listed.join(', ')}), ${differences - left} mended ${shown}`.trim(),
    ...named.map((name) => `  ${name}`),
  ];
}
