import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOfData } from '../checks/verdict.ts';
import type { DrillResult } from '../result.ts';
import { byKind, percentile, type Recovery, recoveries } from './figures.ts';
import { recoveryPlot } from './recovery-plot.ts';
import { timelinePlot } from './timeline-plot.ts';

/** Problems of one check that the report names one by one; all are in problems.json. */
const namedEach = 10;

/** Writes report.md and its pictures into the folder. @returns whether every check has passed, and that in a few lines */
export function writeReport(
  result: DrillResult,
  folder: string,
): { readonly whole: boolean; readonly summary: string } {
  const all = recoveries(result);
  const whole =
    !result.interrupted && result.problems.length === 0 && result.happened.every(({ error }) => error === undefined);
  const summary = summaryOf(result, whole);
  const parts = [
    `# Drill: ${result.happened.length} faults on ${result.options.bus}, seed ${result.options.seed}`,
    summary,
    checksTable(result),
    `## From a fault to the next acknowledged write\n\n${recoveryTable(all)}\n\n![Recovery by kind](recovery.svg)`,
    '"Next" is anybody\'s next write, "everybody" until each writer had one, both sent after the fault began; faults that ' +
      'overlap count for each. "Server away" is how long the server itself did not serve, its own recovery included.',
    '![Acknowledged writes](timeline.svg)',
    problemsList(result),
    restartsList(result),
    surroundings(result),
  ];
  const faults = all.map(({ happened, ...times }) => ({ ...happened, ...times }));
  writeFileSync(join(folder, 'report.md'), `${parts.filter(Boolean).join('\n\n')}\n`);
  writeFileSync(join(folder, 'recovery.svg'), recoveryPlot(all));
  writeFileSync(join(folder, 'timeline.svg'), timelinePlot(result));
  writeFileSync(join(folder, 'problems.json'), JSON.stringify(result.problems, null, 1));
  writeFileSync(join(folder, 'faults.json'), JSON.stringify(faults, null, 1));
  return { whole, summary };
}

const count = (result: DrillResult, check: string) =>
  result.problems.filter((problem) => problem.check === check).length;

function summaryOf(result: DrillResult, whole: boolean): string {
  const { journal, happened, endedAt, startedAt, livenessRestarts } = result;
  const minutes = ((endedAt - startedAt) / 60_000).toFixed(1);
  const all = recoveries(result);
  return [
    `${whole ? '**Whole.**' : result.interrupted ? '**Interrupted.**' : '**Not whole.**'} ${happened.length} faults in ${minutes} minutes; ${journal.acknowledged.length} acknowledged writes, ${journal.resent} of all sent more than once, ${journal.unknown} never answered; ${journal.reads} reads.`,
    `Lost ${count(result, 'lost')}, doubled ${count(result, 'doubled')}, older over newer ${count(result, 'older over newer')}; stuck ${count(result, 'stuck')}; copies that differ in ${count(result, 'projection')} rows; restarted for not being live ${livenessRestarts.length}.`,
    `From a fault to the next acknowledged write of anybody: ${spread(all.flatMap(({ next }) => next ?? []))}.`,
    `The same without the time in which PostgreSQL or the Redis of the sessions did not serve: ${spread(all.flatMap(({ nextOfOurs }) => nextOfOurs ?? []))}.`,
    `Until everybody writes again: ${spread(all.flatMap(({ everybody }) => everybody ?? []))}.`,
  ].join('\n');
}

function checksTable(result: DrillResult): string {
  const checks = [...faultsOfData, 'projection', 'verify', 'dead letters', 'odd answer', 'connections', 'stuck'];
  const failed = result.happened.filter(({ error }) => error !== undefined).length;
  const rows = checks.map((check) => `| ${check} | ${count(result, check)} |`);
  return [
    '## Checks',
    '',
    '| problem | times |',
    '| --- | --- |',
    ...rows,
    `| faults that could not be brought about | ${failed} |`,
  ].join('\n');
}

const seconds = (ms: number | undefined) =>
  ms === undefined ? '-' : ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;

const shares = [50, 95, 99, 100];

const cellsOf = (times: readonly number[]) => shares.map((percent) => seconds(percentile(times, percent)));

function spread(times: readonly number[]): string {
  const [p50, p95, p99, most] = cellsOf(times);
  return `${p50} (p50), ${p95} (p95), ${p99} (p99), ${most} at most`;
}

function recoveryTable(all: readonly Recovery[]): string {
  const row = (name: string, group: readonly Recovery[]) => {
    const next = group.flatMap((each) => each.next ?? []);
    const everybody = group.flatMap((each) => each.everybody ?? []);
    const away = group.flatMap(({ happened }) => happened.serverAwayMs ?? []);
    const ends = [seconds(percentile(away, 50)), seconds(percentile(away, 100))];
    return `| ${[name, group.length, ...cellsOf(next), ...cellsOf(everybody), ...ends].join(' | ')} |`;
  };
  return [
    '| fault | times | next: p50 | p95 | p99 | max | everybody: p50 | p95 | p99 | max | server away: p50 | max |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...[...byKind(all)].map(([kind, group]) => row(kind, group)),
    row('all', all),
  ].join('\n');
}

function problemsList(result: DrillResult): string {
  if (result.problems.length === 0) return '';
  const checks = [...new Set(result.problems.map(({ check }) => check))];
  const lists = checks.map((check) => {
    const problems = result.problems.filter((problem) => problem.check === check);
    const named = problems.slice(0, namedEach).map(({ says, afterFault }) => `- by fault ${afterFault}: ${says}`);
    const more = problems.length - named.length;
    return [`### ${check}`, '', ...named, ...(more > 0 ? [`- and ${more} more in problems.json`] : [])].join('\n');
  });
  return ['## What is wrong', ...lists, 'Histories of entries are in `entries/`, what processes said in `logs/`.'].join(
    '\n\n',
  );
}

function restartsList({ livenessRestarts, startedAt }: DrillResult): string {
  if (livenessRestarts.length === 0) return '';
  const list = livenessRestarts.map(
    ({ replica, at, says }) => `- ${replica} after ${seconds(at - startedAt)}: ${says.slice(0, 300)}`,
  );
  return [
    '## Restarted for not being live',
    '',
    'An instance that was frozen for long is among them.',
    '',
    ...list,
  ].join('\n');
}

function surroundings({ options, skipped, oldCode, slowness, quiets }: DrillResult): string {
  const quiet = (pick: (point: (typeof quiets)[number]) => number) => seconds(percentile(quiets.map(pick), 100));
  return [
    '## How it was run',
    '',
    `- \`npm run drill -- --bus ${options.bus} --faults ${options.faults} --seed ${options.seed}${options.old ? ` --old ${options.old}` : ''}\``,
    `- Old code beside the new: ${oldCode}`,
    `- Skipped kinds: ${skipped.map(({ kind, why }) => `${kind} (${why})`).join(', ') || 'none'}`,
    `- Limits were multiplied by ${slowness.toFixed(1)}, by how long the start took`,
    `- ${quiets.length} quiet points; at worst all instances ready after ${quiet(({ readyMs }) => readyMs)}, everybody writing after ${quiet(({ progressMs }) => progressMs)}, copies equal ${quiet(({ convergedMs }) => convergedMs)} after the last write`,
  ].join('\n');
}
