import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { GameData } from '../games/stored-game.ts';
import { deletesIn, keysVersion, searchKeys } from './search-keys.ts';

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
    await showInPopularity(
      em,
      rows.map(({ guid }) => guid),
    );
    await learnWords(
      em,
      rows.flatMap(({ words }) => words),
    );
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
