import { type ChildProcess, spawn } from 'node:child_process';
import { until } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copiesOf, shelve, startWorld, untilRows, type World } from './world.ts';

const copies = ['users', 'entries', 'games'];
let world: World;
let consumer: ChildProcess;

beforeAll(async () => {
  // Social consumes in a process of its own, to be killed.
  world = await startWorld('redis', 'http,relay');
  consumer = await startConsumers();
  const [ann, bob] = await world.people(2);
  const guids = await world.games(30);
  if (!ann || !bob) throw new Error('Two people are needed');
  for (const somebody of [ann, bob]) await shelve(somebody, guids);
  await untilRows(world.social, 'select from entries', [], 60);
});
afterAll(async () => {
  if (consumer) await kill(consumer);
  await world?.stop();
});

test('a rebuild that is killed again and again is taken up again, to the same end', async () => {
  await world.social.command('verify');
  const grown = await copiesOf(world.social, copies);
  const asked = await world.social.query<{ at: string }>(
    `update projection_checks set asked_at = clock_timestamp(), due_at = clock_timestamp(), rebuild = true
     returning asked_at::text as at`,
  );
  expect(asked).toHaveLength(3);
  for (let round = 0; round < 3; round += 1) {
    await until(
      'a rebuild is under way',
      async () => {
        const [row] = await world.social.query<{ claimed: number }>(
          'select count(*)::int as claimed from projection_checks where rebuild and claimed_until > now()',
        );
        return row?.claimed === 1;
      },
      30_000,
    );
    await kill(consumer);
    consumer = await startConsumers();
  }
  await until(
    'it is finished',
    async () => {
      const rows = await world.social.query(
        'select from projection_checks where not rebuild and verified_at >= asked_at',
      );
      return rows.length === 3;
    },
    60_000,
  );
  expect(await copiesOf(world.social, copies)).toEqual(grown);
}, 120_000);

async function startConsumers(): Promise<ChildProcess> {
  const main = new URL('../../../../services/social/src/main.ts', import.meta.url).pathname;
  const env = { ...process.env, ...world.social.env, ROLES: 'consumers', LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => String(chunk).includes('Started') && resolve());
    child.once('exit', (code) => reject(new Error(`social ended with ${code}`)));
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
