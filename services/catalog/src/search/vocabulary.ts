import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { GameData } from '../games/stored-game.ts';
import { deletesIn, deletesOf, isCorrectable, keysVersion, likeliest, longestWord, searchKeys } from './normalise.ts';

/** Most replacements for one word. */
const mostSimilar = 4;

const noneBeginsSo = (column: string) =>
  `not exists (
     select from search_words known
     where known.word >= ${column} collate "C" and known.word < (${column} || chr(1114111)) collate "C")`;

/** Returns the words that some game has. */
export async function knownWords(em: EntityManager, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const rows = await em.execute<{ word: string }[]>('select word from search_words where word in (?)', [[...words]]);
  return new Set(rows.map(({ word }) => word));
}

/** Returns the words that begin no word of any game. */
export async function unknownWords(em: EntityManager, words: readonly string[]): Promise<string[]> {
  const rows = await em.execute<{ asked: string }[]>(
    `select asked from jsonb_array_elements_text(?::jsonb) as q (asked) where ${noneBeginsSo('q.asked')}`,
    [JSON.stringify(words.filter((word) => word.length <= longestWord))],
  );
  return rows.map(({ asked }) => asked);
}

/** Returns likely corrections of words that begin no known word, best first; omits words without any. */
export async function corrections(em: EntityManager, words: readonly string[]): Promise<Map<string, string[]>> {
  const nearby = await grouped(
    em,
    `select q.asked, w.word
     from jsonb_to_recordset(?::jsonb) as q (asked text, deletes text[])
     cross join lateral (select word from search_words where deletes && q.deletes limit 200) w
     where ${noneBeginsSo('q.asked')}`,
    words.filter(isCorrectable).map((word) => ({ asked: word, deletes: deletesOf(word) })),
  );
  const likely = [...nearby].map(([word, near]) => [word, likeliest(word, near)] as const);
  return new Map(likely.filter(([, near]) => near.length > 0));
}

/** Returns known words similar to others by trigrams, most similar first. */
export function similarWords(em: EntityManager, words: readonly string[]): Promise<Map<string, string[]>> {
  return grouped(
    em,
    `select q.asked, w.word
     from jsonb_to_recordset(?::jsonb) as q (asked text)
     cross join lateral (
       select word from search_words where word % q.asked order by similarity(word, q.asked) desc, word
       limit ${mostSimilar}) w`,
    words.map((word) => ({ asked: word })),
  );
}

async function grouped(em: EntityManager, sql: string, asked: readonly object[]): Promise<Map<string, string[]>> {
  if (asked.length === 0) return new Map();
  const rows = await em.execute<{ asked: string; word: string }[]>(sql, [JSON.stringify(asked)]);
  return new Map(
    Map.groupBy(rows, (row) => row.asked)
      .entries()
      .map(([word, group]) => [word, group.map((row) => row.word)]),
  );
}

const batch = 500;
/** Interval of checking for rows without keys, which an older release may still write. */
const idleMs = 600_000;

/** The job that computes the keys of games stored by an earlier release. */
export const formKeys = (work: Work, logger: Logger) =>
  new Worker({ name: 'form-search-keys', idleMs, logger, step: () => formNext(work) });

/** Returns whether there may be more. */
function formNext(work: Work): Promise<boolean> {
  return work.transaction(async ({ em }) => {
    const games = await em.execute<{ guid: string; data: GameData }[]>(
      'select guid, data from games where keys_version < ? order by guid limit ? for update skip locked',
      [keysVersion, batch],
    );
    const rows = games.map(({ guid, data }) => ({ guid, ...searchKeys(data) }));
    await em.execute(
      `update games g set search_name = k.name, search_aliases = k.aliases, search_text = k.text, title_keys = k.titles,
         short_key = k.short, keys_version = ?
       from jsonb_to_recordset(?::jsonb) as k (guid text, name text, aliases text[], text text, titles text[], short text)
       where g.guid = k.guid`,
      [keysVersion, JSON.stringify(rows)],
    );
    const guids = rows.map(({ guid }) => guid);
    await showInPopularity(em, guids);
    const words = rows.flatMap((row) => row.words);
    await learnWords(em, words);
    return games.length === batch;
  });
}

/** Copies the search columns of games into the small table that searches read first. */
export const showInPopularity = (em: EntityManager, guids: readonly string[]) =>
  em.execute(
    `update popularity p set search_name = g.search_name, search_text = g.search_text from games g
     where g.guid = p.guid and g.guid in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(guids)],
  );

/** Adds words to the vocabulary by which searches correct typos. */
export const learnWords = (em: EntityManager, words: readonly string[]) =>
  em.execute(
    `insert into search_words (word, deletes)
     select word, deletes from jsonb_to_recordset(?::jsonb) as w (word text, deletes text[]) order by word
     on conflict (word) do nothing`,
    [JSON.stringify([...new Set(words)].map((word) => ({ word, deletes: deletesIn(word) })))],
  );
