import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Unmodified express-gateway with its own proxy policy, no other policy and no admin API. */
const folder = mkdtempSync(join(tmpdir(), 'stock-gateway-'));

const gatewayConfig = {
  http: { port: Number(process.env.PORT), hostname: '127.0.0.1' },
  apiEndpoints: { api: { host: '*' } },
  serviceEndpoints: { backend: { url: process.env.BACKEND_URL } },
  policies: ['proxy'],
  pipelines: { api: { apiEndpoints: ['api'], policies: [{ proxy: [{ action: { serviceEndpoint: 'backend' } }] }] } },
};
const systemConfig = {
  db: { redis: { emulate: true, namespace: 'EG' } },
  crypto: { cipherKey: 'unused', algorithm: 'aes256', saltRounds: 10 },
  accessTokens: { timeToExpiry: 7_200_000 },
  refreshTokens: { timeToExpiry: 7_200_000 },
  authorizationCodes: { timeToExpiry: 300_000 },
};
mkdirSync(join(folder, 'models'));
for (const model of ['users', 'applications', 'credentials']) {
  writeFileSync(
    join(folder, 'models', `${model}.json`),
    JSON.stringify({ $id: `http://express-gateway.io/models/${model}.json`, type: 'object', properties: {} }),
  );
}
writeFileSync(join(folder, 'gateway.config.json'), JSON.stringify(gatewayConfig));
writeFileSync(join(folder, 'system.config.json'), JSON.stringify(systemConfig));

process.env.EG_DISABLE_CONFIG_WATCH = 'true';
process.env.LOG_LEVEL = 'warn';
const start = createRequire(import.meta.url)('express-gateway') as () => {
  load(folder: string): { run(): Promise<unknown> };
};
await start().load(folder).run();
