import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { digestPrepared } from '@nightshelf/contracts/events/digests.ts';
import { until } from '@nightshelf/testing';
import { expect, test, vi } from 'vitest';
import { startMailbox, verify } from './mailbox.ts';
import { pendingMail } from './mailed-links.ts';
import { form, join, type Person, password } from './people.ts';
import { startAuth } from './setup.ts';

const mailbox = await startMailbox();
const service = await startAuth(mailbox.settings);

const unread = { new_follower: 2, friend_finished: 1, wanted_game_out: 0 };
const handled = ({ user }: Person, version: number) =>
  until('it is handled', async () => {
    const [seen] = await service.query<{ version: string }>(
      `select version from inbox_versions where topic = 'social.digests' and subject = $1`,
      [user.id],
    );
    return Number(seen?.version) === version;
  });
const prepare = async (person: Person, version: number, time = new Date()) => {
  const data = { user_id: person.user.id, unread };
  await service.deliver(digestPrepared, { data, version, time: time.toISOString() });
  await handled(person, version);
};
const weekly = ({ form: { email } }: Person) => mailbox.mailsTo(email, 'weekly');

test('mails the unread counts once a week, even for duplicate events', async () => {
  const person = await mailbox.confirmed(service);
  await Promise.all([prepare(person, 2900), prepare(person, 2900)]);
  const mail = await mailbox.mailTo(person.form.email, 'weekly');
  expect(mail.text).toContain('2 new followers and a friend who finished a game you are playing.');
  expect(mail.text).toContain('http://games.example/notifications');
  expect(mail.html).toContain('href="http://games.example/notifications"');
  expect(mail.text).toContain('Turn it off');
  await prepare(person, 2901);
  await mailbox.mailTo(person.form.email, 'weekly', 1);
  await service.deliver(digestPrepared, { data: { user_id: person.user.id, unread }, version: 2900 });
  await prepare(person, 2902);
  await mailbox.mailTo(person.form.email, 'weekly', 2);
  expect(weekly(person)).toHaveLength(3);
});

test('requires a verified address, an open account and a recent event', async () => {
  const people = [await join(service), await mailbox.confirmed(service), await mailbox.confirmed(service)] as const;
  const [unconfirmed, closed, late] = people;
  // A mail that waits for the mail server is deleted with the account.
  await pendingMail(service, closed.user.id, 'weekly');
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await service.command('accounts', 'disable', closed.form.username);
  print.mockRestore();
  await prepare(unconfirmed, 2900);
  await prepare(closed, 2900);
  await prepare(late, 2900, new Date(Date.now() - 8 * 24 * 60 * 60 * 1000));
  const weeklyMails = `select from mails where payload->>'kind' = 'weekly' and user_id = any($1)`;
  expect(await service.query(weeklyMails, [people.map(({ user }) => user.id)])).toEqual([]);
  expect(people.map(weekly)).toEqual([[], [], []]);
});

test('redirects a pending mail when the address changes and when the change is undone', async () => {
  const person = await mailbox.confirmed(service);
  const [before, after] = [person.form.email, form().email];
  await pendingMail(service, person.user.id, 'weekly', before);
  const recipients = `select recipient from mails where user_id = $1 and payload->>'kind' = 'weekly'`;
  const waiting = async () =>
    (await service.query<{ recipient: string }>(recipients, [person.user.id])).map(({ recipient }) => recipient);
  const changed = await person.api.attempt(accountCalls.changeEmail, {
    body: { email: after, current_password: password },
  });
  expect(changed.status).toBe(202);
  expect(await waiting()).toEqual([before]);
  const notice = await mailbox.tokenTo(before, 'notice');
  expect((await verify(person, await mailbox.tokenTo(after, 'change'))).status).toBe(200);
  expect(await waiting()).toEqual([after]);
  const undone = await service.api.attempt(accountCalls.undoEmailChange, { body: { token: notice } });
  expect(undone.status).toBe(200);
  expect(await waiting()).toEqual([before]);
});
