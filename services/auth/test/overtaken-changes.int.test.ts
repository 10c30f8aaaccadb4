import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { startTestService, type TestService } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authService } from '../src/service.ts';
import { Authenticator } from './authenticator.ts';
import { person } from './factor-browser.ts';
import { takeBackBefore } from './takeover-race.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(authService, { env: { SMTP_URL: 'smtp://127.0.0.1:9', ROLES: 'http' } });
});
afterAll(() => service.stop());

test('discards an API token that is created while the account is recovered by mail', async () => {
  const intruder = await person(service);
  const body = { name: 'mine', scopes: ['library:write'] as const, days: 90 };
  const made = await takeBackBefore(service, intruder.user.id, () =>
    intruder.browser.attempt(apiTokenCalls.createApiToken, { body }),
  );
  expect(await service.query('select name from api_tokens where user_id = $1', [intruder.user.id])).toEqual([]);
  expect(made.status).toBe(401);
});

test('discards a passkey that is created while the account is recovered by mail', async () => {
  const intruder = await person(service);
  const key = new Authenticator();
  const { options } = await intruder.browser.call(factorCalls.beginPasskey);
  const body = { name: 'mine', credential: key.create(options as never) };
  const made = await takeBackBefore(service, intruder.user.id, () =>
    intruder.browser.attempt(factorCalls.addPasskey, { body }),
  );
  expect(await service.query('select name from passkeys where user_id = $1', [intruder.user.id])).toEqual([]);
  expect(made.status).toBe(401);
});
