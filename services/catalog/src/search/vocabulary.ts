import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { longestWord } from './search-keys.ts';
import { deletesOf, isCorrectable, likeliest } from './spelling.ts';

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
