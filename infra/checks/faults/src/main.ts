import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { runDrill } from './drill.ts';
import { faultKinds } from './faults.ts';

const kinds = faultKinds.map(({ name }) => name);
const usage = `Usage: npm run drill -- [--bus redis|kafka] [--faults 300] [--seed 1] [--only kind,kind] [--check-every 25] [--pause 160]
Kinds: ${kinds.join(', ')}`;

const { values } = parseArgs({
  options: {
    bus: { type: 'string', default: 'redis' },
    faults: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    'check-every': { type: 'string', default: '25' },
    pause: { type: 'string', default: '160' },
  },
});
const { bus } = values;
const [faults, seed, checkEvery, pauseMs] = [values.faults, values.seed, values['check-every'], values.pause].map(
  Number,
);
const only = values.only.split(',').filter(Boolean);
const areNumbers = [faults, seed, checkEvery, pauseMs].every((value) => Number.isInteger(value) && Number(value) > 0);
if ((bus !== 'redis' && bus !== 'kafka') || !areNumbers || !only.every((kind) => kinds.includes(kind))) {
  console.error(usage);
  process.exit(2);
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) process.exit(130);
    console.error('Stopping; press Ctrl-C again to exit immediately.');
    stopping.abort();
  });
}
const folder = join(checkoutRoot, '.data', 'drills', `${bus}-${seed}`);
const { problems, report } = await runDrill({
  ...{ bus, only, folder, signal: stopping.signal },
  ...{ faults: Number(faults), seed: Number(seed), checkEvery: Number(checkEvery), pauseMs: Number(pauseMs) },
  log: (line) => console.log(line),
});
console.log(`\n${report}\nLogs and problems: ${folder}`);
process.exit(stopping.signal.aborted ? 130 : problems.length > 0 ? 1 : 0);
