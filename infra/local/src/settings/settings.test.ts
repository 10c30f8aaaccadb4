import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { expect, it } from 'vitest';
import { readSettings, withEnvFile } from './settings.ts';

it.each([{}, { PORT: '', GIANTBOMB_API_KEY: '' }])('requires no setting: %o', (env) => {
  expect(readSettings(env)).toMatchObject({ PORT: 8080, DATA_DIR: '.data', EVENT_BUS: 'redis', RATE_LIMIT_FACTOR: 1 });
});

it('reports every invalid setting in one error', () => {
  const wrong = { PORT: 'eighty', EVENT_BUS: 'rabbit', RATE_LIMIT_FACTOR: '0', KAFKA_BROKERS: 'nowhere' };
  expect(() => readSettings(wrong)).toThrow(
    [
      'Wrong settings, nothing was started:',
      '  PORT must be a port',
      '  EVENT_BUS must be redis or kafka',
      '  KAFKA_BROKERS must be host:port, several separated by commas',
      '  RATE_LIMIT_FACTOR must be above 0',
    ].join('\n'),
  );
});

it.each([
  [{ IGDB_CLIENT_ID: 'id' }, 'IGDB_CLIENT_SECRET is needed'],
  [{ IGDB_CLIENT_SECRET: 'secret' }, 'IGDB_CLIENT_ID is needed'],
  [{ PROVIDER: 'igdb', GIANTBOMB_API_KEY: 'key' }, 'PROVIDER is igdb'],
  [{ PROVIDER: 'giantbomb', IGDB_CLIENT_ID: 'id', IGDB_CLIENT_SECRET: 'secret' }, 'PROVIDER is giantbomb'],
  [{ OIDC_PROVIDERS: '{}' }, 'OIDC_PROVIDERS must be a JSON list'],
  [{ OIDC_PROVIDERS: 'google' }, 'OIDC_PROVIDERS must be a JSON list'],
  [{ OIDC_DEMO: 'yes' }, 'OIDC_DEMO must be 1 or 0'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must start with smtp://'],
])('refuses %o', (env, message) => {
  expect(() => readSettings(env)).toThrow(message);
});

it('never prints a value, which may be a secret', () => {
  expect(() => readSettings({ PROVIDER: 'my-secret' })).toThrow(/^(?!.*my-secret)/s);
});

it('reads .env for variables that the environment does not set', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), '# comment\nPORT=9000\nLOG_LEVEL=debug\n');
  expect(withEnvFile(folder, { PORT: '9001' })).toEqual({ PORT: '9001', LOG_LEVEL: 'debug' });
});
