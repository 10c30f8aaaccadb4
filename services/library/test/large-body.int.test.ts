import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import { createDatabase } from '@nightshelf/platform/database/database.ts';
import { Work } from '@nightshelf/platform/database/work.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { someIdentity, startTestService, type TestService } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BodyBuilder } from '../src/libraries/body-builder.ts';
import { LargeBody } from '../src/libraries/large-body.ts';
import { libraryState } from '../src/libraries/library-state.ts';
import { libraryService } from '../src/service.ts';
import { someGame } from './helpers.ts';

/** At 2 KB each, more than the service keeps in memory as a whole. */
const entries = 7000;

let service: TestService;
let orm: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  service = await startTestService(libraryService);
  orm = await createDatabase({
    url: service.env.DATABASE_URL ?? '',
    pool: 2,
    entities: [],
    migrations: [],
    logger: createLogger('test', 'silent'),
    registry: createRegistry('test'),
  });
});
afterAll(async () => {
  await orm.close();
  await service.stop();
});

test('frees the room of receivers whose large library could not be read', async () => {
  const { userId } = someIdentity();
  const { json, imageUrl, platformNames } = readyGame(someGame({ deck: 'x'.repeat(2000) }));
  await service.query(
    `with games as (
       insert into games select 'game-' || i, jsonb_set($1::jsonb, '{guid}', to_jsonb('game-' || i))::text, $2, $3
       from generate_series(1, $4::int) i returning guid)
     insert into entries (id, user_id, guid, status, date_added, version)
     select gen_random_uuid(), $5, guid, 'playing', now(), 1 from games`,
    [json, imageUrl, JSON.stringify(platformNames), entries, userId],
  );
  const work = new Work(orm, 'test', () => undefined);
  const body = await new BodyBuilder(work).build(userId, await libraryState(work.query(), userId));
  if (!(body instanceof LargeBody)) throw new Error('It is not large');
  const begun = await body.for(undefined);
  await service.query('alter table entries rename to entries_away');
  const refusals = await Promise.allSettled(Array.from({ length: 40 }, () => body.for(undefined)));
  await service.query('alter table entries_away rename to entries');
  expect(refusals.map(({ status }) => status)).toEqual(Array(40).fill('rejected'));
  const another = await body.for(undefined);
  for (const { bytes } of [begun, another]) bytes.destroy();
});
