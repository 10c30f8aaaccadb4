import { parseArgs } from 'node:util';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});

const cases = Number(values.cases);
const seed = Number(values.seed);
if (!(Number.isSafeInteger(cases) && cases > 0 && Number.isSafeInteger(seed))) {
  console.error('Usage: npm run fuzz -- [--cases 2000] [--seed 1] [--only auth]');
  process.exit(2);
}

try {
  const found = await fuzz({ cases, seed, ...(values.only ? { only: values.only } : {}) });
  process.exitCode = found ? 1 : 0;
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
