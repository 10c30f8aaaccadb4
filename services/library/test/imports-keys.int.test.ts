import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import * as steamSyncCalls from '@nightshelf/contracts/calls/steam-sync.ts';
import {
  checkKeys,
  nameOf,
  namesOfUnsafe,
  startTestService,
  type TestService,
  type UnsafeCall,
} from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryService } from '../src/service.ts';
import { addSome, somebody, someImage } from './helpers.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(libraryService, { env: { ROLES: 'http,consumers' } });
});
afterAll(() => service.stop());

const {
  beginImport,
  chooseImportRule,
  addUnmatchedRows,
  matchImportRow,
  rematchImportRows,
  removeImport,
  sendImportParts,
  sendImportRows,
  stepImport,
} = importCalls;
const { addOwnGame, mergeOwnGame, removeOwnCover, setOwnCover, undoMerge, updateOwnGame } = ownGameCalls;
const { synchroniseSteam, lookAtSteam, endSteamSync } = steamSyncCalls;
const { keepHistory, listActions, listEntryHistory, restoreStep, undoAction } = historyCalls;

const followed = async () => {
  const client = somebody(service);
  await client.call(synchroniseSteam, { body: { account: 'nightshelf' } });
  await service.query(`update steam_accounts set due_at = now() + interval '1 day'`);
  return client;
};

/** Creates two imports that can be started. */
async function begun() {
  const client = somebody(service);
  const begin = async (rows: number) => {
    const body = { name: 'games.csv', source: 'table', rows } as const;
    return { id: (await client.call(beginImport, { body })).import.id };
  };
  const ids = [await begin(1), await begin(1)] as const;
  for (const params of ids) await client.call(sendImportRows, { params, body: oneRow });
  return { client, ids, waiting: await begin(9) };
}

async function ownGame() {
  const client = somebody(service);
  const { user_game } = await client.call(addOwnGame, { body: { name: 'My game' } });
  return { client, params: { guid: user_game.guid } };
}

async function coveredGame() {
  const { client, params } = await ownGame();
  await client.call(setOwnCover, { params, body: { image: await someImage('red') } });
  return { client, input: { params } };
}

async function mergedGame() {
  const { client, params } = await ownGame();
  await client.call(mergeOwnGame, { params, body: { into: 'other-1' } });
  return { client, input: { params } };
}

const oneRow = { from: 1, rows: [{ title: 'A game' }] };

const unsafe: readonly UnsafeCall[] = [
  {
    call: beginImport,
    prepare: async () => {
      const body = { name: 'games.csv', source: 'table', rows: 1 };
      return { client: somebody(service), input: { body }, other: { body: { ...body, rows: 2 } } };
    },
  },
  {
    call: sendImportRows,
    prepare: async () => {
      const { client, waiting: params } = await begun();
      return { client, input: { params, body: oneRow }, other: { params, body: { ...oneRow, from: 2 } } };
    },
  },
  {
    call: sendImportParts,
    prepare: async () => {
      const { client, waiting: params } = await begun();
      const body = { from: 1, parts: [{ kind: 'list', ref: '1', name: 'A list' }] };
      return { client, input: { params, body }, other: { params, body: { ...body, from: 2 } } };
    },
  },
  {
    call: chooseImportRule,
    prepare: async () => {
      const { client, ids } = await begun();
      const input = { params: ids[0], body: { rule: 'replace' } };
      return { client, input, other: { ...input, params: ids[1] } };
    },
  },
  {
    call: matchImportRow,
    prepare: async () => {
      const { client, ids } = await begun();
      const input = { params: { ...ids[0], position: 1 }, body: { guid: 'other-1' } };
      return { client, input, other: { ...input, body: { guid: null } } };
    },
  },
  {
    call: rematchImportRows,
    prepare: async () => {
      const { client, ids } = await begun();
      return { client, input: { params: ids[0] }, other: { params: ids[1] } };
    },
  },
  {
    call: addUnmatchedRows,
    prepare: async () => {
      const { client, ids } = await begun();
      return { client, input: { params: ids[0] }, other: { params: ids[1] } };
    },
  },
  {
    call: addOwnGame,
    prepare: async () => {
      const body = { name: 'My game' };
      return { client: somebody(service), input: { body }, other: { body: { name: 'Another game' } } };
    },
  },
  {
    call: updateOwnGame,
    prepare: async () => {
      const { client, params } = await ownGame();
      return { client, input: { params, body: { year: 1999 } }, other: { params, body: { year: 2000 } } };
    },
  },
  {
    call: setOwnCover,
    prepare: async () => {
      const { client, params } = await ownGame();
      const [one, other] = await Promise.all([someImage('red'), someImage('blue')]);
      return { client, input: { params, body: { image: one } }, other: { params, body: { image: other } } };
    },
  },
  { call: removeOwnCover, prepare: async () => ({ ...(await coveredGame()), other: null }) },
  {
    call: mergeOwnGame,
    prepare: async () => {
      const { client, params } = await ownGame();
      return { client, input: { params, body: { into: 'other-1' } }, other: { params, body: { into: 'other-2' } } };
    },
  },
  { call: undoMerge, prepare: async () => ({ ...(await mergedGame()), other: null }) },
  {
    call: stepImport,
    prepare: async () => {
      const { client, ids } = await begun();
      const input = { params: ids[0], body: { step: 'cancel' } };
      return { client, input, other: { ...input, params: ids[1] } };
    },
  },
  {
    call: removeImport,
    prepare: async () => {
      const { client, ids } = await begun();
      return { client, input: { params: ids[0] }, other: { params: ids[1] } };
    },
  },
  {
    call: synchroniseSteam,
    prepare: async () => {
      const body = { account: 'nightshelf', rule: 'only_new' };
      return { client: somebody(service), input: { body }, other: { body: { ...body, account: 'collector' } } };
    },
  },
  { call: lookAtSteam, prepare: async () => ({ client: await followed(), input: {}, other: null }) },
  { call: endSteamSync, prepare: async () => ({ client: await followed(), input: {}, other: null }) },
  {
    call: restoreStep,
    prepare: async () => {
      const client = somebody(service);
      const { id } = await addSome(service, client);
      const params = { id };
      await client.call(libraryCalls.updateEntry, { params, body: { rating: 6 } });
      const { steps } = await client.call(listEntryHistory, { params, query: {} });
      const input = { params: { id, step: steps.at(-1)?.step }, body: {} };
      return { client, input, other: { ...input, body: { if_version: 3 } } };
    },
  },
  {
    call: undoAction,
    prepare: async () => {
      const client = somebody(service);
      const { id } = await addSome(service, client);
      await client.call(libraryCalls.updateEntry, { params: { id }, body: { rating: 6 } });
      const { actions } = await client.call(listActions, { query: {} });
      const input = { params: { step: actions[0]?.step }, body: {} };
      return { client, input, other: { ...input, body: { after: id } } };
    },
  },
  {
    call: keepHistory,
    prepare: async () => {
      const body = { keep: 'year' };
      return { client: somebody(service), input: { body }, other: { body: { keep: 'forever' } } };
    },
  },
];

test('covers every unsafe call', () => {
  expect(unsafe.map(({ call }) => nameOf(call)).sort()).toEqual(
    namesOfUnsafe(importCalls, historyCalls, steamSyncCalls, ownGameCalls),
  );
});

test.each(unsafe.map((one) => [nameOf(one.call), one] as const))(
  'replays the response of %s for a repeated key and acts once',
  (_, one) => checkKeys(service, one),
);
