import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { infrastructure, until } from '@nightshelf/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quietly } from './members.ts';
import { copiesOf, libraryOf, type Person, type Setup, shelve, startSetup, untilRows } from './setup.ts';

const buses = infrastructure().kafkaBrokers === null ? (['redis'] as const) : (['redis', 'kafka'] as const);

describe.each(buses)('snapshots on %s', (bus) => {
  let setup: Setup;
  let ann: Person;
  let bob: Person;
  let ids: string[];
  const copies = () => copiesOf(setup.social, ['users', 'entries', 'games']);

  beforeAll(async () => {
    setup = await startSetup(bus);
    [ann, bob] = (await setup.people(2)) as [Person, Person];
    const entries = await shelve(ann, await setup.games(6));
    ids = entries.map(({ id }) => id);
    await untilRows(setup.social, 'select from entries', [], 6, 60_000);
    await untilRows(setup.catalog, 'select from vault_entries', [], 6, 60_000);
    // Every service requests a snapshot at its first start.
    for (const service of [setup.social, setup.catalog, setup.library]) await service.command('verify');
  });
  afterAll(() => setup?.stop());

  /** Runs a verification. @returns its output */
  const verified = (service: Setup['social']) => quietly(() => service.command('verify'));

  test('leaves correct copies unchanged', async () => {
    const before = await copies();
    expect(await verified(setup.social)).toContain('library.entries: 6 copies, no differences');
    expect(await copies()).toEqual(before);
  });

  test('finds, names and repairs copies that were deleted or changed, or lack changes or any event', async () => {
    const [deleted, changed, older, unknown] = ids;
    const before = await copies();
    const { query } = setup.social;
    await query('delete from entries where entry_id in ($1, $2)', [deleted, unknown]);
    await query('delete from inbox_versions where subject = $1', [unknown]);
    await query('update entries set rating = 3, is_shared = true where entry_id = $1', [changed]);
    await query(`update entries set status = 'dropped', version = 0 where entry_id = $1`, [older]);
    await query('update inbox_versions set version = 0 where subject = $1', [older]);
    const report = await verified(setup.social);
    expect(report).toMatch(/library.entries: 6 copies, 4 differences \(.*\), 4 repaired/);
    for (const counted of ['2 missing', '1 changed', '1 older']) expect(report).toContain(counted);
    for (const named of [`missing ${deleted}`, `missing ${unknown}`, `changed ${changed}`, `older ${older}`]) {
      expect(report).toContain(named);
    }
    expect(await copies()).toEqual(before);
  });

  test.each(['library', 'social'] as const)('changed: what %s derives from a game is corrected too', async (name) => {
    const before = await copiesOf(setup[name], ['games']);
    await setup[name].query(
      `update games set image_url = 'https://elsewhere.example', platform_names = '{}'
       where guid = (select min(guid) from games)`,
    );
    expect(await verified(setup[name])).toMatch(/catalog.games: \d+ copies, 1 differences \(1 changed\), 1 repaired/);
    expect(await copiesOf(setup[name], ['games'])).toEqual(before);
  });

  test('changed and missing: the users that library counts are corrected too', async () => {
    const before = await copiesOf(setup.library, ['users']);
    await setup.library.query('update users set is_public = not is_public where id = $1', [ann.id]);
    await setup.library.query('delete from users where id = $1', [bob.id]);
    expect(await verified(setup.library)).toMatch(/auth.users: 2 copies, 2 differences .*, 2 repaired/);
    expect(await copiesOf(setup.library, ['users'])).toEqual(before);
  });

  test('ghost: the copy of a removed entry is deleted, because its owner removed it', async () => {
    const [entry] = await shelve(ann, await setup.games(1));
    const id = entry?.id ?? '';
    await untilRows(setup.social, 'select from entries where entry_id = $1', [id]);
    const [row] = await setup.social.query<{ entry: object }>(
      'select to_jsonb(e) as entry from entries e where entry_id = $1',
      [id],
    );
    await ann.client.call(libraryCalls.removeEntry, { params: { id } });
    await untilRows(setup.social, 'select from entries where entry_id = $1', [id], 0);
    // A removal that arrived after the snapshot's start would count as a newer change.
    await setup.social.query(
      `update inbox_versions set changed_at = changed_at - interval '1 minute' where subject = $1`,
      [id],
    );
    const before = await copies();
    await setup.social.query('insert into entries select * from jsonb_populate_record(null::entries, $1)', [
      row?.entry,
    ]);
    expect(await verified(setup.social)).toContain(`ghost ${id}`);
    expect(await copies()).toEqual(before);
  });

  test('a change whose event was lost arrives in every copy', async () => {
    const id = ids[1];
    await setup.library.query('update entries set rating = 9, version = version + 1 where id = $1', [id]);
    expect(await verified(setup.social)).toContain(`older ${id}`);
    await until('the change is visible', async () =>
      (await libraryOf(setup.social, ann.id, bob))?.some((entry) => entry.id === id && entry.rating === 9),
    );
  });

  test('recounts popularity that was changed in the database', async () => {
    const before = await setup.catalog.query('select * from popularity order by guid');
    await setup.catalog.query('update popularity set vaults = 77 where guid = (select min(guid) from popularity)');
    await setup.catalog.query('delete from popularity where guid = (select max(guid) from popularity)');
    expect(await verified(setup.catalog)).toContain('2 differences (2 count), 2 repaired');
    expect(await setup.catalog.query('select * from popularity order by guid')).toEqual(before);
  });
});
