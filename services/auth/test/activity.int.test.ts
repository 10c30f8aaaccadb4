import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import {
  ClientAt,
  firefox,
  join,
  kindsOf,
  logIn,
  newPassword,
  type Person,
  password,
  tryLogIn,
  twice,
} from './people.ts';
import { startAuth, startReplica } from './setup.ts';

const { listActivity } = accountCalls;

const service = await startAuth({ RATE_LIMIT_FACTOR: '1000' });

const lines = async ({ api }: Pick<Person, 'api'>, query: { limit?: number; before?: string } = {}) =>
  (await api.call(listActivity, { query })).activity;

const at = (address: string) => new ClientAt(service.url, { address, device: firefox });

const wrongPassword = 'Wrong#Password1';

const fail = ({ form }: Person, address: string) => tryLogIn(at(address), form.username, wrongPassword);

test('lists activity newest first with address and device and without secrets', async () => {
  const person = await join(service);
  await person.api.call(authCalls.updateProfile, { body: { privacy: 'private' } });
  const identity = await logIn(at('192.0.2.7'), person.form.username);
  await fail(person, '192.0.2.66');
  await until('the refusal', async () => (await lines(person))[0]?.kind === 'sign_in_refused');
  await person.api.call(accountCalls.endSession, { params: { id: identity.sessionId } });
  await person.api.call(accountCalls.endOtherSessions, {});
  const wrong = { current_password: wrongPassword, ...twice() };
  await person.api.attempt(accountCalls.changePassword, { body: wrong });
  await until('the other refusal', async () => (await lines(person))[0]?.kind === 'password_change_refused');
  await person.api.call(accountCalls.changePassword, { body: { ...wrong, current_password: password } });
  const received = await lines(person);
  expect(received.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['password_changed', null],
    ['password_change_refused', null],
    ['other_sessions_ended', null],
    ['session_ended', 'Firefox on Windows'],
    ['sign_in_refused', null],
    ['signed_in', null],
    ['privacy_changed', 'private'],
    ['registered', null],
  ]);
  expect(received[5]).toMatchObject({ address: '192.0.2.7', device: 'Firefox on Windows' });
  expect(received[4]).toMatchObject({ address: '192.0.2.66' });
  const stored = JSON.stringify(await service.query('select * from activity'));
  for (const secret of [password, wrongPassword, newPassword, person.token, person.form.email, 'argon2']) {
    expect(stored).not.toContain(secret);
  }
});

test('records a sign-out once and nothing when nothing changed', async () => {
  const person = await join(service);
  await person.api.call(authCalls.updateProfile, { body: { privacy: 'public' } });
  await person.api.attempt(accountCalls.endSession, { params: { id: 'a'.repeat(64) } });
  await person.api.call(authCalls.logout, {});
  await person.api.call(authCalls.logout, {});
  await until('the line', async () => (await lines(person))[0]?.kind === 'signed_out');
  expect((await lines(person)).map(({ kind }) => kind)).toEqual(['signed_out', 'registered']);
});

test('records repeated refusals once per address', async () => {
  const person = await join(service);
  await Promise.all(Array.from({ length: 12 }, () => fail(person, '192.0.2.1')));
  await fail(person, '192.0.2.2');
  await until('both are recorded', async () => (await lines(person)).length === 3);
  const refused = (await lines(person)).filter(({ kind }) => kind === 'sign_in_refused');
  expect(refused.map(({ address }) => address).sort()).toEqual(['192.0.2.1', '192.0.2.2']);
});

test("pages without gaps or duplicates and only through the caller's lines", async () => {
  const [ada, eve] = [await join(service), await join(service)];
  for (let round = 0; round < 7; round += 1) {
    const privacy = round % 2 ? 'public' : 'private';
    await ada.api.call(authCalls.updateProfile, { body: { privacy } });
  }
  const all = await lines(ada);
  expect(all).toHaveLength(8);
  const paged: typeof all = [];
  for (let more = true; more; ) {
    const before = paged.at(-1)?.id;
    const page = await ada.api.call(listActivity, { query: { limit: 3, ...(before ? { before } : {}) } });
    paged.push(...page.activity);
    more = page.has_more;
  }
  expect(paged).toEqual(all);
  const ofEve = await lines(eve);
  expect(ofEve).toHaveLength(1);
  for (const line of await lines(eve, { before: all[0]?.id ?? '' })) expect(ofEve).toContainEqual(line);
});

test('refuses invalid queries', async () => {
  const { api } = await join(service);
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=1e9', 'before=1', 'before=%00']) {
    expect((await api.send('GET', `/api/auth/activity?${query}`)).status, query).toBe(422);
  }
});

test('keeps lines for 180 days and at most a thousand per user', async () => {
  const [crowded, old] = [await join(service), await join(service)];
  const fill = `insert into activity (id, user_id, kind, at)
    select ('01900000-0000-7000-8000-' || lpad(to_hex($2::int + i), 12, '0'))::uuid, $1, 'signed_in', now() - $3::interval
    from generate_series(1, $4::int) i`;
  await service.query(fill, [crowded.user.id, 0, '1 day', 1200]);
  await service.query(fill, [old.user.id, 10_000, '181 days', 20]);
  await service.query(fill, [old.user.id, 20_000, '179 days', 5]);
  await startReplica(service, { ROLES: 'jobs' });
  const count = async ({ user }: Person) => (await kindsOf(service, user.id)).length;
  await until('the rest is deleted', async () => (await count(crowded)) === 1000 && (await count(old)) === 6);
  expect((await lines(crowded))[0]?.kind).toBe('registered');
});

test('returns unknown kinds written by a newer release', async () => {
  const person = await join(service);
  await service.query(`update activity set kind = 'vault_painted' where user_id = $1`, [person.user.id]);
  expect((await lines(person)).map(({ kind }) => kind)).toEqual(['vault_painted']);
});
