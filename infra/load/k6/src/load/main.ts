import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import type { Crowd } from '../seed/crowd.ts';
import { crowdFile, readCrowd, saveCrowd, seed, signInAgain } from '../seed/seed.ts';
import { runScenario, scenarioNames } from './run-scenario.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: process.env.BASE_URL ?? 'http://localhost:8080' },
    rate: { type: 'string' },
    duration: { type: 'string' },
    p95: { type: 'string' },
    failed: { type: 'string' },
    most: { type: 'string' },
  },
});
const [scenario = ''] = positionals;
if (!scenarioNames.includes(scenario)) {
  console.error(`Usage: npm run load -- <${scenarioNames.join('|')}> [--rate 20] [--duration 2m] [--url http://…]`);
  process.exit(2);
}

/** Enough to try a scenario; `npm run seed` creates more. */
const smallCrowd = { users: 100, games: 40 };

try {
  const file = crowdFile(values.url);
  saveCrowd(await currentCrowd(values.url, readCrowd(file)), file);
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const folder = join('.cache', 'load', 'results', `${scenario}-${time}`);
  const settings = {
    RATE: values.rate,
    DURATION: values.duration,
    P95_MS: values.p95,
    FAILED_RATE: values.failed,
    MOST: values.most,
  };
  const given = Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => !!entry[1]));
  const { passed } = await runScenario({ scenario, url: values.url, crowdFile: file, folder, settings: given });
  console.log(`\nResults: ${folder}/summary.md, ${folder}/report.html`);
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** Returns signed-in people: the product's data may have been deleted since the seed. */
async function currentCrowd(url: string, saved: Crowd | null): Promise<Crowd> {
  if (saved && (await isSignedIn(url, saved))) return saved;
  const again = saved && (await signInAgain(url, saved).catch(() => null));
  return again ?? seed({ url, ...smallCrowd });
}

async function isSignedIn(url: string, { people }: Crowd): Promise<boolean> {
  const { path } = authCalls.verifyToken;
  const headers = { cookie: people[0]?.cookie ?? '' };
  const { body } = await new GatewayClient(url).send<{ success: boolean }>('GET', path, { headers });
  return body.success;
}
