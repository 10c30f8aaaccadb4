import { parseArgs } from 'node:util';
import { turnBenches, wholeBenches } from './benches.ts';
import { compare } from './compare/compare.ts';
import { runAlone } from './run-alone.ts';

const usage = `Usage: npm run bench -- <name> [--turns 7], one of: ${Object.keys({ ...turnBenches, ...wholeBenches }).join(', ')}
       npm run bench -- compare <commit> [name...] [--turns 7], of: ${Object.keys(turnBenches).join(', ')}
compare ends with 0 when nothing has become worse since the commit, with 1 when something has, with 2 when it cannot tell.`;

const { values, positionals } = parseArgs({
  options: { turns: { type: 'string', default: '7' } },
  allowPositionals: true,
});
const turns = Number(values.turns);
const [name = '', ...rest] = positionals;
const [commit, ...names] = rest;

if (name === 'compare' && commit && names.every((one) => one in turnBenches) && turns >= 1) {
  process.exitCode = 2;
  process.exitCode = (await compare(commit, names, turns)) ? 0 : 1;
} else if (name in turnBenches && turns >= 1) {
  await runAlone(name, turns);
} else if (name in wholeBenches) {
  await wholeBenches[name]?.();
} else {
  console.error(usage);
  process.exitCode = 2;
}
