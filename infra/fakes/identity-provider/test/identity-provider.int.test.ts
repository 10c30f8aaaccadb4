import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startIdentityProvider } from '../src/identity-provider.ts';

const main = join(import.meta.dirname, '..', 'src', 'main.ts');
const env = { PUBLIC_ORIGIN: 'http://localhost:8080', CLIENT_ID: 'nightshelf', CLIENT_SECRET: 'demo' };

test('runs as a separate process and exits on request', async () => {
  const child = spawn(process.execPath, [main], { env: { ...env, PORT: '0' }, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const [, url] = /^Demo identity provider: (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(line)) ?? [];
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const discovered = await fetch(`${url}/.well-known/openid-configuration`);
  expect(await discovered.json()).toMatchObject({
    issuer: url,
    end_session_endpoint: `${url}/session/end`,
    code_challenge_methods_supported: ['S256'],
  });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('lists every user, and rejects unknown applications', async () => {
  const callback = 'http://localhost:8080/callback';
  const provider = await startIdentityProvider({
    clients: [{ id: 'nightshelf', secret: 's', redirectUris: [callback] }],
  });
  const ask = (
    redirectUri: string,
    challenge: object = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  ) => {
    const query = {
      client_id: 'nightshelf',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
      ...challenge,
    };
    return fetch(`${provider.issuer}/auth?${new URLSearchParams(query)}`, { redirect: 'manual' });
  };
  const response = await ask(callback);
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const page = await fetch(new URL(response.headers.get('location') ?? '', provider.issuer), { headers: { cookie } });
  const text = await page.text();
  for (const name of ['Ada Brook', 'Bob Ferris', 'Mia Lund', 'Kim Osei']) expect(text).toContain(name);
  expect(text).toContain('kim@demo.example, not verified');

  expect((await ask('https://elsewhere.example/')).status).toBe(400);
  expect((await ask(callback, {})).headers.get('location')).toContain('error=invalid_request');
  await provider.close();
});
