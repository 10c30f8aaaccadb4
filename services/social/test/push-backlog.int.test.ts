import { workDone } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { takeDeliveries } from '../src/notifications/push/push-deliveries.ts';
import { startSocial } from './helpers.ts';

const service = await startSocial({ ROLES: 'http' });

test("does not read a busy host's backlog to find deliveries for another", async () => {
  const subscribe = (host: string, count: number, due: string) =>
    service.query(
      `with added as (
         insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
         select gen_random_uuid(), 'session', 'https://' || $1 || '/' || n, 'key', 'secret' from generate_series(1, $2::int) n
         returning id)
       insert into push_deliveries (subscription_id, kind, due_at)
       select id, 'new_follower', now() - $3::interval from added`,
      [host, count, due],
    );
  await subscribe('busy.example', 20_000, '1 hour');
  await subscribe('FREE.example?a', 1, '1 minute');
  const take = async (busy: readonly string[]) => {
    const hosts: string[] = [];
    const { rows } = await workDone(service.env.DATABASE_URL ?? '', async (em) => {
      hosts.push(...(await takeDeliveries(em, busy)).map(({ host }) => host));
    });
    return { hosts, rows };
  };
  const [one, both, none] = [
    await take(['busy.example']),
    await take(['busy.example', 'free.example']),
    await take([]),
  ];
  expect([one.hosts, both.hosts]).toEqual([['free.example'], []]);
  expect(none.hosts).toEqual(Array(4).fill('busy.example'));
  expect(Math.max(one.rows, both.rows, none.rows)).toBeLessThan(1000);
});
