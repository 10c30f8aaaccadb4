import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { runDrill } from './drill.ts';
import { faultKinds } from './faults.ts';

const kinds = faultKinds.map(({ name }) => name);
const usage = `Usage: npm run drill -- [--bus redis|kafka] [--faults 300] [--seed 1] [--only kind,kind]
Kinds: ${kinds.join(', ')}`;

const { values } = parseArgs({
  options: {
    bus: { type: 'string', default: 'redis' },
    faults: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const { bus } = values;
const [faults, seed] = [Number(values.faults), Number(values.seed)];
const only = values.only.split(',').filter(Boolean);
const areNumbers = [faults, seed].every((value) => Number.isInteger(value) && value > 0);
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
  ...{ bus, faults, seed, only, folder, signal: stopping.signal },
  pauseMs: 160,
  log: (line) => console.log(line),
});
console.log(`\n${report}\nLogs and problems: ${folder}`);
process.exit(stopping.signal.aborted ? 130 : problems.length > 0 ? 1 : 0);
