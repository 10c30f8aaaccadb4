import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startPostgres } from '../src/postgres.ts';

const folder = temporaryFolder();

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it('has the search extensions and folds every Unicode letter', async () => {
  const postgres = await startPostgres({ directory: join(folder, 'extensions'), throwAway: true });
  for (const name of ['pg_trgm', 'unaccent', 'citext']) await query(postgres.adminUrl, `create extension ${name}`);
  const [row] = await query(
    postgres.adminUrl,
    `select lower('ÉÖ') as lower, unaccent('Pokémon') as unaccent, 'ÉA'::citext = 'éa'::citext as citext,
            similarity('été', 'été') as similarity`,
  );
  expect(row).toEqual({ lower: 'éö', unaccent: 'Pokemon', citext: true, similarity: 1 });
  await postgres.stop();
});

it('takes over from an owner that was killed', async () => {
  const directory = join(folder, 'orphaned');
  const module = join(import.meta.dirname, '..', 'src', 'postgres.ts');
  const script = `
    const { startPostgres } = await import(${JSON.stringify(module)});
    const postgres = await startPostgres({ directory: ${JSON.stringify(directory)} });
    console.log(postgres.adminUrl);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(owner.stdout.setEncoding('utf8'), 'data');
  await query(url.trim(), 'create table kept (a int)');
  owner.kill('SIGKILL');
  await once(owner, 'exit');

  const postgres = await startPostgres({ directory });
  expect(await query(postgres.adminUrl, 'select * from kept')).toEqual([]);
  await postgres.stop();
});

it('requires a password and hides it from other users', async () => {
  const directory = join(folder, 'guarded');
  const postgres = await startPostgres({ directory, throwAway: true });
  const stranger = new URL(postgres.adminUrl);
  stranger.password = 'guess';
  await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(directory, 'superuser-password')).mode & 0o777).toBe(0o600);
  await postgres.stop();
});
