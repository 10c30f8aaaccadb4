import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import {
  type ApiClient,
  checkKeys,
  nameOf,
  namesOfUnsafe,
  type TestService,
  type UnsafeCall,
} from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { appOf, FactorBrowser, halfway, person, withPasskey, withTotp } from './factor-browser.ts';
import { password } from './people.ts';
import { startAuth } from './setup.ts';

const service = await startAuth({ ROLES: 'http' });

const cookieOf = ({ cookies }: FactorBrowser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});
const named = (name: string) => ({ body: { name } });

/** Requests of a new user. */
const own =
  (input: object, other: object | null, newUser: (of: TestService) => Promise<{ api: ApiClient }> = person) =>
  async () => ({ client: (await newUser(service)).api, input: { ...input }, other: other && { ...other } });

const unsafe: readonly UnsafeCall[] = [
  { call: factorCalls.stepUp, prepare: own({ body: { password } }, { body: { password: 'Difference#2' } }) },
  {
    call: factorCalls.beginTotp,
    prepare: own({}, null),
    repeats: { tables: ['totp'], fields: ['secret', 'uri'] },
  },
  {
    call: factorCalls.confirmTotp,
    prepare: async () => {
      const { api, browser } = await person(service);
      const { secret } = await browser.call(factorCalls.beginTotp);
      return { client: api, input: { body: { code: appOf(secret)() } }, other: { body: { code: '000000' } } };
    },
  },
  { call: factorCalls.removeTotp, prepare: own({}, null, withTotp) },
  {
    call: factorCalls.makeRecoveryCodes,
    prepare: own({}, null, withTotp),
    repeats: { tables: ['recovery_codes', 'activity'], fields: ['recovery_codes'] },
  },
  { call: factorCalls.beginPasskey, prepare: own({}, null), repeats: { fields: ['options'] } },
  {
    call: factorCalls.addPasskey,
    prepare: async () => {
      const { api, browser } = await person(service);
      const { options } = await browser.call(factorCalls.beginPasskey);
      const credential = new Authenticator().create(options as never);
      const made = (name: string) => ({ body: { name, credential } });
      return { client: api, input: made('One'), other: made('Another'), headers: cookieOf(browser) };
    },
  },
  {
    call: factorCalls.renamePasskey,
    prepare: async () => {
      const { api, passkey } = await withPasskey(service);
      const params = { id: passkey.id };
      return { client: api, input: { params, ...named('One') }, other: { params, ...named('Another') } };
    },
  },
  {
    call: factorCalls.removePasskey,
    prepare: async () => {
      const { api, passkey } = await withPasskey(service);
      return { client: api, input: { params: { id: passkey.id } }, other: null };
    },
  },
  {
    call: factorCalls.challengePasskey,
    prepare: async () => ({
      client: service.api,
      input: { body: { purpose: 'sign-in' } },
      other: null,
    }),
    repeats: { fields: ['options'] },
  },
  {
    call: factorCalls.signInWithPasskey,
    prepare: async () => {
      const { key } = await withPasskey(service);
      const browser = new FactorBrowser(service);
      const options = await browser.challenge('sign-in');
      const answer = () => ({ body: { assertion: key.get(options) } });
      return { client: service.api, input: answer(), other: answer(), headers: cookieOf(browser) };
    },
  },
  {
    call: factorCalls.finishSignIn,
    prepare: async () => {
      const { form, app } = await withTotp(service);
      const browser = await halfway(service, form.username);
      const bodies = [app(), '000000'].map((code) => ({ body: { code } }));
      return { client: service.api, input: bodies[0] ?? {}, other: bodies[1] ?? {}, headers: cookieOf(browser) };
    },
  },
];

test('covers every unsafe call', () => {
  expect(unsafe.map(({ call }) => nameOf(call)).sort()).toEqual(namesOfUnsafe(factorCalls));
});

test.each(unsafe.map((one) => [nameOf(one.call), one] as const))(
  'returns the first response to a repeated %s and runs it once',
  (_, one) => checkKeys(service, one),
);
