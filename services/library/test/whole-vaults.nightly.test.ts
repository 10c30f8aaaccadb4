import type { CallInput } from '@nightshelf/contracts/call.ts';
import { exportVault } from '@nightshelf/contracts/calls/exports.ts';
import type { sendImportParts } from '@nightshelf/contracts/calls/imports.ts';
import { addEntry } from '@nightshelf/contracts/calls/library.ts';
import { addToGameList, makeGameList, setListNote } from '@nightshelf/contracts/calls/lists.ts';
import { statuses } from '@nightshelf/contracts/library-entry.ts';
import { partsOfVault, readWholeVault, rowsOfVault, vaultColumns } from '@nightshelf/contracts/whole-vault.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startWithCatalog } from './catalog-stub.ts';
import { confirm, type Player, someGame, someUser } from './helpers.ts';
import { runImport, sendImport } from './import-helpers.ts';

const guids = Array.from({ length: 8 }, (_, at) => `igdb-${900 + at}`);

const { service } = await startWithCatalog();
for (const guid of guids) await confirm(service, someGame({ guid, name: '="Quoted",\nin lines' }));

type File = Readonly<Record<'entries' | 'playthroughs' | 'sessions' | 'lists', readonly Record<string, unknown>[]>>;

const exported = async (client: Player): Promise<string> => (await client.fetch(exportVault.path)).text();

/** Returns the contents of a file without ids; a session refers to its playthrough by position. */
function contentsOf(text: string): File {
  const file = JSON.parse(text) as File;
  const places = new Map(file.playthroughs.map(({ id }, at) => [id, at] as const));
  return {
    entries: file.entries,
    playthroughs: file.playthroughs.map(({ id: _, ...rest }) => rest),
    // Ignores `counts`, because an imported game's hours include its sessions.
    sessions: file.sessions.map(({ counts: _, playthrough_id, ...rest }) => ({
      ...rest,
      of: places.get(playthrough_id),
    })),
    lists: file.lists,
  };
}

async function brought(client: Player, text: string): Promise<string> {
  const file = readWholeVault(text) ?? {};
  const rows = rowsOfVault(file).map((cells) =>
    Object.fromEntries(vaultColumns.map((name, at) => [name, cells[at] ?? ''])),
  );
  type Parts = CallInput<typeof sendImportParts>['body']['parts'];
  return sendImport(client, rows, { source: 'nightshelf', parts: partsOfVault(file) as Parts });
}

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((given) => given.replace(/\p{C}/gu, '').normalize('NFC').trim())
  .filter((given) => given !== '' && given.isWellFormed());
const note = fc.option(word);
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-0${1 + (date % 8)}-${String(date).padStart(2, '0')}`);
const halves = fc.option(fc.integer({ min: 0, max: 400 }).map((number) => number / 2));

/** `at` picks one of the games, `way` one of its playthroughs, if any. */
const vault = fc.record({
  games: fc.uniqueArray(
    fc.record({
      guid: fc.constantFrom(...guids),
      status: fc.constantFrom(...statuses),
      rating: fc.option(fc.integer({ min: 1, max: 10 })),
      hours_played: halves,
      platform_id: fc.option(fc.constantFrom<number | 'not_listed'>(139, 94, 'not_listed')),
      tags: fc.uniqueArray(word, { maxLength: 3, selector: (tag) => tag.toLowerCase() }),
      is_shared: fc.boolean(),
    }),
    { selector: ({ guid }) => guid, minLength: 1, maxLength: 6 },
  ),
  playthroughs: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 5 }),
      copy: note,
      hours: halves,
      started_on: fc.option(day),
      completion: fc.option(fc.constantFrom('story' as const, 'dropped' as const)),
    }),
    { maxLength: 4 },
  ),
  sessions: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 5 }),
      day,
      minutes: fc.integer({ min: 1, max: 90 }),
      note,
      spoiler: fc.boolean(),
      way: fc.option(fc.integer({ min: 0, max: 3 })),
    }),
    { maxLength: 5 },
  ),
  lists: fc.array(
    fc.record({
      name: word,
      description: note,
      games: fc.array(fc.record({ at: fc.integer({ min: 0, max: 5 }), note })),
    }),
    {
      maxLength: 2,
    },
  ),
});

type Vault = typeof vault extends { generate(...args: never[]): { readonly value: infer Value } } ? Value : never;

async function fill(client: Player, { games, playthroughs, sessions, lists }: Vault): Promise<void> {
  const ids: string[] = [];
  for (const { guid, is_shared, ...rest } of games) {
    const { user_game } = await client.call(addEntry, { body: { game_guid: guid, ...rest } });
    if (is_shared) await client.edit(user_game, { is_shared });
    ids.push(user_game.id);
  }
  const entryAt = (at: number) => ids[at % ids.length] ?? '';
  const ways = new Map<string, string[]>();
  for (const { at, ...body } of playthroughs) {
    const id = entryAt(at);
    ways.set(id, [...(ways.get(id) ?? []), (await client.addPlaythrough({ id }, body)).id]);
  }
  for (const { at, way, ...body } of sessions) {
    const id = entryAt(at);
    const playthrough_id = (way === null ? undefined : ways.get(id)?.[way]) ?? null;
    await client.logSession({ id }, { ...body, playthrough_id });
  }
  for (const { games: listed, ...body } of lists) {
    const { list } = await client.call(makeGameList, { body });
    const notes = new Map(listed.map(({ at, note }) => [entryAt(at), note] as const));
    if (notes.size === 0) continue;
    const params = { id: list.id };
    await client.call(addToGameList, { params, body: { entry_ids: [...notes.keys()] } });
    for (const [entry_id, note] of notes) {
      if (!note) continue;
      await client.call(setListNote, { params: { ...params, entry_id }, body: { note } });
    }
  }
}

/** Runs this many vaults, for example `VAULTS=1000`. */
const vaults = Number(process.env.VAULTS ?? 12);

test(
  'imports any exported vault without a difference, also twice, and undoes it completely',
  async () => {
    await fc.assert(
      fc.asyncProperty(vault, async (given) => {
        const [client, other] = [someUser(service), someUser(service)];
        await fill(client, given);
        const text = await exported(client);
        const id = await brought(other, text);
        expect(contentsOf(await exported(other))).toEqual(contentsOf(await exported(someUser(service))));
        const done = await runImport(other, id, 'start');
        expect(contentsOf(await exported(other))).toEqual(contentsOf(text));
        expect(done.parts.every(({ all, added }) => all === added)).toBe(true);
        const again = await runImport(other, await brought(other, text), 'start');
        expect(again.parts.every(({ all, unchanged }) => all === unchanged)).toBe(true);
        expect(contentsOf(await exported(other))).toEqual(contentsOf(text));
        await runImport(other, id, 'undo');
        expect(contentsOf(await exported(other))).toEqual({ entries: [], playthroughs: [], sessions: [], lists: [] });
      }),
      { numRuns: vaults, endOnFailure: true },
    );
  },
  60_000 + vaults * 10_000,
);
