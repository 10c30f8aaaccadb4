import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { benches, comparable, loadBench } from './bench.ts';
import { compare, currentState } from './compare.ts';
import type { Figure } from './figures.ts';
import { circumstances, figuresList, figuresTable } from './report.ts';
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

/** Measures this checkout several times. */
async function measure(bench: string, count: number): Promise<Figure[][]> {
  const taken: Figure[][] = [];
  while (taken.length < count) taken.push(await runTurn(checkoutRoot, bench));
  return taken;
}

/** @returns all figures as Markdown */
async function run(bench: string, count: number): Promise<string> {
  const { what } = await loadBench(bench);
  return `## ${bench}\n\n${what}\n\n${figuresTable(await measure(bench, count))}\n\n${circumstances(currentState(), count)}`;
}

/** Runs benches one after the other and writes their most important figures to docs/performance.md. */
async function writePage(chosen: readonly string[], count: number): Promise<void> {
  let page = `# Performance\n\nWritten by \`npm run bench -- page\`: ${circumstances(currentState(), count)}\nMedians (middle half of the turns).\n`;
  for (const bench of chosen) {
    const { what, onPage } = await loadBench(bench);
    const turns = await measure(bench, count);
    console.log(`## ${bench}\n\n${figuresTable(turns)}\n`);
    const shown = turns.map((figures) => figures.filter(({ name }) => onPage.test(name)));
    page += `\n## ${bench}\n\n${page.includes(what) ? '' : `${what}\n\n`}${figuresList(shown)}\n`;
    // After each bench, so that one that cannot run here does not lose the others' figures.
    writeFileSync(join(checkoutRoot, 'docs', 'performance.md'), page);
  }
}
