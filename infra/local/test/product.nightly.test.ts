import { join } from 'node:path';
import { waitUntil } from '@nightshelf/servers/process/server-process.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningProduct, startProduct } from '../src/product/start-product.ts';
import type { ProcessName } from '../src/product/topology.ts';

const root = join(import.meta.dirname, 'fixtures', 'product');

let product: RunningProduct;
const lines: string[] = [];
const folder = temporaryFolder();

beforeAll(async () => {
  const settings = { PROCESSES: '5' } as const;
  product = await startProduct({ root, settings, onLine: (name, line) => lines.push(`${name}: ${line}`) });
});

afterAll(async () => product?.stop());

const pidOf = (name: ProcessName) => product.process(name).child.pid;

const serves = async (name: ProcessName) => (await fetch(product.process(name).url)).ok;

it('migrates every database, then serves through every process', async () => {
  const migrated = lines.flatMap((line) => /"migrated (\w+)"/.exec(line)?.[1] ?? []);
  expect(migrated.sort()).toEqual(['auth', 'catalog', 'library', 'media', 'social']);
  for (const name of product.processes.keys()) expect(await serves(name)).toBe(true);
  expect((await fetch(product.url)).ok).toBe(true);
});

it('lets a service access only its own database', async () => {
  const own = product.process('auth').env.DATABASE_URL ?? '';
  const client = new pg.Client({ connectionString: own });
  await client.connect();
  const { rows } = await client.query('select extname from pg_extension order by 1');
  expect(rows.map(({ extname }) => extname)).toEqual(['citext', 'pg_trgm', 'plpgsql', 'unaccent']);
  await client.query('create table users (id int)');
  await client.end();

  const other = new URL(own);
  other.pathname = '/library';
  const stranger = new pg.Client({ connectionString: other.href });
  await expect(stranger.connect()).rejects.toThrow('permission denied for database "library"');
});

it('passes only the required variables of its own environment to the processes', async () => {
  const env = (await (await fetch(product.process('media').url)).json()) as Record<string, string>;
  expect(env.IDENTITY_SECRET).toMatch(/^[0-9a-f]{64}$/);
  expect(env).not.toHaveProperty('VITEST');
});

it.each(['library', 'gateway', 'simulator'] as const)('restarts %s when it dies', async (name) => {
  const before = pidOf(name);
  product.process(name).child.kill('SIGKILL');
  expect(await waitUntil(() => pidOf(name) !== before && serves(name), { deadlineMs: 60_000 })).toBe(true);
  expect(lines).toContainEqual(expect.stringMatching(`${name}: Ended \\(SIGKILL\\); restarts in`));
});

it('restarts a server killed from outside', async () => {
  const before = product.redisCache.pid ?? 0;
  process.kill(before, 'SIGKILL');
  expect(await waitUntil(() => ![before, undefined].includes(product.redisCache.pid), { deadlineMs: 60_000 })).toBe(
    true,
  );
});

it('runs beside another product, which stops its gateway first, then its services and its simulator', async () => {
  const other = await startProduct({ root, onLine: (name, line) => lines.push(`${name}: ${line}`) });
  expect(other.process('auth').child.pid).toBe(other.process('media').child.pid);
  expect(other.url).not.toBe(product.url);
  expect((await fetch(other.url)).ok).toBe(true);
  lines.length = 0;
  await other.stop();
  const order = lines.filter((line) => line.includes('stopping')).map((line) => line.split(':')[0]);
  expect(order).toEqual(['gateway', 'services', 'simulator']);
  await expect(fetch(other.url)).rejects.toThrow();
  expect((await fetch(product.url)).ok).toBe(true);
});

it('starts the fakes at the same addresses again, because games and accounts refer to them', async () => {
  const settings = { DATA_DIR: folder, DEMO: true, OIDC_DEMO: true };
  const addresses: string[][] = [];
  for (let start = 0; start < 2; start += 1) {
    const restarted = await startProduct({ root, settings });
    const { url: issuer } = restarted.process('identity-provider');
    expect((await fetch(issuer)).ok).toBe(true);
    expect(JSON.parse(restarted.process('auth').env.OIDC_PROVIDERS ?? '')).toMatchObject([{ id: 'demo', issuer }]);
    addresses.push([restarted.process('simulator').url, issuer]);
    await restarted.stop();
  }
  expect(addresses[1]).toEqual(addresses[0]);
}, 240_000);
