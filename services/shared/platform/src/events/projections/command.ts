import type { Work } from '../../database/work.ts';
import { pause } from '../delivery/pause.ts';
import { type CopyState, type Report, readStates, requestSnapshots } from './copies.ts';
import type { Projection } from './projection.ts';

const pollMs = 200;
/** How long no record of the requested snapshot may arrive. */
const mostIdleMs = 60_000;
/** A copy that has not been verified for longer has missed a nightly snapshot. */
const overdueHours = 36;

/**
 * Requests a snapshot of each topic that the service copies (`rebuild`: to write all copies anew), waits until the
 * running service has settled it, and prints the result.
 * @throws when no snapshot arrives, one is incomplete, or differences are left
 */
export async function runCopiesCommand(
  work: Work,
  service: string,
  projections: readonly Projection[],
  rebuild: boolean,
  print: (line: string) => void = console.log,
  waitMs = mostIdleMs,
): Promise<void> {
  const waiting = new Set<string>(projections.map(({ topic }) => topic));
  if (waiting.size === 0) return print(`${service} keeps no copies of what others own.`);
  await requestSnapshots(work, [...waiting], rebuild);
  let left = 0;
  let arrived = 0;
  for (let deadline = performance.now() + waitMs; waiting.size > 0; await pause(pollMs)) {
    const states = await readStates(work, [...waiting]);
    for (const state of states) {
      const { topic, fault, isWanted, report } = state;
      if (fault) throw new Error(`${topic}: ${fault}; ${lastVerified(state)}.`);
      if (isWanted || !report) continue;
      waiting.delete(topic);
      left += report.left;
      for (const line of describe(topic, report)) print(line);
      deadline = performance.now() + waitMs;
    }
    if (performance.now() < deadline) continue;
    const count = await countArrived(work, service, states);
    if (count === arrived) {
      const list = states.filter(({ topic }) => waiting.has(topic)).map((one) => `${one.topic} ${lastVerified(one)}`);
      throw new Error(`No snapshot has arrived. It will when ${service} and the owner run: ${list.join('; ')}.`);
    }
    arrived = count;
    deadline = performance.now() + waitMs;
  }
  if (left > 0) throw new Error(`${left} differences are left; the log of ${service} says more.`);
}

function lastVerified({ verifiedAt }: CopyState): string {
  if (verifiedAt === null) return 'was never verified';
  const isOverdue = Date.now() / 1000 - verifiedAt > overdueHours * 3600;
  return `was last verified at ${new Date(verifiedAt * 1000).toISOString()}${isOverdue ? ', which is overdue' : ''}`;
}

async function countArrived(work: Work, service: string, states: readonly CopyState[]): Promise<number> {
  const [row] = await work.query().execute<{ count: number }[]>(
    `select count(*)::int as count from jsonb_to_recordset(?::jsonb) as wanted (topic text, "askedAtMs" float8)
     join inbox_versions seen on seen.consumer = ? and seen.topic = wanted.topic and seen.snapshot >= "askedAtMs"`,
    [JSON.stringify(states), service],
  );
  return row?.count ?? 0;
}

function describe(topic: string, { rows, differences, kinds, named, left }: Report): string[] {
  if (differences === 0) return [`${topic}: ${rows} copies, no differences`];
  const listed = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  const shown = named.length < differences ? ` the first ${named.length}:` : '';
  return [
    `${topic}: ${rows} copies, ${differences} differences (${listed.join(', ')}), ${differences - left} repaired${shown}`,
    ...named.map((name) => `  ${name}`),
  ];
}
