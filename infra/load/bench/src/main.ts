import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { benches, comparable, loadBench } from './bench.ts';
import { compare, currentState } from './compare.ts';
import type { Figure } from './figures.ts';
import { circumstances, figuresTable } from './report.ts';
import { runTurn } from './turn.ts';

const names = Object.keys(benches);
const usage = `Usage: npm run bench -- <name> [--turns 3], one of: ${names.join(', ')}
       npm run bench -- page [name...] [--turns 3] writes docs/performance.md, by default for all of them
       npm run bench -- compare <commit> [name...] [--turns 7], of: ${comparable.join(', ')}
compare exits with 0 when nothing became worse since the commit, 1 when something did, 2 when it could not measure.`;

const { values, positionals } = parseArgs({ options: { turns: { type: 'string' } }, allowPositionals: true });
const [name = '', ...rest] = positionals;
const [commit, ...compared] = rest;
const turns = Number(values.turns ?? (name === 'compare' ? 7 : 3));

if (!(turns >= 1)) exitWithUsage();
else if (name === 'compare' && commit && compared.every((one) => comparable.includes(one))) {
  process.exitCode = 2;
  process.exitCode = (await compare(commit, compared, turns)) ? 0 : 1;
} else if (name === 'page' && rest.every((one) => one in benches))
  await writePage(rest.length > 0 ? rest : names, turns);
else if (name in benches) console.log(await run(name, turns));
else exitWithUsage();

function exitWithUsage(): void {
  console.error(usage);
  process.exitCode = 2;
}

/** Measures this checkout. @returns its figures as Markdown */
async function run(bench: string, count: number): Promise<string> {
  const { what } = await loadBench(bench);
  const taken: Figure[][] = [];
  while (taken.length < count) taken.push(await runTurn(checkoutRoot, bench));
  return `## ${bench}\n\n${what}\n${circumstances(currentState(), count)}\n\n${figuresTable(taken)}\n`;
}

/** Runs benches one after the other and writes docs/performance.md. */
async function writePage(chosen: readonly string[], count: number): Promise<void> {
  const sections: string[] = [];
  for (const bench of chosen) {
    const section = await run(bench, count);
    console.log(`\n${section}`);
    sections.push(section);
  }
  const head =
    '# Performance\n\nWritten by `npm run bench -- page`. Medians, and between which values the middle half of the turns lies.';
  writeFileSync(join(checkoutRoot, 'docs', 'performance.md'), [head, ...sections].join('\n\n'));
}
