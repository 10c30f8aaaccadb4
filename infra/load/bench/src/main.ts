import { parseArgs } from 'node:util';
import { benches, comparable } from './benches.ts';
import { compare } from './compare/compare.ts';
import { run, writePage } from './run.ts';

const names = Object.keys(benches);
const usage = `Usage: npm run bench -- <name> [--turns 3], one of: ${names.join(', ')}
       npm run bench -- page [name...] [--turns 3] writes docs/performance.md, of all of them if none is named
       npm run bench -- compare <commit> [name...] [--turns 7], of: ${comparable.join(', ')}
compare ends with 0 when nothing has become worse since the commit, with 1 when something has, with 2 when it cannot tell.`;

const { values, positionals } = parseArgs({ options: { turns: { type: 'string' } }, allowPositionals: true });
const [name = '', ...rest] = positionals;
const [commit, ...compared] = rest;
const turns = Number(values.turns ?? (name === 'compare' ? 7 : 3));

if (!(turns >= 1)) refuse();
else if (name === 'compare' && commit && compared.every((one) => comparable.includes(one))) {
  process.exitCode = 2;
  process.exitCode = (await compare(commit, compared, turns)) ? 0 : 1;
} else if (name === 'page' && rest.every((one) => one in benches))
  await writePage(rest.length > 0 ? rest : names, turns);
else if (name in benches) console.log(await run(name, turns));
else refuse();

function refuse(): void {
  console.error(usage);
  process.exitCode = 2;
}
