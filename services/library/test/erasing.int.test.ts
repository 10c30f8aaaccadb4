import { startTestService, type TestService, workDone } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseLibrary } from '../src/libraries/erase-library.ts';
import { libraryService } from '../src/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(libraryService);
});
afterAll(() => service.stop());

test('erases a user without scanning all tombstones', async () => {
  await service.query(
    `insert into entry_tombstones (entry_id, user_id, guid, version, removed_at)
     select gen_random_uuid(), md5((n / 10)::text)::uuid, 'game ' || n, 2, now() from generate_series(1, 60000) n`,
  );
  // Rows from before transactions were recorded have none.
  await service.query('alter table entry_tombstones disable trigger user');
  await service.query('update entry_tombstones set changed_xid = null');
  await service.query('alter table entry_tombstones enable trigger user');
  const [somebody] = await service.query<{ user_id: string }>('select user_id from entry_tombstones limit 1');
  const { pages } = await workDone(service.env.DATABASE_URL ?? '', (em) =>
    eraseLibrary({ em, publish: () => {}, tell: () => {} }, somebody?.user_id ?? ''),
  );
  expect(pages).toBeLessThan(400);
});
