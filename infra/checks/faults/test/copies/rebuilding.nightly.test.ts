import { randomUUID } from 'node:crypto';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { type TestService, until } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  copiesOf,
  libraryOf,
  type Person,
  type Setup,
  shelve,
  startSetup,
  untilRows,
  untilSameEntries,
} from './setup.ts';

let setup: Setup;
let people: Person[];
let guids: string[];
const person = (i: number) => people[i] as Person;
// The offline catalog has rows without vaults.
const counted = '(select * from popularity where vaults > 0)';
const seenBySocial = ['users', 'entries', 'games'] as const;

beforeAll(async () => {
  setup = await startSetup('redis');
  people = await setup.people(4);
  guids = await setup.games(20);
  for (const owner of people) await shelve(owner, guids.slice(0, 15));
  await untilRows(setup.social, 'select from entries', [], 60);
  await untilRows(setup.catalog, 'select from vault_entries', [], 60);
});
afterAll(() => setup?.stop());

test('rebuilt copies equal those that events filled; follows and counts stay', async () => {
  const follower = setup.social.api.as({ ...viewer(), sessionId: randomUUID() });
  await follower.call(socialCalls.followUser, { params: { id: person(1).id } });
  await follower.call(socialCalls.followUser, { params: { id: person(2).id } });
  await follower.call(socialCalls.unfollowUser, { params: { id: person(2).id } });
  await untilRows(setup.auth, 'select from follows', [], 1);
  const services: [TestService, readonly string[]][] = [
    [setup.social, [...seenBySocial, 'follows', 'follow_counts']],
    [setup.catalog, ['vault_entries', counted]],
    [setup.library, ['games', 'entries']],
    [setup.auth, ['follows']],
  ];
  for (const [service, tables] of services) {
    await service.command('verify');
    const grown = await copiesOf(service, tables);
    await service.command('rebuild');
    expect(await copiesOf(service, tables)).toEqual(grown);
    await service.command('rebuild');
    expect(await copiesOf(service, tables)).toEqual(grown);
  }
}, 300_000);

test('lost copies and their derived figures are rebuilt', async () => {
  const grown = await copiesOf(setup.catalog, ['vault_entries', counted]);
  await setup.catalog.query('truncate vault_entries, popularity');
  await setup.catalog.query('delete from inbox_versions');
  await setup.catalog.command('rebuild');
  expect(await copiesOf(setup.catalog, ['vault_entries', counted])).toEqual(grown);
}, 300_000);

test('no user sees an empty or shorter library during a rebuild under writes', async () => {
  let rebuilding = true;
  const [steady, busy] = [person(0), person(1)];
  const whole = (await libraryOf(setup.social, steady.id, busy))?.length;
  const lengths: (number | undefined)[] = [];
  const reading = (async () => {
    while (rebuilding) lengths.push((await libraryOf(setup.social, steady.id, busy))?.length);
  })();
  const writing = (async () => {
    const library = (await busy.client.call(listWholeLibrary, {})).library;
    for (let i = 0; rebuilding; i += 1) {
      const id = library[i % library.length]?.id ?? '';
      const { user_game } = await busy.client.call(libraryCalls.updateEntry, {
        params: { id },
        body: { rating: (i % 10) + 1 },
      });
      // Waits for the copies, because everything here shares one process.
      const arrived = 'select from entries where entry_id = $1 and version >= $2';
      if (i % 20 === 0) await untilRows(setup.social, arrived, [id, user_game.version]);
      if (i % 7 !== 0) continue;
      const [added] = await shelve(busy, [guids[19] ?? '']);
      await busy.client.call(libraryCalls.removeEntry, { params: { id: added?.id ?? '' } });
    }
  })();
  try {
    for (let round = 0; round < 2; round += 1) await setup.social.command('rebuild');
  } finally {
    rebuilding = false;
    await Promise.all([reading, writing]);
  }
  expect(whole).toBe(15);
  expect(lengths.length).toBeGreaterThan(20);
  expect(new Set(lengths)).toEqual(new Set([whole]));
  await untilSameEntries(setup);
}, 300_000);

test('a dead letter replayed after a rebuild does not restore a removed entry', async () => {
  const [entry] = await shelve(person(2), [guids[16] ?? '']);
  const id = entry?.id ?? '';
  await untilRows(setup.social, 'select from entries where entry_id = $1', [id]);
  await until('its event is published', async () => {
    const [row] = await setup.library.query<{ published_at: Date | null }>(
      `select published_at from outbox where envelope::json ->> 'subject' = $1`,
      [id],
    );
    return row?.published_at;
  });
  const [event] = await setup.library.query<{ envelope: string; key: string }>(
    `select envelope, key from outbox where envelope::json ->> 'subject' = $1`,
    [id],
  );
  await person(2).client.call(libraryCalls.removeEntry, { params: { id } });
  await untilRows(setup.social, 'select from entries where entry_id = $1', [id], 0);
  const losses = [
    async () => undefined,
    // The rebuilt copies never received the entry.
    async () => {
      await setup.social.query('truncate entries');
      await setup.social.query('delete from inbox_versions');
    },
    // The owner has forgotten the removal; only its consumers remember it.
    () => setup.library.query('delete from entry_tombstones where entry_id = $1', [id]),
  ];
  for (const lose of losses) {
    await lose();
    await setup.social.command('rebuild');
    // The consumer has not recorded this id as handled.
    const value = JSON.stringify({ ...JSON.parse(event?.envelope ?? ''), id: randomUUID() });
    const replayed = [{ topic: 'library.entries', key: event?.key ?? '', value }];
    expect(await setup.library.bus.publish(replayed)).toEqual([undefined]);
    await shelveAndSee(person(2), guids[17] ?? '');
    expect(await setup.social.query('select from entries where entry_id = $1', [id])).toEqual([]);
  }
}, 300_000);

test('an entry restored after its removal stays, through rebuilds and without its tombstone', async () => {
  const [entry] = await shelve(person(3), [guids[18] ?? '']);
  const id = entry?.id ?? '';
  await person(3).client.call(libraryCalls.removeEntry, { params: { id } });
  expect(await setup.library.query('select version from entry_tombstones where entry_id = $1', [id])).toEqual([
    { version: 2 },
  ]);
  await person(3).client.call(libraryCalls.restoreEntry, { params: { id } });
  expect(await setup.library.query('select from entry_tombstones where entry_id = $1', [id])).toEqual([]);
  await setup.social.command('rebuild');
  await untilRows(setup.social, 'select from entries where entry_id = $1 and version = 3', [id]);
}, 300_000);

const viewer = () => ({ userId: person(0).id, username: person(0).username });

/** Waits for a new change to arrive, after which all earlier changes have arrived too. */
async function shelveAndSee(whose: Person, guid: string) {
  const [entry] = await shelve(whose, [guid]);
  await untilRows(setup.social, 'select from entries where entry_id = $1', [entry?.id]);
  await whose.client.call(libraryCalls.removeEntry, { params: { id: entry?.id ?? '' } });
  await untilRows(setup.social, 'select from entries where entry_id = $1', [entry?.id], 0);
}
