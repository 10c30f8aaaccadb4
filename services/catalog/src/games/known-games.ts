import type { GameDetails, TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Caller, FoundGame, MatchedGame } from '../providers/game-provider.ts';
import type { ProviderChain, Searched } from '../providers/provider-chain.ts';
import { titleKeys } from '../search/normalise.ts';

interface Stored {
  readonly id: string;
  readonly guid: string;
  readonly name: string;
  readonly year: number | null;
  readonly aliases: string | null;
  readonly date: string | null;
  readonly partial: string | null;
  readonly platforms: Game['platforms'];
  readonly other_ids: string[];
}

const columns = `
  id, guid, data ->> 'name' as name, data ->> 'aliases' as aliases, data ->> 'original_release_date' as date,
  data ->> 'partial_release_date' as partial, data -> 'platforms' as platforms, other_ids,
  left(coalesce(data ->> 'original_release_date', data ->> 'partial_release_date'), 4)::int as year`;

/** Maps the providers' games to stored ones, so that a game keeps the guid it is stored under. */
export class KnownGames {
  readonly providers: ProviderChain;
  readonly #work: Work;

  constructor(work: Work, providers: ProviderChain) {
    this.#work = work;
    this.providers = providers;
  }

  /** @throws ProviderFault */
  async search(query: string, limit: number, caller: Caller): Promise<Searched> {
    const { games, source } = await this.providers.search(query, limit, caller);
    const known = await this.underKnownGuids(games.map((game) => ({ game, otherIds: [] })));
    return { games: [...new Map(known.map((game) => [game.guid, game])).values()], source };
  }

  /**
   * Returns a provider's data about a game; finds a catalogue game without a provider id by its name.
   * @returns null when no provider knows it
   * @throws ProviderFault
   */
  async get(guid: string, caller: Caller): Promise<FoundGame | null> {
    const there = await this.#providerGuid(guid, caller);
    if (there === null) return null;
    const found = (await this.providers.owner(there)?.get(there, caller)) ?? null;
    // A library that requests a guid has stored the game under it.
    if (!found || (there === guid && (caller.kind === 'request' || (await this.#isStored(guid))))) return found;
    const [game = found.game] = await this.underKnownGuids([{ game: found.game, otherIds: [] }]);
    if (there === guid) return game.guid === guid ? found : { ...found, game, providerGuid: there };
    return { ...found, game: { ...game, guid }, providerGuid: there };
  }

  /** Returns the guid that a game is stored under: the given one, or that of the game with it as another id. */
  async storedGuid(guid: string): Promise<string> {
    const [stored] = await this.#work.query().execute<{ guid: string }[]>(
      `select guid from games where guid = ? or (other_ids @> array[?] and other_ids <> '{}')
       order by (guid = ?) desc, guid limit 1`,
      [guid, guid, guid],
    );
    return stored?.guid ?? guid;
  }

  async complete(found: FoundGame, caller: Caller): Promise<GameDetails> {
    const { game, details, providerGuid: guid = game.guid } = found;
    return (await this.providers.owner(guid)?.complete({ ...found, game: { ...game, guid } }, caller)) ?? details;
  }

  /** Returns how long games take, without the games whose times are unknown. */
  async times(guids: readonly string[], caller: Caller): Promise<ReadonlyMap<string, TimesToBeat>> {
    const there = new Map<string, string>();
    for (const guid of guids) {
      const providerGuid = await this.#providerGuid(guid);
      if (providerGuid !== null) there.set(providerGuid, guid);
    }
    const provider = this.providers.describing.find((one) => one.times);
    const asked = [...there.keys()].filter((guid) => provider?.owns(guid));
    const times = (await provider?.times?.(asked, caller)) ?? [];
    return new Map([...times].map(([providerGuid, known]) => [there.get(providerGuid) ?? providerGuid, known]));
  }

  /** Returns the guids of Steam games by app id, from the store, else from a provider. @param appIds at most 500 */
  async ofSteam(appIds: readonly number[], caller: Caller): Promise<ReadonlyMap<number, string>> {
    const em = this.#work.query();
    const steamIds = appIds.map((id) => `steam-${id}`);
    const here = await storedByIds(em, steamIds);
    const unknown = appIds.filter((id) => !here.has(`steam-${id}`));
    const provider = unknown.length > 0 ? this.providers.describing.find((one) => one.ofSteam) : undefined;
    const there = (await provider?.ofSteam?.(unknown, caller)) ?? new Map<number, string>();
    const stored = await storedByIds(em, [...there.values()]);
    return new Map(
      appIds.flatMap((id) => {
        const guid = there.get(id);
        const found = here.get(`steam-${id}`)?.guid ?? (guid && (stored.get(guid)?.guid ?? guid));
        return found === undefined ? [] : [[id, found] as const];
      }),
    );
  }

  /** Returns a provider's games under their stored guids; keeps catalogue facts that the provider lacks. */
  async underKnownGuids(found: readonly MatchedGame[]): Promise<Game[]> {
    if (found.length === 0) return [];
    const em = this.#work.query();
    const allIds = found.flatMap(({ game, otherIds }) => [game.guid, ...otherIds]);
    const byId = await storedByIds(em, allIds);
    const names = found.map(({ game }) => game.name);
    const byTitle = await catalogueByTitles(em, names);
    const learned: { guid: string; ids: readonly string[] }[] = [];
    const games = found.map(({ game, otherIds }) => {
      const ids = [game.guid, ...otherIds];
      const stored = ids.map((id) => byId.get(id)).find(Boolean) ?? sameGame(game, byTitle);
      if (!stored) return game;
      if (ids.some((id) => id !== stored.guid && !stored.other_ids.includes(id)))
        learned.push({ guid: stored.guid, ids });
      return stored.guid === game.guid ? { ...game, id: Number(stored.id) } : completed(game, stored);
    });
    if (learned.length > 0) await this.#learn(learned);
    return games;
  }

  async #isStored(guid: string): Promise<boolean> {
    return (await this.#work.query().execute<object[]>('select from games where guid = ?', [guid])).length > 0;
  }

  async #learn(learned: readonly { readonly guid: string; readonly ids: readonly string[] }[]): Promise<void> {
    await this.#work.transaction(({ em }) =>
      em.execute(
        `update games g set other_ids = array(
           select distinct id from unnest(g.other_ids || l.ids) as id where id <> g.guid)
         from (select guid, array_agg(id) as ids from jsonb_to_recordset(?::jsonb) as t (guid text, ids jsonb)
           cross join lateral jsonb_array_elements_text(t.ids) as id group by guid) l
         where g.guid = l.guid`,
        [JSON.stringify(learned)],
      ),
    );
  }

  /** @param caller allows a lookup by name when none was done yet; without it there is no lookup */
  async #providerGuid(guid: string, caller?: Caller): Promise<string | null> {
    if (this.providers.owner(guid)) return guid;
    const [stored] = await this.#work.query().execute<Stored[]>(`select ${columns} from games where guid = ?`, [guid]);
    if (!stored) return null;
    // A page load must not wait for an unresponsive provider; a job retries later.
    const isWaiting = caller !== undefined && caller.kind !== 'request';
    const describing = this.providers.describing.filter(
      (provider) => !isWaiting || this.providers.isAnswering(provider),
    );
    const known = stored.other_ids.find((id) => describing.some((provider) => provider.owns(id)));
    if (known !== undefined) return known;
    const [provider] = describing;
    if (!provider || !caller) return null;
    const games = await provider.search(stored.name, 10, caller);
    const same = games.find((game) => isSame(game, stored));
    if (!same) return null;
    await this.#learn([{ guid, ids: [same.guid] }]);
    return same.guid;
  }
}

/** Returns the games of some guids, or ids at stores and providers, by these. */
export async function storedByIds(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, Stored>> {
  const rows = await em.execute<(Stored & { wanted: string })[]>(
    `select w.id as wanted, found.* from (select distinct value as id from jsonb_array_elements_text(?::jsonb)) w
     cross join lateral (
       select ${columns} from games g where g.guid = w.id or (g.other_ids @> array[w.id] and g.other_ids <> '{}')
       order by (g.source = 'catalogue') desc, (g.guid = w.id) desc limit 1) found`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.wanted, row]));
}

/** Returns catalogue games by the keys of their titles. */
async function catalogueByTitles(
  em: EntityManager,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly Stored[]>> {
  const keys = [...new Set(names.flatMap((name) => titleKeys(name).names))];
  const rows = await em.execute<(Stored & { key: string })[]>(
    `select w.key, found.* from jsonb_array_elements_text(?::jsonb) as w (key)
     cross join lateral (
       select ${columns} from games g where g.title_keys @> array[w.key] and g.guid like 'cat-%' limit 20) found`,
    [JSON.stringify(keys)],
  );
  return Map.groupBy(rows, ({ key }) => key);
}

function sameGame(game: Game, byTitle: ReadonlyMap<string, readonly Stored[]>): Stored | undefined {
  const candidates = titleKeys(game.name).names.flatMap((key) => byTitle.get(key) ?? []);
  const same = [...new Map(candidates.map((one) => [one.guid, one])).values()].filter((one) => isSame(game, one));
  return same.length === 1 ? same[0] : undefined;
}

const yearOf = ({ name, original_release_date, partial_release_date }: Game) =>
  titleKeys(name).year ?? (Number((original_release_date ?? partial_release_date ?? '').slice(0, 4)) || null);

/** Compares names and years; years may differ by one, because release dates vary by country. */
function isSame(game: Game, stored: Stored): boolean {
  const names = new Set(titleKeys(stored.name).names);
  const year = yearOf(game);
  return (
    titleKeys(game.name).names.some((name) => names.has(name)) &&
    year !== null &&
    stored.year !== null &&
    Math.abs(year - stored.year) <= 1
  );
}

function completed(game: Game, stored: Stored): Game {
  const aliases = [...new Set([...(game.aliases ?? '').split('\n'), ...(stored.aliases ?? '').split('\n')])];
  const isDated = game.original_release_date !== null;
  return {
    ...game,
    guid: stored.guid,
    id: Number(stored.id),
    original_release_date: game.original_release_date ?? stored.date,
    ...(!isDated && { partial_release_date: game.partial_release_date ?? stored.partial }),
    platforms: game.platforms.length > 0 ? game.platforms : stored.platforms,
    aliases: aliases.filter(Boolean).join('\n').slice(0, 5000) || null,
  };
}
