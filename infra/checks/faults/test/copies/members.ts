import { randomUUID } from 'node:crypto';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { sessionTokenIn } from '@nightshelf/platform/sessions/cookie.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { ApiClient, type TestService, until } from '@nightshelf/testing';
import { someRegistration } from '@nightshelf/testing/gateway-client.ts';
import { expect, vi } from 'vitest';
import { type Setup, untilRows } from './setup.ts';
import { foundIn, keysWith } from './traces.ts';

export interface Member {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly identity: Identity;
}

/** Registers a user through auth, which begins a session. */
export async function join(
  setup: Setup,
  username = `u${randomUUID().replaceAll('-', '').slice(0, 12)}`,
): Promise<Member> {
  const form = someRegistration(username);
  const { status, headers, body } = await setup.auth.api.attempt(authCalls.register, { body: form }, keyed());
  const token = sessionTokenIn(headers.get('set-cookie')?.split(';')[0], false);
  if (status !== 201 || !token) throw new Error(JSON.stringify(body));
  const { id } = body.user;
  await untilRows(setup.social, 'select from users where id = $1', [id]);
  return { id, username, email: form.email, identity: { userId: id, username, sessionId: sessionIdOf(token) } };
}

export const as = (service: TestService, { identity }: Member) => new ApiClient(service.url, identity);
export const keyed = () => ({ key: randomUUID() });

/** Stores data of a user everywhere the product can. */
export async function fill(
  setup: Setup,
  one: Member,
  others: readonly Member[],
  guids: readonly string[],
): Promise<void> {
  const { auth, library, social } = setup;
  const shelf = as(library, one);
  const entries = [];
  for (const game_guid of guids) {
    entries.push((await shelf.call(libraryCalls.addEntry, { body: { game_guid } }, keyed())).user_game);
  }
  const external = { guid: `3030-${randomUUID().slice(0, 8)}`, name: `The diary of ${one.username}` };
  await shelf.call(libraryCalls.addExternalEntry, { body: external }, keyed());
  const [removed] = entries;
  if (removed) await shelf.call(libraryCalls.removeEntry, { params: { id: removed.id } }, keyed());
  const chosen = entries.slice(1).map(({ id }) => id);
  await shelf.call(favouriteCalls.chooseFavourites, { body: { entry_ids: chosen.slice(0, 5) } }, keyed());
  await shelf.call(listWholeLibrary, {});
  for (const other of others) {
    await as(social, one).call(socialCalls.followUser, { params: { id: other.id } }, keyed());
    await as(social, other).call(socialCalls.followUser, { params: { id: one.id } }, keyed());
  }
  const [ended] = others;
  if (ended) await as(social, one).call(socialCalls.unfollowUser, { params: { id: ended.id } }, keyed());
  const settings = { new_follower: { on: true } };
  await as(social, one).call(
    notificationCalls.changeNotificationSettings,
    { body: { settings, weekly_mail: true } },
    keyed(),
  );
  await social.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth) values ($1, 's', $2, 'p', 'a')`,
    [one.id, `https://push.example.org/${randomUUID()}`],
  );
  // A weekly mail was sent.
  await auth.query(
    `insert into inbox_versions (consumer, topic, subject, version) values ('auth', 'social.digests', $1, 2900)`,
    [one.id],
  );
  await as(auth, one).call(authCalls.updateProfile, { body: { privacy: 'private' } }, keyed());
  const { id, username, email } = one;
  await auth.query(
    `insert into identities (id, user_id, provider, issuer, subject, email, linked_at)
     values ($1, $2, 'demo', 'https://demo.example', $3, $4, now())`,
    [randomUUID(), id, `subject of ${username}`, email],
  );
  await auth.query(
    `insert into mails (id, user_id, recipient, payload, expires_at, due_at, attempts)
     values ($1, $2, $3, $4, now() + interval '1 hour', now() + interval '1 hour', 0)`,
    [randomUUID(), id, email, JSON.stringify({ kind: 'password-reset', username, link: 'https://somewhere' })],
  );
  await auth.query(
    `insert into password_resets (token_hash, user_id, created_at, expires_at)
     values ($1, $2, now(), now() + interval '30 minutes')`,
    [randomUUID(), id],
  );
  await social.query(
    `insert into dead_letters (consumer, topic, partition, "offset", key, value, headers, error, reason, attempts)
     values ('social', 'auth.users', 0, $3, $1, $2, '{}', 'made up', 'failed', 5)`,
    [Buffer.from(id), Buffer.from(JSON.stringify({ data: { user_id: id, username } })), randomUUID()],
  );
  await untilRows(auth, 'select from follows where $1 in (follower_id, followee_id)', [id], 2 * others.length - 1);
  await untilRows(social, 'select from entries where user_id = $1', [id], Math.max(1, guids.length));
}

/** Places that may keep the id of a deleted user. */
const left = {
  auth: ['erased_users.user_id', 'outbox.envelope', 'outbox.key'],
  library: ['erased_users.user_id', 'inbox_versions.subject'],
  catalog: ['erased_users.user_id', 'inbox_versions.subject'],
  social: ['erased_users.user_id', 'inbox_versions.subject'],
};

/** Skips the minute for which published events are kept in case the bus loses its newest ones. */
async function passMinute(service: TestService, userId: string): Promise<void> {
  await service.query(
    `update outbox set published_at = published_at - interval '1 minute'
     where published_at > clock_timestamp() - interval '1 minute'`,
  );
  await service.query('update erased_users set due_at = clock_timestamp() where user_id = $1', [userId]);
}

export async function expectErased(setup: Setup, { id, username, email }: Member): Promise<void> {
  const { auth, library, catalog, social } = setup;
  const services = { auth, library, catalog, social };
  await until(
    'nothing is left of the user',
    async () => {
      for (const [name, service] of Object.entries(services)) {
        await passMinute(service, id);
        const allowed = left[name as keyof typeof left].map((place) => `${id} in ${place}`);
        const found = await foundIn(service, id, username, email);
        expect(found.filter((place) => !allowed.includes(place))).toEqual([]);
        expect(found).toContain(`${id} in erased_users.user_id`);
      }
      // Topics keep events for seven days; the audit trail names the account that an operator deleted.
      expect(await keysWith(setup, [username, email], ['bus:'])).toEqual([]);
      expect(await keysWith(setup, [id], ['bus:', 'operators:audit'])).toEqual([]);
      return true;
    },
    90_000,
  );
  const kept = await auth.query<{ type: string }>(
    `select envelope::json ->> 'type' as type from outbox where strpos(envelope, $1) > 0`,
    [id],
  );
  expect(kept.every(({ type }) => type === 'auth.user.deleted.v1')).toBe(true);
}

export const quietly = async (act: () => Promise<void>) => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await act();
    return print.mock.calls.map(([line]) => String(line)).join('\n');
  } finally {
    print.mockRestore();
  }
};
export const remove = ({ auth }: Setup, name: string) =>
  quietly(() => auth.command('accounts', 'delete', name, '--yes'));

export const countsOf = async ({ social, auth }: Setup, member: Member) => {
  const seen = await as(social, member).call(socialCalls.getUser, { params: { id: member.id } });
  const own = await as(auth, member).call(authCalls.getProfile, {});
  return [seen.user, own.user].map((user) => [user.follower_count, user.following_count]);
};

/** Deletes an account and registers another under the same name. */
export async function deletesWhole(
  setup: Setup,
  [bob, cyd]: readonly [Member, Member],
  guids: readonly string[],
): Promise<void> {
  const ann = await join(setup);
  await fill(setup, ann, [bob, cyd], guids);
  expect(await foundIn(setup.auth, ann.email)).not.toEqual([]);
  expect(await remove(setup, ann.email)).toContain(`${ann.username} is deleted`);
  await expectErased(setup, ann);
  for (const member of [bob, cyd]) {
    await until('counts are right', async () => {
      expect(await countsOf(setup, member)).toEqual([
        [0, 0],
        [0, 0],
      ]);
      return true;
    });
  }
  const [popularity] = await setup.catalog.query<{ vaults: number }>(
    'select sum(vaults)::int as vaults from popularity',
  );
  expect(popularity?.vaults ?? 0).toBe(0);
  await expect(remove(setup, ann.username)).rejects.toMatchObject({ exitCode: 3 });

  const again = await join(setup, ann.username);
  expect(again.id).not.toBe(ann.id);
  expect((await as(setup.social, again).call(socialCalls.getUser, { params: { id: again.id } })).library).toEqual([]);
  expect((await as(setup.social, bob).attempt(socialCalls.getUser, { params: { id: ann.id } })).status).toBe(404);
  await remove(setup, again.id);
}
