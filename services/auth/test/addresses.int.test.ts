import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { describe, expect, test } from 'vitest';
import { startMailbox, verify } from './mailbox.ts';
import { close, eventsOf, form, join, logIn, newPassword, type Person, password, twice } from './people.ts';
import { startAuth } from './setup.ts';

const mailbox = await startMailbox();
const service = await startAuth(mailbox.settings);

const newAddress = () => form().email;

const again = ({ api }: Person) => api.attempt(accountCalls.mailVerification, {});

const change = ({ api }: Person, email: string, current_password: string | undefined = password) =>
  api.attempt(accountCalls.changeEmail, { body: { email, current_password } });

/** Changes the address and confirms it. @returns the new address */
async function changeTo(person: Person, email = newAddress()): Promise<string> {
  await change(person, email);
  expect((await verify(person, await mailbox.tokenTo(email, 'change'))).status).toBe(200);
  return email;
}

const askForReset = ({ user }: Person) =>
  service.api.attempt(accountCalls.forgotPassword, { body: { username_or_email: user.username } });

const undo = (token: string) => service.api.attempt(accountCalls.undoEmailChange, { body: { token } });

const own = async ({ api }: Person) => {
  const { user } = await api.call(authCalls.getProfile, {});
  return { email: user.email, verified: user.email_verified };
};

const pending = async ({ api }: Person) => (await api.call(accountCalls.listSignInMethods, {})).pending_email;

const invalid = { status: 400, body: { code: 'auth.email_token_invalid' } };

describe('a new address', () => {
  test('is verified with the mailed link, which the database does not store', async () => {
    const person = await join(service);
    const mail = await mailbox.mailTo(person.form.email, 'verify');
    const token = await mailbox.tokenTo(person.form.email, 'verify');
    expect(mail.text).toContain(`http://games.example/verify-email#token=${token}`);
    expect(mail.html).toContain(`href="http://games.example/verify-email#token=${token}"`);
    expect(JSON.stringify(await service.query('select * from address_links'))).not.toContain(token);
    expect(await own(person)).toEqual({ email: person.form.email, verified: false });
    const answered = await verify(person, token);
    expect(answered).toMatchObject({ status: 200, body: { user: { email_verified: true } } });
    expect(await own(person)).toEqual({ email: person.form.email, verified: true });
    // A second click, or another tab.
    expect((await verify(person, token)).status).toBe(200);
  });

  test('publishes its verification once, without the address', async () => {
    const person = await join(service);
    const registered = await eventsOf(service, userRegistered, person.user.id);
    expect(registered).toMatchObject([{ data: { email_verified: false }, version: 1 }]);
    const token = await mailbox.tokenTo(person.form.email, 'verify');
    for (let times = 0; times < 2; times += 1) expect((await verify(person, token)).status).toBe(200);
    const events = await eventsOf(service, userUpdated, person.user.id);
    expect(events).toMatchObject([{ data: { email_verified: true }, version: 2 }]);
    expect(JSON.stringify(events)).not.toContain(person.form.email);
  });

  test("is verified only by the account's own session", async () => {
    const [person, stranger] = [await join(service), await join(service)];
    const token = await mailbox.tokenTo(person.form.email, 'verify');
    expect((await service.api.attempt(accountCalls.verifyEmail, { body: { token } })).status).toBe(401);
    expect(await verify(stranger, token)).toMatchObject({ status: 409, body: { code: 'auth.other_account' } });
    expect(await own(person)).toMatchObject({ verified: false });
    expect((await verify(person, token)).status).toBe(200);
  });

  test('is not verified by an expired or made-up link, or for an inactive account', async () => {
    const person = await join(service);
    const token = await mailbox.tokenTo(person.form.email, 'verify');
    await service.query(`update address_links set expires_at = now() where user_id = $1`, [person.user.id]);
    expect(await verify(person, token)).toMatchObject(invalid);
    expect(await verify(person, 'A'.repeat(43))).toMatchObject(invalid);
    expect((await verify(person, 'x')).body.errors).toEqual({ token: ['The link is incomplete.'] });
    const closed = await join(service);
    const theirs = await mailbox.tokenTo(closed.form.email, 'verify');
    await close(service, closed.user.id);
    expect((await verify(closed, theirs)).status).toBe(401);
  });

  test('is mailed at most five times an hour, even with concurrent requests', async () => {
    const person = await join(service);
    const answers = await Promise.all(Array.from({ length: 8 }, () => again(person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(refused?.body.message).toContain('try again in 60 minutes');
    await mailbox.mailTo(person.form.email, 'verify', 4);
    expect((await verify(person, await mailbox.tokenTo(person.form.email, 'verify', 0))).status).toBe(200);
    expect(await again(person)).toMatchObject({ status: 202, body: { message: 'There is nothing to confirm.' } });
  });

  test('needs no verification to use the account', async () => {
    const person = await join(service);
    expect((await person.api.attempt(authCalls.updateProfile, { body: { privacy: 'private' } })).status).toBe(200);
    expect((await logIn(service.api, person.form.email)).userId).toBe(person.user.id);
  });
});

describe('changing the address', () => {
  test('takes effect on confirmation and notifies the previous address', async () => {
    const person = await mailbox.confirmed(service);
    const [before, next] = [person.form.email, newAddress()];
    expect(await change(person, next)).toMatchObject({ status: 202 });
    expect(await own(person)).toEqual({ email: before, verified: true });
    expect(await pending(person)).toBe(next);
    const notice = await mailbox.mailTo(before, 'notice');
    expect(notice.text).toContain(next);
    expect((await verify(person, await mailbox.tokenTo(next, 'change'))).status).toBe(200);
    expect(await own(person)).toEqual({ email: next, verified: true });
    expect(await pending(person)).toBeNull();
    expect((await logIn(service.api, next)).userId).toBe(person.user.id);
    // The previous address is free for another account.
    expect((await join(service, { email: before })).user.email).toBe(before);
  });

  test('requires the password, throttles guessing and refuses the current address', async () => {
    const person = await mailbox.confirmed(service);
    const next = newAddress();
    expect((await change(person, next, 'Wrong#Password1')).body.errors).toEqual({
      current_password: ['Current password is wrong'],
    });
    const without = await person.api.attempt(accountCalls.changeEmail, { body: { email: next } });
    expect(without.body.errors).toEqual({ current_password: ['Current password is required'] });
    expect((await change(person, person.form.email.toUpperCase())).body.errors).toEqual({
      email: ['This is already your address'],
    });
    expect((await change(person, 'nonsense')).body.errors).toEqual({ email: ['Invalid email address'] });
    const statuses: number[] = [];
    for (let at = 0; at < 8; at += 1) statuses.push((await change(person, next, `Wrong#Password${at}`)).status);
    expect(statuses).toContain(429);
    expect(mailbox.countTo(next)).toBe(0);
    expect(await pending(person)).toBeNull();
  });

  test('gives the same response for a verified address of another account and notifies its owner', async () => {
    const [person, owner] = [await mailbox.confirmed(service), await mailbox.confirmed(service)];
    const free = newAddress();
    const answers = [await change(person, owner.form.email), await change(await mailbox.confirmed(service), free)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[0]?.body.message.replace(owner.form.email, free)).toBe(answers[1]?.body.message);
    expect(await pending(person)).toBe(owner.form.email);
    const received = await mailbox.mailTo(owner.form.email, 'taken');
    expect(received.text).toContain(owner.user.username);
    expect(received.text).not.toContain(person.user.username);
    expect(received.text).not.toContain('#token=');
    expect(await own(owner)).toEqual({ email: owner.form.email, verified: true });
  });

  test('takes an unverified address from another account', async () => {
    const [person, squatter] = [await mailbox.confirmed(service), await join(service)];
    const { email } = squatter.form;
    await changeTo(person, email);
    expect(await own(person)).toEqual({ email, verified: true });
    expect(await own(squatter)).toEqual({ email: null, verified: false });
    expect(await verify(squatter, await mailbox.tokenTo(email, 'verify'))).toMatchObject(invalid);
    expect((await logIn(service.api, squatter.user.username)).userId).toBe(squatter.user.id);
  });

  test('fails for the second account that confirms the same address', async () => {
    const [first, second] = [await mailbox.confirmed(service), await mailbox.confirmed(service)];
    const wanted = newAddress();
    await change(first, wanted);
    await change(second, wanted);
    const tokens = [await mailbox.tokenTo(wanted, 'change', 0), await mailbox.tokenTo(wanted, 'change', 1)];
    const people = [first, second];
    const answers = await Promise.all(people.map((person, at) => verify(person, tokens[at] ?? '')));
    // The order of the two mails is unknown; a link for the other account is refused.
    const wrongWay = answers.every(({ status }) => status === 409);
    const right = wrongWay
      ? await Promise.all(people.map((person, at) => verify(person, tokens[1 - at] ?? '')))
      : answers;
    expect(right.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('invalidates the link of an earlier request', async () => {
    const person = await mailbox.confirmed(service);
    const [first, second] = [newAddress(), newAddress()];
    await change(person, first);
    const older = await mailbox.tokenTo(first, 'change');
    await change(person, second);
    expect(await verify(person, older)).toMatchObject(invalid);
    expect((await verify(person, await mailbox.tokenTo(second, 'change'))).status).toBe(200);
  });

  test('is cancelled by a password reset', async () => {
    const person = await mailbox.confirmed(service);
    const next = newAddress();
    await change(person, next);
    const token = await mailbox.tokenTo(next, 'change');
    await askForReset(person);
    const reset = { token: await mailbox.tokenTo(person.form.email, 'reset'), ...twice() };
    expect((await service.api.attempt(accountCalls.resetPassword, { body: reset })).status).toBe(200);
    const identity = await logIn(service.api, person.user.username, newPassword);
    expect(await verify({ api: service.api.as(identity) }, token)).toMatchObject(invalid);
  });

  test('invalidates reset links sent to the previous address', async () => {
    const person = await mailbox.confirmed(service);
    await askForReset(person);
    const token = await mailbox.tokenTo(person.form.email, 'reset');
    await changeTo(person);
    const body = { token, ...twice() };
    expect((await service.api.attempt(accountCalls.resetPassword, { body })).status).toBe(400);
  });

  test('mails one address at most five times an hour across accounts', async () => {
    const wanted = newAddress();
    for (let at = 0; at < 7; at += 1) expect((await change(await mailbox.confirmed(service), wanted)).status).toBe(202);
    const last = await mailbox.confirmed(service);
    await change(last, wanted);
    await mailbox.mailTo(last.form.email, 'notice');
    await mailbox.mailTo(wanted, 'change', 4);
    expect(mailbox.mailsTo(wanted, 'change')).toHaveLength(5);
  });

  test('sends no notice to an unverified previous address', async () => {
    const person = await join(service);
    expect(await own(person)).toMatchObject({ verified: false });
    await changeTo(person);
    expect(mailbox.mailsTo(person.form.email, 'notice')).toEqual([]);
  });
});

describe('the previous address', () => {
  test('is restored by a link that works once and ends all sessions', async () => {
    const person = await mailbox.confirmed(service);
    const before = person.form.email;
    await changeTo(person);
    const token = await mailbox.tokenTo(before, 'notice');
    expect(await undo(token)).toMatchObject({ status: 200, body: { email: before } });
    expect(await undo(token)).toMatchObject(invalid);
    expect((await person.api.call(accountCalls.listSessions, {})).sessions).toEqual([]);
    expect(await own(person)).toEqual({ email: before, verified: true });
  });

  test('cancels a change that is not confirmed yet', async () => {
    const person = await mailbox.confirmed(service);
    const next = newAddress();
    await change(person, next);
    const token = await mailbox.tokenTo(next, 'change');
    expect((await undo(await mailbox.tokenTo(person.form.email, 'notice'))).status).toBe(200);
    expect(await verify(person, token)).toMatchObject(invalid);
    expect(await own(person)).toEqual({ email: person.form.email, verified: true });
  });

  test('is restored over later changes, whose undo links become invalid', async () => {
    const person = await mailbox.confirmed(service);
    const before = person.form.email;
    const second = await changeTo(person);
    await changeTo(person);
    const [first, later] = [await mailbox.tokenTo(before, 'notice'), await mailbox.tokenTo(second, 'notice')];
    expect((await undo(first)).body).toMatchObject({ email: before });
    expect(await undo(later)).toMatchObject(invalid);
    expect(await own(person)).toEqual({ email: before, verified: true });
  });

  test('is not restored by other links, for a closed account, or after another account verified it', async () => {
    const person = await mailbox.confirmed(service);
    const [before, next] = [person.form.email, newAddress()];
    await change(person, next);
    const token = await mailbox.tokenTo(next, 'change');
    expect(await undo(token)).toMatchObject(invalid);
    expect(await verify(person, await mailbox.tokenTo(before, 'notice'))).toMatchObject(invalid);
    await verify(person, token);
    const heir = await join(service, { email: before });
    await verify(heir, await mailbox.tokenTo(before, 'verify', 1));
    const notice = await mailbox.tokenTo(before, 'notice');
    expect(await undo(notice)).toMatchObject({ status: 409, body: { code: 'auth.email_taken' } });
    await close(service, person.user.id);
    expect(await undo(notice)).toMatchObject(invalid);
  });
});
