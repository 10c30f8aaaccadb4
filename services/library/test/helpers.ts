import { randomUUID } from 'node:crypto';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { type LibraryChanges, libraryChanges, type WholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import { identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import {
  type ApiClient,
  someIdentity,
  startTestService,
  type TestService,
  testIdentitySecret,
  until,
} from '@nightshelf/testing';
import sharp from 'sharp';
import { afterAll } from 'vitest';
import { libraryService } from '../src/service.ts';

/** Starts the library for the tests of a file. */
export async function startLibrary(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const service = await startTestService(libraryService, { env });
  afterAll(() => service.stop());
  return service;
}

/** Returns a small image as base64 text. */
export const someImage = async (background: string, width = 30): Promise<string> =>
  (
    await sharp({ create: { width, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64');

export const someGuid = () => `3030-${randomUUID().slice(0, 8)}`;

export const someGame = (given: Partial<GameSummary> = {}): GameSummary => ({
  guid: someGuid(),
  id: 1,
  name: 'A Game – ゲーム',
  deck: 'Short words',
  original_release_date: '2017-03-03',
  image: null,
  image_url: 'https://images.example/cover.jpg',
  platforms: [{ id: 139, guid: '3045-139', name: 'Wii U', abbreviation: 'WiiU' }],
  ...given,
});

/** A client's description of a game that the catalog may not know. */
export const described = (guid: string, name = 'As the client says') => ({
  guid,
  name,
  description: '<p>Words</p>',
  original_release_date: '2001-01-01',
  image: { medium_url: 'https://images.example/client.jpg' },
  platforms: [{ id: 94, name: 'A PC of its own' }],
});

/** Publishes a game as the catalog does and waits until the copy has it. */
export async function confirm(service: TestService, game = someGame(), version = 1): Promise<GameSummary> {
  await service.deliver(gameUpserted, { data: game, version });
  await until(`the copy has ${game.name}`, async () => {
    const [row] = await service.query<{ summary: string }>('select summary from games where guid = $1', [game.guid]);
    return row && (JSON.parse(row.summary) as GameSummary).name === game.name;
  });
  return game;
}

export const someUser = (service: TestService): ApiClient => service.api.as(someIdentity());

export const userOf = (client: ApiClient) => client.identity?.userId ?? '';

/** Counts all stored rows and outbox events, to check that a rejected call left nothing. */
export async function stored(service: TestService): Promise<unknown> {
  const tables = [
    'entries',
    'removed_entries',
    'removed_belongings',
    'described_games',
    'own_covers',
    'own_game_merges',
    'libraries',
    'saved_views',
    'favourites',
    'playthroughs',
    'play_sessions',
    'game_lists',
    'listed_games',
    'imports',
    'import_rows',
    'import_parts',
    'chosen_games',
    'steam_accounts',
    'steam_games',
    'entry_history',
    'history_settings',
    'requested_games',
    'outbox',
  ];
  return Promise.all(tables.map((table) => service.query(`select count(*)::int from ${table}`)));
}

export const whole = (client: ApiClient): Promise<WholeLibrary> => client.call(listWholeLibrary, {});
export const vaultOf = async (client: ApiClient) => (await whole(client)).library;

/** Fetches a file as the client's user. */
export const fetchAs = ({ identity }: ApiClient, url: string) =>
  fetch(url, { headers: identity ? { [identityHeader]: signIdentity(identity, testIdentitySecret) } : {} });

/** Simulates the end of the ten minutes in which removals can be undone. */
export const endUndo = (service: TestService, id: string | null = null) =>
  service.query(
    `update removed_entries set removed_at = removed_at - interval '11 minutes' where $1::uuid is null or id = $1`,
    [id],
  );

export const changesSince = async (client: ApiClient, since: string): Promise<LibraryChanges> =>
  libraryChanges.parse(await client.call(libraryCalls.listLibrary, { query: { since } }));

/** The changes of a response when nothing has changed. */
export const noChanges = { whole_needed: false, changed: [], removed: [] };

/** Adds a game that the catalog has confirmed. */
export const addSome = async (service: TestService, client: ApiClient) =>
  (await client.call(libraryCalls.addEntry, { body: { game_guid: (await confirm(service)).guid } })).user_game;
