import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import { SessionStore, sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startSocial } from './helpers.ts';
import { pushSettings, someBrowser, startPushService } from './push-service.ts';

const service = await startSocial(pushSettings);
const push = await startPushService();
const redis = service.connectRedis();
const sessions = new SessionStore(redis);

const { changeNotificationSettings, getNotificationSettings, subscribeToPush, unsubscribeFromPush } = notificationCalls;

/** Registers a user and subscribes their browser. */
async function subscriber(status = 201, url = push.url) {
  const { id, user } = await service.newUser();
  const browser = someBrowser(url);
  push.statuses.set(browser.path, status);
  const token = await sessions.begin({ userId: id, username: user.username });
  const sessionId = sessionIdOf(token);
  const client = service.api.as({ userId: id, username: user.username, sessionId });
  await client.call(subscribeToPush, { body: browser.subscription });
  return { id, client, browser, sessionId };
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>;

/** Returns a client of the user in another session. */
const inSession = ({ id }: { readonly id: string }, sessionId: string) =>
  service.api.as({ userId: id, username: 'anybody', sessionId });

const follow = async ({ id }: Subscriber) => {
  const fan = await service.newUser();
  await fan.follow({ id });
  return fan;
};
const receivedBy = ({ browser }: Subscriber) => push.received.filter(({ path }) => path === browser.path);
const subscriptionsOf = ({ id }: { readonly id: string }) =>
  service.query<{ endpoint: string }>('select endpoint from push_subscriptions where user_id = $1 order by id', [id]);
const deliveriesOf = ({ id }: Subscriber) =>
  service.query<{ wait: number | null; attempts: number }>(
    `select extract(epoch from d.due_at - now())::float8 as wait, d.attempts
     from push_deliveries d join push_subscriptions s on s.id = d.subscription_id where s.user_id = $1`,
    [id],
  );
const sentTo = (one: Subscriber) =>
  until('nothing waits', async () => (await deliveriesOf(one)).every(({ wait }) => wait === null));

test('sends an encrypted message with only the kind, at most once within minutes', async () => {
  const ann = await subscriber();
  const fan = await follow(ann);
  const [message] = await until('a message', () => receivedBy(ann).length > 0 && receivedBy(ann));
  if (!message) return;
  expect(ann.browser.read(message)).toEqual({ kind: 'new_follower' });
  expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', topic: 'new_follower' });
  expect(message.headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${pushSettings.PUSH_PUBLIC_KEY}$`));
  expect(message.body.toString('latin1')).not.toContain(fan.user.username);
  await sentTo(ann);
  await follow(ann);
  await follow(ann);
  const [waiting, ...others] = await deliveriesOf(ann);
  expect(others).toEqual([]);
  expect(waiting?.wait).toBeGreaterThan(200);
  expect(receivedBy(ann)).toHaveLength(1);
});

test('sends only the chosen kinds and only to subscribed browsers', async () => {
  const [ann, bob] = [await subscriber(), await subscriber()];
  const stateOf = async ({ client }: Subscriber) => (await client.call(getNotificationSettings, {})).push;
  const browsers = [{ service: '127.0.0.1', subscribed_at: expect.any(String) }];
  expect(await stateOf(ann)).toEqual({ public_key: pushSettings.PUSH_PUBLIC_KEY, on_here: true, browsers });
  const elsewhere = inSession(ann, 'elsewhere');
  const [{ subscribed_at } = { subscribed_at: '' }] = (await elsewhere.call(getNotificationSettings, {})).push.browsers;
  expect(Math.abs(Date.now() - Date.parse(subscribed_at))).toBeLessThan(60_000);
  const settings = { new_follower: { push: false } };
  const chosen = await ann.client.call(changeNotificationSettings, { body: { settings } });
  expect(chosen.settings.new_follower).toEqual({ on: true, push: false });
  await bob.client.call(unsubscribeFromPush, {});
  await bob.client.call(unsubscribeFromPush, {});
  expect(await stateOf(bob)).toMatchObject({ on_here: false, browsers: [] });
  for (const one of [ann, bob]) {
    await follow(one);
    expect(await deliveriesOf(one)).toEqual([]);
  }
  expect((await stateOf(ann)).on_here).toBe(true);
});

test('answers follows while browsers subscribe and unsubscribe, and notifies those that stay', async () => {
  const ann = await subscriber();
  const others = Array.from({ length: 8 }, (_, i) => inSession(ann, `other ${i}`));
  const comeAndGo = others.map(async (other) => {
    for (let i = 0; i < 5; i += 1) {
      await other.call(subscribeToPush, { body: someBrowser(push.url).subscription });
      await other.call(unsubscribeFromPush, {});
    }
  });
  const follows = Array.from({ length: 8 }, () => follow(ann));
  await Promise.all([...comeAndGo, ...follows]);
  await until('a message', () => receivedBy(ann).length === 1);
});

test('sends nothing to a browser whose session has ended', async () => {
  const ann = await subscriber();
  await sessions.end(ann.id, ann.sessionId);
  await follow(ann);
  await until('it is forgotten', async () => (await subscriptionsOf(ann)).length === 0);
  expect(receivedBy(ann)).toEqual([]);
});

test('deletes unknown subscriptions and retries other failures without following redirects', async () => {
  const gone = await Promise.all([404, 410].map((status) => subscriber(status)));
  const failing = await Promise.all([302, 403, 429, 500].map((status) => subscriber(status)));
  await Promise.all([...gone, ...failing].map(follow));
  await until('forgotten, or put off', async () => {
    for (const one of gone) expect(await subscriptionsOf(one)).toEqual([]);
    for (const one of failing) {
      const [delivery] = await deliveriesOf(one);
      expect(delivery?.attempts).toBe(1);
      expect(delivery?.wait).toBeLessThan(20);
    }
    return true;
  });
  push.statuses.clear();
  await service.query('update push_deliveries set due_at = now() where due_at is not null');
  for (const one of failing) {
    await until('sent', () => receivedBy(one).length === 2);
    await sentTo(one);
  }
  expect(push.received.filter(({ path }) => path === '/followed')).toEqual([]);
});

test('does not delay other browsers when a push service hangs, and retries later', async () => {
  const other = await startPushService();
  const [stuck, ann, bob] = [await subscriber(), await subscriber(), await subscriber(201, other.url)];
  const hang = (first: number, last: number) =>
    service.query(
      `with one as (select * from push_subscriptions where user_id = $1 order by id limit 1),
         added as (
           insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
           select user_id, session_id, endpoint || '/hangs/' || n, p256dh, auth from one, generate_series($2::int, $3) n
           returning id)
       insert into push_deliveries (subscription_id, kind, due_at) select id, 'new_follower', now() from added`,
      [stuck.id, first, last],
    );
  const hanging = () => push.received.filter(({ path }) => path.includes('/hangs/')).length;
  await hang(1, 12);
  await until('they hang', () => hanging() === 12);
  await follow(ann);
  await until('ann gets the push from the same service', () => receivedBy(ann).length === 1, 4000);
  await sentTo(ann);
  await hang(13, 100);
  await until('more hang', () => hanging() > 12);
  await follow(bob);
  await until('bob gets the push from another', () => other.received.length === 1, 4000);
  expect(hanging()).toBeLessThanOrEqual(16);
  await until(
    'the first are put off',
    async () => {
      const waits = await deliveriesOf(stuck);
      return (
        waits.filter(({ attempts, wait }) => attempts === 1 && wait !== null && wait > 1 && wait < 20).length >= 12
      );
    },
    60_000,
  );
  expect(await subscriptionsOf(stuck)).toHaveLength(101);
  await service.query('delete from push_subscriptions where user_id = $1', [stuck.id]);
});

test('gives up after repeated failures and starts over with the next message', async () => {
  const ann = await subscriber(500);
  await follow(ann);
  await until('put off', async () => {
    const [delivery] = await deliveriesOf(ann);
    return delivery?.attempts === 1 && (delivery.wait ?? 0) < 20;
  });
  await service.query('update push_deliveries set attempts = 5, due_at = now() where due_at is not null');
  await sentTo(ann);
  expect(await deliveriesOf(ann)).toEqual([{ wait: null, attempts: 0 }]);
  expect(await subscriptionsOf(ann)).toHaveLength(1);
});

test('refuses private endpoints and invalid subscriptions', async () => {
  const { client, id } = await service.newUser();
  const { subscription } = someBrowser(push.url);
  const attempt = (given: object) => client.attempt(subscribeToPush, { body: { ...subscription, ...given } });
  for (const endpoint of [
    'http://localhost:6379/',
    'https://localhost/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://redis/',
    'https://push.example.com:6379/',
  ]) {
    const { status, body } = await attempt({ endpoint });
    expect([status, body.code], endpoint).toEqual([422, 'social.push_endpoint']);
  }
  for (const wrong of [
    { endpoint: 'ftp://push.example.com/' },
    { endpoint: `https://push.example.com/${'a'.repeat(1000)}` },
    { endpoint: 'https://push.example.com/\r\nx: y' },
    { keys: { ...subscription.keys, p256dh: 'short' } },
    { keys: { ...subscription.keys, auth: '' } },
    { keys: null },
  ]) {
    expect((await attempt(wrong)).body.code, JSON.stringify(wrong)).toBe('request.invalid');
  }
  expect(await subscriptionsOf({ id })).toEqual([]);
});

test('assigns an endpoint to one user at a time and keeps ten per user', async () => {
  const [ann, bob] = [await subscriber(), await service.newUser()];
  await bob.client.call(subscribeToPush, { body: ann.browser.subscription });
  expect([await subscriptionsOf(ann), await subscriptionsOf(bob)].map(({ length }) => length)).toEqual([0, 1]);

  const browsers = Array.from({ length: 12 }, () => someBrowser(push.url));
  for (const [i, { subscription }] of browsers.entries()) {
    const one = inSession(bob, `session ${i}`);
    await one.call(subscribeToPush, { body: subscription });
    if (i === 11) await one.call(subscribeToPush, { body: subscription });
  }
  const kept = (await subscriptionsOf(bob)).map(({ endpoint }) => endpoint);
  expect(kept).toEqual(browsers.slice(2).map(({ subscription }) => subscription.endpoint));
});
