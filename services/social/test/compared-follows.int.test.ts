import { views } from '@nightshelf/contracts/events/views.ts';
import { askThrough } from '@nightshelf/platform/events/projections/ask.ts';
import { startTestService, type TestService } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { socialService } from '../src/service.ts';

let service: TestService;
let redis: Redis;
beforeAll(async () => {
  service = await startTestService(socialService);
  redis = new Redis(service.env.REDIS_URL ?? '');
});
afterAll(async () => {
  redis?.disconnect();
  await service.stop();
});

test('lists each follow once and in order, wherever a page ends', async () => {
  // The first user follows 700, the others two each, so that pages end within and between followers.
  await service.query(
    `insert into follows (follower_id, followee_id, active, version)
     select ('018f4c1e-0000-7000-8000-' || lpad(follower::text, 12, '0'))::uuid,
       ('018f4c1e-0000-7000-8000-' || lpad((1000 + n)::text, 12, '0'))::uuid, n % 5 > 0, 1
     from generate_series(1, 300) follower, generate_series(1, case when follower = 1 then 700 else 2 end) n`,
  );
  const view = views.followView.name;
  const ask = askThrough(redis, 'social.follows', new AbortController().signal);
  const told: (readonly [subject: string, isThere: boolean])[] = [];
  let pages = 0;
  for (let next: { part: number; after: string | null } | null = { part: 0, after: null }; next; pages += 1) {
    const page: Awaited<ReturnType<typeof ask<'page'>>> = await ask({ what: 'page', view, ...next });
    told.push(...page.subjects.map(([subject, , hash]) => [subject, hash !== null] as const));
    next = page.next;
  }
  const rows = await service.query<{ subject: string; active: boolean }>(
    `select follower_id || ':' || followee_id as subject, active from follows order by follower_id, followee_id`,
  );
  expect(told).toEqual(rows.map(({ subject, active }) => [subject, active]));
  expect(pages).toBe(3);
  const subjects = told.slice(690, 710).map(([subject]) => subject);
  const found = await ask({ what: 'find', view, subjects });
  expect(found.subjects.map(([subject]) => subject)).toEqual(subjects);
});
