import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { checkKeys, nameOf, namesOfUnsafe, type UnsafeCall } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startSocial } from './helpers.ts';
import { pushSettings, someBrowser } from './push-service.ts';

const service = await startSocial({ ROLES: 'http,consumers', ...pushSettings });

const { followUser, unfollowUser } = socialCalls;
const { changeNotificationSettings, listNotifications, readNotifications, subscribeToPush, unsubscribeFromPush } =
  notificationCalls;

async function following(follow: boolean) {
  const [fan, one, other] = [await service.newUser(), await service.newUser(), await service.newUser()];
  if (follow) for (const user of [one, other]) await fan.follow(user);
  return { client: fan.client, input: { params: { id: one.id } }, other: { params: { id: other.id } } };
}

async function followed() {
  const { client, id } = await service.newUser();
  for (let i = 0; i < 2; i += 1) await (await service.newUser()).follow({ id });
  const { notifications } = await client.call(listNotifications, { query: {} });
  const [input, other] = notifications.map(({ id: up_to }) => ({ body: { up_to } }));
  return { client, input: { ...input }, other: { ...other } };
}

const choice = (on: boolean) => ({ body: { settings: { new_follower: { on } } } });

const unsafe: readonly UnsafeCall[] = [
  { call: followUser, prepare: () => following(false) },
  { call: unfollowUser, prepare: () => following(true) },
  { call: readNotifications, prepare: followed },
  {
    call: changeNotificationSettings,
    prepare: async () => ({ client: (await service.newUser()).client, input: choice(false), other: choice(true) }),
  },
  {
    call: subscribeToPush,
    prepare: async () => {
      const [input, other] = [1, 2].map((port) => ({ body: someBrowser(`http://127.0.0.1:${port}/`).subscription }));
      return { client: (await service.newUser()).client, input: { ...input }, other: { ...other } };
    },
  },
  {
    call: unsubscribeFromPush,
    prepare: async () => {
      const { client } = await service.newUser();
      await client.call(subscribeToPush, { body: someBrowser('http://127.0.0.1:3/').subscription });
      return { client, input: {}, other: null };
    },
  },
];

test('covers every unsafe call', () => {
  expect(unsafe.map(({ call }) => nameOf(call)).sort()).toEqual(namesOfUnsafe(socialCalls, notificationCalls));
});

test.each(unsafe.map((one) => [nameOf(one.call), one] as const))(
  'returns the first response to a repeated %s and runs it once',
  (_, one) => checkKeys(service, one),
);
