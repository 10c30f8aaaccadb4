import { randomUUID } from 'node:crypto';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { startTestService, workDone } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { type Request, takeRequest } from '../src/game-requests/fetch-requested-games.ts';
import { catalogService } from '../src/service.ts';

// Without jobs, no worker takes the requests of this test.
const service = await startTestService(catalogService, { env: { ROLES: 'http' } });

/** Takes a request, and rolls back. */
async function take() {
  const taken: (Request | undefined)[] = [];
  const work = await workDone(service.env.DATABASE_URL ?? '', async (em) => {
    const transaction = (act: Parameters<Work['transaction']>[0]) =>
      act({ em, publish: () => {}, notifyClients: () => {} });
    taken.push(await takeRequest({ transaction } as unknown as Work));
  });
  return { work, taken: taken[0] };
}

test('takes a request without scanning all due ones', async () => {
  await service.query(
    `with games as (
       insert into games_to_fetch (guid, next_attempt_at)
       select 'game ' || n, now() - n * interval '1 second' from generate_series(1, 20000) n returning guid)
     insert into game_askers (guid, user_id, turn)
     select guid, md5((nth % 20)::text)::uuid, 2 + nth / 20
     from (select guid, row_number() over (order by length(guid), guid) as nth from games) g`,
  );
  const many = await take();
  expect(many.taken).toMatchObject({ guid: 'game 19', attempts: 1 });
  expect(many.work.rows).toBeLessThan(200);
  const [userId, guid] = [randomUUID(), 'asked for first'];
  await service.query('insert into games_to_fetch (guid) values ($1)', [guid]);
  await service.query('insert into game_askers (guid, user_id, turn) values ($1, $2, 1)', [guid, userId]);
  expect((await take()).taken).toEqual({ guid, userId, attempts: 1 });
});
