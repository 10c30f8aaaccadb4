import { createHash } from 'node:crypto';
import type { CatalogueGame } from '../../src/catalogue/catalogue-file.ts';
import { normalise } from '../../src/search/normalise.ts';
import { type SourceGame, slugOf, yearOf } from './source-game.ts';

const keysOf = ({ name, aliases }: Pick<SourceGame, 'name' | 'aliases'>) =>
  [name, ...aliases].map((title) => normalise(title).replaceAll(' ', '')).filter(Boolean);

/** Years by which two sources may differ about one game, because of earlier releases elsewhere or later conversions. */
const convertedLater = 12;
const announcedEarlier = 1;

/**
 * Merges the sources' facts about each game. The first source that knows a game decides each fact; later ones fill gaps
 * and add ids and other names.
 * @param sources the most trusted first
 */
export function mergeGames(sources: readonly (readonly SourceGame[])[]): SourceGame[] {
  const merged: SourceGame[] = [];
  const byKey = new Map<string, number[]>();
  const byId = new Map<string, number>();
  const index = (game: SourceGame, at: number) => {
    for (const key of keysOf(game)) {
      const found = byKey.get(key);
      if (!found) byKey.set(key, [at]);
      else if (!found.includes(at)) found.push(at);
    }
    for (const id of game.ids) byId.set(id, at);
  };
  for (const games of sources) {
    const known = merged.length;
    for (const game of games) {
      const at = sameGame(game, merged, { known, byKey, byId });
      const place = at ?? merged.length;
      const whole = at === null ? game : filledIn(merged[at] as SourceGame, game);
      merged[place] = whole;
      index(whole, place);
    }
  }
  return merged;
}

interface Known {
  /** Number of games from earlier sources; only these can match, since one source does not list a game twice. */
  readonly known: number;
  readonly byKey: ReadonlyMap<string, readonly number[]>;
  readonly byId: ReadonlyMap<string, number>;
}

function sameGame(game: SourceGame, merged: readonly SourceGame[], { known, byKey, byId }: Known): number | null {
  for (const id of game.ids) {
    const at = byId.get(id);
    if (at !== undefined && at < known) return at;
  }
  const year = yearOf(game);
  const main = normalise(game.name).replaceAll(' ', '');
  const candidates = (byKey.get(main) ?? []).filter((at) => at < known);
  const fitting = candidates.filter((at) => {
    const other = yearOf(merged[at] as SourceGame);
    return year === null || other === null || (year >= other - announcedEarlier && year <= other + convertedLater);
  });
  // Among remakes with the same name, prefer the closest year.
  return fitting.toSorted((a, b) => distance(merged[a], year) - distance(merged[b], year))[0] ?? null;
}

const distance = (game: SourceGame | undefined, year: number | null) =>
  game === undefined || year === null ? 0 : Math.abs((yearOf(game) ?? year) - year);

function filledIn(game: SourceGame, other: SourceGame): SourceGame {
  const names = new Map([other.name, ...other.aliases].map((name) => [normalise(name), name]));
  for (const name of [game.name, ...game.aliases]) names.delete(normalise(name));
  names.delete('');
  const orElse = <Item>(first: Item[], second: Item[]) => (first.length > 0 ? first : second);
  // The same date is as good; anything longer is more exact.
  const isMoreExact = other.released?.startsWith(game.released ?? '') ?? false;
  return {
    ...game,
    aliases: [...game.aliases, ...names.values()].slice(0, 20),
    released: isMoreExact ? other.released : game.released,
    platforms: orElse(game.platforms, other.platforms),
    developers: orElse(game.developers, other.developers),
    publishers: orElse(game.publishers, other.publishers),
    genres: orElse(game.genres, other.genres),
    series: orElse(game.series, other.series),
    prominence: Math.max(game.prominence, other.prominence),
    ids: [...new Set([...game.ids, ...other.ids])],
    sources: [...new Set([...game.sources, ...other.sources])],
  };
}

/**
 * Gives every game its guid. Known games keep theirs, and games that all sources dropped stay, because vaults refer to
 * guids.
 */
export function withIds(games: readonly SourceGame[], before: readonly CatalogueGame[]): CatalogueGame[] {
  const claimed = claim(games, before);
  const known = new Set(claimed.values());
  const taken = new Set(before.map(({ id }) => id));
  const slugs = Map.groupBy(games, ({ name }) => slugOf(name));
  const named = games.map((game, at): CatalogueGame => {
    const id = claimed.get(at) ?? newId(game, (slugs.get(slugOf(game.name)) ?? []).length > 1, taken);
    taken.add(id);
    return { id, ...game };
  });
  const kept = before.filter(({ id }) => !known.has(id));
  return [...named, ...kept].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Matches by external id, by name and year, or by source; by name alone when the year was corrected.
 * @returns the known ids by the games' indexes
 */
function claim(games: readonly SourceGame[], before: readonly CatalogueGame[]): ReadonlyMap<number, string> {
  const claimed = new Map<number, string>();
  const free = new Set(before.map(({ id }) => id));
  const left = new Set(games.keys());
  const ways: readonly ((game: SourceGame) => readonly string[])[] = [
    ({ ids }) => ids,
    ({ name, released }) => [`${slugOf(name)} ${released?.slice(0, 4) ?? ''}`],
    ({ sources }) => sources.filter((source) => source.includes(':')),
    ({ name }) => [slugOf(name)],
  ];
  for (const way of ways) {
    const byKey = new Map<string, string>();
    for (const game of before) if (free.has(game.id)) for (const key of way(game)) byKey.set(key, game.id);
    for (const at of left) {
      const id = way(games[at] as SourceGame)
        .map((key) => byKey.get(key))
        .find((found) => found !== undefined && free.has(found));
      if (id === undefined) continue;
      free.delete(id);
      left.delete(at);
      claimed.set(at, id);
    }
  }
  return claimed;
}

function newId(game: SourceGame, isShared: boolean, taken: ReadonlySet<string>): string {
  const slug =
    slugOf(game.name) ||
    createHash('sha256')
      .update(game.sources[0] ?? game.name)
      .digest('hex')
      .slice(0, 12);
  const year = yearOf(game);
  const wanted =
    isShared && year !== null
      ? [`cat-${slug}-${year}`]
      : [`cat-${slug}`, ...(year === null ? [] : [`cat-${slug}-${year}`])];
  const id = wanted.find((one) => !taken.has(one));
  if (id !== undefined) return id;
  for (let count = 2; ; count += 1) if (!taken.has(`${wanted.at(-1)}-${count}`)) return `${wanted.at(-1)}-${count}`;
}
