import { parseArgs } from 'node:util';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { comparable, compare, currentState } from './compare.ts';
import type { Figure } from './figures.ts';
import { circumstances, figuresList } from './report.ts';
import { benches, loadBench, runTurn } from './turn.ts';

const usage = `Usage: npm run bench -- <name> [--turns 3], one of: ${Object.keys(benches).join(', ')}
       npm run bench -- compare <commit> [name...] [--turns 7], of: ${comparable.join(', ')}
compare exits with 0 when nothing became worse since the commit, 1 when something did, 2 when it could not measure.`;

const { values, positionals } = parseArgs({ options: { turns: { type: 'string' } }, allowPositionals: true });
const [name = '', commit, ...compared] = positionals;
const turns = Number(values.turns ?? (name === 'compare' ? 7 : 3));

process.exitCode = 2;
if (turns >= 1 && name === 'compare' && commit && compared.every((one) => comparable.includes(one))) {
  process.exitCode = (await compare(commit, compared, turns)) ? 0 : 1;
} else if (turns >= 1 && name in benches) {
  const { what } = await loadBench(name);
  const taken: Figure[][] = [];
  while (taken.length < turns) taken.push(await runTurn(checkoutRoot, name));
  console.log(`## ${name}\n\n${what}\n\n${figuresList(taken)}\n\n${circumstances(currentState(), turns)}`);
  process.exitCode = 0;
} else console.error(usage);
