import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { KnownGames } from '../games/known-games.ts';
import { storeGames } from '../games/store-games.ts';
import type { MatchedGame } from '../providers/game-provider.ts';
import type { Asker } from '../providers/limits/asker.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { titleKeys } from '../search/title-keys.ts';

interface Parts {
  readonly work: Work;
  readonly known: KnownGames;
}

/** Which rows the providers were asked about, by their places in the request. */
export interface AskedRows {
  readonly asked: ReadonlySet<number>;
  /** When to ask about the others; null where that can't be said. */
  readonly retryAfterSeconds: number | null;
}

/** Rows that are asked about together. */
const atOnce = 250;

/** Longest that one request goes on asking, in milliseconds; the rows that are left come with the next. */
const budgetMs = 20_000;

/** Games of one search that are stored: what a title may mean. */
const fromSearch = 5;

/** Where a limit names no time. */
const usualRetrySeconds = 5;

/**
 * Asks the first provider that works about rows that no stored game answers to, and stores what it finds. Where it takes many names in a
 * request they are sent together, else one by one, as fast as its request limit and the user's share of it allow.
 */
export async function askProviders(
  { work, known }: Parts,
  rows: ReadonlyMap<number, CandidateRow>,
  asker: Asker,
): Promise<AskedRows> {
  const asked = new Set<number>();
  const until = performance.now() + budgetMs;
  const { isKeyless } = known.providers;
  let { match } = known.providers;
  const places = [...rows.keys()];
  try {
    for (let from = 0; from < places.length && performance.now() < until; ) {
      const part = places.slice(from, from + (match ? atOnce : 1));
      const wanted = part.flatMap((at) => rows.get(at) ?? []);
      const found = match ? await unlessItFails(match(wanted, asker)) : await searchFor(known, wanted[0], asker);
      if (found === null) {
        // The next provider is asked as for a search, a row at a time.
        match = undefined;
        continue;
      }
      await keep({ work, known }, found);
      for (const at of part) asked.add(at);
      from += part.length;
    }
    return { asked, retryAfterSeconds: asked.size < places.length ? 1 : null };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    if (fault.isShortage) {
      const ms = fault.retryAfterMs ?? usualRetrySeconds * 1000;
      return { asked, retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) };
    }
    // Nobody waits for a provider that needs no key and can't be reached.
    return { asked: isKeyless ? new Set(places) : asked, retryAfterSeconds: null };
  }
}

/** @returns null when the provider does not answer; a shortage is thrown */
async function unlessItFails<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (fault) {
    if (fault instanceof ProviderFault && !fault.isShortage) return null;
    throw fault;
  }
}

async function searchFor(
  known: KnownGames,
  row: CandidateRow | undefined,
  asker: Asker,
): Promise<readonly MatchedGame[]> {
  const title =
    row?.title
      ?.replace(/\s*\((?:19|20)\d\d\)\s*$/, '')
      .trim()
      .slice(0, 200) ?? '';
  if (title.length < 2) return [];
  const { games } = await known.providers.search(title, 10, asker);
  const wanted = titleKeys(title);
  const alike = games.filter((game) => {
    const keys = titleKeys(game.name);
    return (
      keys.short === wanted.short ||
      (game.aliases ?? '').split('\n').some((alias) => titleKeys(alias).loose === wanted.loose)
    );
  });
  return alike.slice(0, fromSearch).map((game) => ({ game, otherIds: [] }));
}

async function keep({ work, known }: Parts, found: readonly MatchedGame[]): Promise<void> {
  if (found.length === 0) return;
  const games = await known.underKnownGuids(found);
  const at = Date.now();
  await work.transaction((transaction) =>
    storeGames(
      transaction,
      games.map((value) => ({ value, at })),
    ),
  );
  // Ids of stores belong to games that are stored by now.
  if (found.some(({ otherIds }) => otherIds.length > 0)) await known.underKnownGuids(found);
}
