/** `npm run compose:env`: adds the secrets that docker-compose.yml needs and .env lacks, each random. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

const secrets = [
  'IDENTITY_SECRET',
  'POSTGRES_PASSWORD',
  'REDIS_PASSWORD',
  'AUTH_DATABASE_PASSWORD',
  'LIBRARY_DATABASE_PASSWORD',
  'CATALOG_DATABASE_PASSWORD',
  'SOCIAL_DATABASE_PASSWORD',
  'MEDIA_DATABASE_PASSWORD',
  'IDENTITY_PROVIDER_SECRET',
  'GRAFANA_PASSWORD',
  'CONSOLE_PASSWORD',
];

const path = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../../.env'));
const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
const known = parseEnv(before);
const missing = secrets.filter((name) => !known[name]);
if (missing.length > 0) {
  const heading = '# Secrets of docker compose. Lose them and its volumes can no longer be opened.';
  const lines = missing.map((name) => `${name}=${randomBytes(32).toString('hex')}`);
  const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  appendFileSync(path, `${gap}${heading}\n${lines.join('\n')}\n`, { mode: 0o600 });
}
console.log(missing.length > 0 ? `Added to ${path}: ${missing.join(', ')}` : `${path} has every secret already.`);
