import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { comparable, compare, currentState } from './compare.ts';
import type { Figure } from './figures.ts';
import { circumstances, figuresList } from './report.ts';
import { benches, loadBench, runTurn } from './turn.ts';

const names = Object.keys(benches);
const usage = `Usage: npm run bench -- <name> [--turns 3], one of: ${names.join(', ')}
       npm run bench -- page [name...] [--turns 3] writes docs/performance.md, by default for all of them
       npm run bench -- compare <commit> [name...] [--turns 7], of: ${comparable.join(', ')}
compare exits with 0 when nothing became worse since the commit, 1 when something did, 2 when it could not measure.`;

const { values, positionals } = parseArgs({ options: { turns: { type: 'string' } }, allowPositionals: true });
const [name = '', ...rest] = positionals;
const [commit, ...compared] = rest;
const turns = Number(values.turns ?? (name === 'compare' ? 7 : 3));
const chosen = name !== 'page' ? [name] : rest.length > 0 ? rest : names;

process.exitCode = 2;
if (turns >= 1 && name === 'compare' && commit && compared.every((one) => comparable.includes(one))) {
  process.exitCode = (await compare(commit, compared, turns)) ? 0 : 1;
} else if (turns >= 1 && chosen.every((one) => one in benches)) {
  await measure();
  process.exitCode = 0;
} else console.error(usage);

/** Measures this checkout, prints all figures and, for `page`, writes the most important ones to docs/performance.md. */
async function measure(): Promise<void> {
  const about = () => circumstances(currentState(), turns);
  let page = `# Performance\n\nWritten by \`npm run bench -- page\`: ${about()}\nMedians (middle half of the turns).\n`;
  for (const bench of chosen) {
    const { what, onPage } = await loadBench(bench);
    const taken: Figure[][] = [];
    while (taken.length < turns) taken.push(await runTurn(checkoutRoot, bench));
    console.log(`## ${bench}\n\n${what}\n\n${figuresList(taken)}\n\n${about()}\n`);
    if (name !== 'page') continue;
    const shown = taken.map((figures) => figures.filter((figure) => onPage.test(figure.name)));
    page += `\n## ${bench}\n\n${page.includes(what) ? '' : `${what}\n\n`}${figuresList(shown)}\n`;
    // After each bench, so that one that cannot run here does not lose the others' figures.
    writeFileSync(join(checkoutRoot, 'docs', 'performance.md'), page);
  }
}
