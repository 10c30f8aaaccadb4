import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { type Crowd, crowdFile, keepCrowd, readCrowd } from '../seed/crowd.ts';
import { seed, signInAgain } from '../seed/seed.ts';
import { runScenario, scenarioNames } from './run-scenario.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: process.env.BASE_URL ?? 'http://localhost:8080' },
    rate: { type: 'string' },
    duration: { type: 'string' },
    p95: { type: 'string' },
    most: { type: 'string' },
  },
});
const [scenario = ''] = positionals;
if (!scenarioNames.includes(scenario)) {
  console.error(`Usage: npm run load -- <${scenarioNames.join('|')}> [--rate 20] [--duration 2m] [--url http://…]`);
  process.exit(2);
}

/** A few people are enough to try a scenario; `npm run seed` makes more. */
const fewPeople = { users: 100, games: 40 };

try {
  const file = crowdFile(values.url);
  keepCrowd(await presentCrowd(values.url, readCrowd(file)), file);
  const folder = join(
    '.cache',
    'load',
    'results',
    `${scenario}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`,
  );
  const settings = { RATE: values.rate, DURATION: values.duration, P95_MS: values.p95, MOST: values.most };
  const given = Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => !!entry[1]));
  const { passed } = await runScenario({ scenario, url: values.url, crowdFile: file, folder, settings: given });
  console.log(`\nResults: ${folder}/summary.md, ${folder}/report.html`);
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** People who are signed in to this very product: its data may have been deleted since they were made. */
async function presentCrowd(url: string, kept: Crowd | null): Promise<Crowd> {
  if (kept && (await isSignedIn(url, kept))) return kept;
  const again = kept && (await signInAgain(url, kept).catch(() => null));
  return again ?? seed({ url, ...fewPeople });
}

async function isSignedIn(url: string, { people }: Crowd): Promise<boolean> {
  const { path } = authCalls.verifyToken;
  const headers = { cookie: people[0]?.cookie ?? '' };
  const { body } = await new GatewayClient(url).send<{ success: boolean }>('GET', path, { headers });
  return body.success;
}
