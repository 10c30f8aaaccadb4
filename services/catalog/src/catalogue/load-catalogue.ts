import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { operatorLimits } from '@nightshelf/platform/database/limits.ts';
import { connectPostgres } from '@nightshelf/platform/database/postgres-client.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { from as copyFrom } from 'pg-copy-streams';
import type { CatalogSettings } from '../config.ts';
import { platformOf } from '../games/platforms.ts';
import { type GameData, StoredGame } from '../games/stored-game.ts';
import { deletesIn, keysVersion, searchKeys } from '../search/normalise.ts';
import { type CatalogueGame, type CatalogueHeader, readCatalogue } from './catalogue-file.ts';
import type { Facts } from './facts.ts';

/** Increase it when rows are built differently, so that the file is loaded again. */
const rowsVersion = 1;

type Cells = readonly (string | number | null)[];

/**
 * Returns the cells of `catalogue_rows` in column order, with arrays and objects in PostgreSQL's text form.
 * @param onWord called with every word of the game
 */
function catalogueRow(game: CatalogueGame, position: number, onWord: (word: string) => void): Cells {
  const { id: guid, name, aliases, released, prominence, ids } = game;
  const isDay = released?.length === 10;
  const data: GameData = {
    guid,
    name,
    deck: null,
    original_release_date: isDay ? (released ?? null) : null,
    ...(released !== undefined && !isDay && { partial_release_date: released }),
    image: null,
    image_url: null,
    platforms: game.platforms.map(platformOf),
    aliases: aliases.length > 0 ? aliases.join('\n') : null,
    number_of_user_reviews: 0,
    original_game_rating: null,
  };
  const { genres, developers, publishers, series, sources } = game;
  const facts = Object.fromEntries(
    Object.entries({ genres, developers, publishers, series, sources }).filter(([, list]) => list.length > 0),
  ) satisfies Facts;
  const keys = searchKeys({ name, aliases: data.aliases });
  const json = JSON.stringify(data);
  keys.words.forEach(onWord);
  return [
    position,
    guid,
    json,
    keys.name,
    arrayText(keys.aliases),
    keys.text,
    createHash('sha256').update(json).digest('base64'),
    prominence,
    arrayText(ids),
    JSON.stringify(facts),
    released === undefined ? null : Number(released.slice(0, 4)),
    arrayText(keys.titles),
    keys.short,
  ];
}

const arrayText = (items: readonly string[]) =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Returns a row in COPY's text format: cells between tabs, \N for null. */
const copyLine = (cells: Cells) =>
  `${cells.map((cell) => (cell === null ? '\\N' : String(cell).replace(/[\\\t\n\r]/g, escaped))).join('\t')}\n`;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (character: string) => escapes[character] ?? character;

type Parts = Pick<Foundation<CatalogSettings>, 'settings' | 'work' | 'logger'>;

/** Rows per transaction, small enough to block other writers only briefly. */
const chunk = 4000;

/** Characters per block sent to the database. */
const blockLength = 65_536;

/** An arbitrary lock number, the same in every process. */
const loadLock = 7_249_009;

/**
 * Loads the catalogue file unless it is already loaded. Keeps descriptions by providers, and removes no game. Reads the
 * whole file before changing anything; the next start resumes an interrupted load.
 * @throws CatalogueFileError when the file is damaged or newer
 */
export async function loadCatalogue({ settings, work, logger }: Parts): Promise<void> {
  const { CATALOGUE_FILE: path, DATABASE_URL: databaseUrl } = settings;
  const digest = await digestOf(path);
  if (await isLoaded(work.query(), digest)) return;
  const began = performance.now();
  const client = await connectPostgres(databaseUrl, { name: 'catalogue load', limits: operatorLimits });
  try {
    // The lock lasts until this connection ends, so that one process loads at a time.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [loadLock]);
    if (await isLoaded(work.query(), digest)) return;
    const loader = await connectPostgres(databaseUrl, { name: 'catalogue rows', limits: operatorLimits });
    const copied = await copyRows(loader, path).finally(() => loader.end());
    const { version, games } = copied;
    if (await isOlder(work.query(), version)) {
      logger.warn({ version }, 'The catalogue file is older than the catalogue that is loaded, and is not used');
      return;
    }
    await Promise.all([work.transaction(({ em }) => learnWords(em)), takeOverAll(work, games)]);
    await work.transaction(async ({ em }) => {
      const sql = 'insert into catalogue_loads (digest, version, games) values (?, ?, ?) on conflict do nothing';
      await em.execute(sql, [digest, version, games]);
      await em.execute('truncate catalogue_rows, catalogue_words');
    });
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    logger.info({ version, games, seconds }, 'The offline catalog is loaded');
  } finally {
    await client.end();
  }
}

async function copyRows(client: Awaited<ReturnType<typeof connectPostgres>>, path: string): Promise<CatalogueHeader> {
  let header: CatalogueHeader | undefined;
  const words = new Set<string>();
  async function* rowLines() {
    let position = 0;
    for await (const line of readCatalogue(path)) {
      if (!('id' in line)) header = line;
      else yield copyLine(catalogueRow(line, ++position, (word) => words.add(word)));
    }
  }
  function* wordLines() {
    for (const word of words) yield copyLine([word, arrayText(deletesIn(word))]);
  }
  await client.query('begin');
  await client.query('truncate catalogue_rows, catalogue_words');
  await pipeline(Readable.from(inBlocks(rowLines())), client.query(copyFrom('copy catalogue_rows from stdin')));
  await pipeline(Readable.from(inBlocks(wordLines())), client.query(copyFrom('copy catalogue_words from stdin')));
  await client.query('commit');
  await client.query('analyze catalogue_rows');
  if (!header) throw new Error('A catalogue without a header was read');
  return header;
}

/** Single lines would each need a packet. */
async function* inBlocks(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const line of lines) {
    block += line;
    if (block.length < blockLength) continue;
    yield block;
    block = '';
  }
  yield block;
}

const rows = 'select * from catalogue_rows where position > ? and position <= ?';

/** Games stored under another guid with the same name and year, or a shared external id. */
const storedBefore = `
  with r as materialized (${rows})
  select distinct on (r.guid) r.guid, g.guid as stored from r join games g
    on g.source = 'provider' and g.guid <> r.guid and (
      g.guid = any (r.other_ids) or (g.search_name = r.search_name and r.year is not null
        and left(coalesce(g.data ->> 'original_release_date', g.data ->> 'partial_release_date'), 4)::int
          between r.year - 1 and r.year + 1))
  order by r.guid, (g.guid = any (r.other_ids)) desc, g.guid`;

async function takeOverAll(work: Work, games: number): Promise<void> {
  for (let after = 0; after < games; after += chunk) await takeOver(work, after);
}

/** Sets the columns that a provider's description replaces, for games that no provider has described. */
const unlessDescribed = 'data search_name search_aliases search_text title_keys short_key content_hash'
  .split(' ')
  .map((column) => `${column} = case when g.fetched_at = 'epoch' then excluded.${column} else g.${column} end`)
  .join(', ');

async function takeOver(work: Work, after: number): Promise<void> {
  const range = [after, after + chunk];
  await work.transaction(async ({ em, publish, notifyClients }) => {
    const before = await em.execute<{ guid: string; stored: string }[]>(storedBefore, range);
    await em.execute(
      `with r as materialized (${rows}), same as (
         select guid, stored from jsonb_to_recordset(?::jsonb) as s (guid text, stored text))
       update games g set prominence = r.prominence, facts = r.facts,
         other_ids = array(select distinct id from unnest(g.other_ids || r.other_ids || r.guid) as id where id <> g.guid)
       from same join r on r.guid = same.guid where g.guid = same.stored`,
      [...range, JSON.stringify(before)],
    );
    const changed = await em.execute<{ guid: string }[]>(
      `with r as materialized (${rows})
       insert into games as g (guid, data, search_name, search_aliases, search_text, content_hash, fetched_at, source,
         published, prominence, other_ids, facts, title_keys, short_key, keys_version)
       select guid, data, search_name, search_aliases, search_text, content_hash, 'epoch', 'catalogue', false, prominence,
         other_ids, facts, title_keys, short_key, ${keysVersion}
       from r where guid not in (select jsonb_array_elements_text(?::jsonb)) order by guid
       on conflict (guid) do update set
         ${unlessDescribed},
         version = g.version + case when g.fetched_at = 'epoch' and g.published
           and g.content_hash <> excluded.content_hash then 1 else 0 end,
         prominence = excluded.prominence, facts = excluded.facts,
         other_ids = array(select distinct id from unnest(g.other_ids || excluded.other_ids) as id)
       where (g.content_hash, g.prominence, g.facts, g.other_ids)
         is distinct from (excluded.content_hash, excluded.prominence, excluded.facts, excluded.other_ids)
       returning guid`,
      [...range, JSON.stringify(before.map(({ guid }) => guid))],
    );
    await showProminent(em, range);
    const published = await em.find(StoredGame, { guid: { $in: changed.map(({ guid }) => guid) }, published: true });
    for (const game of published) {
      publish(gameUpserted, { data: game.summary(), version: game.version });
      notifyClients({ to: { game: game.guid }, event: 'game', data: { guid: game.guid } });
    }
  });
}

/** Copies well-known games into `popularity`, the small table that searches read first. */
const showProminent = (em: EntityManager, range: readonly number[]) =>
  em.execute(
    `with r as materialized (${rows})
     insert into popularity as p (guid, vaults, search_name, search_text, prominence)
     select g.guid, 0, g.search_name, g.search_text, g.prominence
     from r join games g on g.guid = r.guid where g.prominence > 0 order by g.guid
     on conflict (guid) do update set search_name = excluded.search_name, search_text = excluded.search_text,
       prominence = excluded.prominence
     where (p.search_name, p.search_text, p.prominence)
       is distinct from (excluded.search_name, excluded.search_text, excluded.prominence)`,
    [...range],
  );

const learnWords = (em: EntityManager) =>
  em.execute(
    `insert into search_words (word, deletes)
     select word, deletes from catalogue_words w where not exists (select from search_words s where s.word = w.word)
     order by word on conflict (word) do nothing`,
  );

const isLoaded = async (em: EntityManager, digest: string) =>
  (await em.execute<object[]>('select 1 from catalogue_loads where digest = ?', [digest])).length > 0;

const isOlder = async (em: EntityManager, version: string) =>
  (await em.execute<object[]>('select 1 from catalogue_loads where version > ? limit 1', [version])).length > 0;

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256').update(`${rowsVersion} ${keysVersion} `);
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
