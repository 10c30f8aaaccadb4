import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@nightshelf/servers';
import { databaseUser } from '@nightshelf/servers/process/privileges.ts';
import { until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connectPostgres } from '../src/database/postgres-client.ts';
import { type Identity, newAuthority } from './fixtures/authority.ts';

const folder = temporaryFolder();
const authorityFile = join(folder, 'ca.crt');
let postgres: Awaited<ReturnType<typeof startPostgres>>;
/** The host of the certificates. */
let url: string;

beforeAll(async () => {
  postgres = await startPostgres({ directory: join(folder, 'postgres'), throwAway: true });
  url = postgres.adminUrl.replace('127.0.0.1', 'localhost');
});
afterAll(() => postgres?.stop());
afterEach(() => vi.unstubAllEnvs());

/** PostgreSQL reads the certificates when its settings are reloaded. */
async function show({ certificate, key }: Identity): Promise<void> {
  const user = databaseUser();
  const keep = (name: string, content: string) => {
    const file = join(folder, 'postgres', 'data', name);
    rmSync(file, { force: true });
    writeFileSync(file, content, { mode: 0o600 });
    if (user) chownSync(file, user.uid, user.gid);
  };
  keep('server.crt', certificate);
  keep('server.key', key);
  vi.stubEnv('PGSSLROOTCERT', '');
  const client = await connectPostgres(postgres.adminUrl, { name: 'test' });
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
  vi.unstubAllEnvs();
}

/** Returns whether a new connection is encrypted, or why it failed. */
async function connect(): Promise<unknown> {
  try {
    const client = await connectPostgres(url, { name: 'test' });
    const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    await client.end();
    return rows[0]?.ssl;
  } catch (error) {
    return (error as { readonly code?: string }).code;
  }
}

test('the next connection trusts a renewed CA, and no other', async () => {
  const first = await newAuthority('first');
  const second = await newAuthority('second');
  await show(await first.identify());
  writeFileSync(authorityFile, first.certificate);
  vi.stubEnv('PGSSLROOTCERT', authorityFile);
  await until('PostgreSQL encrypts', async () => (await connect()) === true);

  await show(await second.identify());
  vi.stubEnv('PGSSLROOTCERT', authorityFile);
  await until('the first is no longer shown', async () => /SIGNATURE|SELF_SIGNED|ISSUER/.test(String(await connect())));
  writeFileSync(authorityFile, second.certificate);
  expect(await connect()).toBe(true);

  rmSync(authorityFile);
  expect(await connect()).toBe(true);
  mkdirSync(authorityFile);
  expect(await connect()).toBe(true);
});

test('rejects a server with another name', async () => {
  const authority = await newAuthority('third');
  await show(await authority.identify());
  rmSync(authorityFile, { recursive: true, force: true });
  writeFileSync(authorityFile, authority.certificate);
  vi.stubEnv('PGSSLROOTCERT', authorityFile);
  await until('PostgreSQL shows the new one', async () => (await connect()) === true);
  url = postgres.adminUrl;
  expect(await connect()).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
});
