import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import type { KnownGames } from '../games/known-games.ts';
import { storeGames } from '../games/store-games.ts';
import type { CatalogParts } from '../parts.ts';
import { type Caller, type MatchedGame, onProviderFault, ProviderFault } from '../providers/game-provider.ts';
import { titleKeys } from '../search/normalise.ts';

/** The rows that the providers were asked about, by their index in the request. */
export interface AskedRows {
  readonly asked: ReadonlySet<number>;
  /** When to send the other rows again; null when unknown. */
  readonly retryAfterSeconds: number | null;
}

/** Rows per batch. */
const atOnce = 250;

/** Time limit of one request in milliseconds; the caller sends the remaining rows again. */
const budgetMs = 20_000;

/** Number of results stored per search, as candidates for a title. */
const fromSearch = 5;

/** Default when a limit gives no time. */
const usualRetrySeconds = 5;

/**
 * Asks the first working provider about rows that match no stored game, and stores the results. Uses batches where the
 * provider supports them, else one request per row.
 */
export async function askProviders(
  parts: CatalogParts,
  rows: ReadonlyMap<number, CandidateRow>,
  caller: Caller,
): Promise<AskedRows> {
  const { known } = parts;
  const asked = new Set<number>();
  const until = performance.now() + budgetMs;
  const { isKeyless } = known.providers;
  let { match } = known.providers;
  const left = [...rows];
  try {
    for (let from = 0; from < left.length && performance.now() < until; ) {
      const part = left.slice(from, from + (match ? atOnce : 1));
      const wanted = part.map(([, row]) => row);
      const found = match
        ? await match(wanted, caller).catch(onProviderFault(nullUnlessShort))
        : (await Promise.all(wanted.map((row) => searchFor(known, row, caller)))).flat();
      if (found === null) {
        // Falls back to one search per row at the next provider.
        match = undefined;
        continue;
      }
      await keep(parts, found);
      for (const [at] of part) asked.add(at);
      from += part.length;
    }
    return { asked, retryAfterSeconds: asked.size < left.length ? 1 : null };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    if (fault.isShortage) {
      const ms = fault.retryAfterMs ?? usualRetrySeconds * 1000;
      return { asked, retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) };
    }
    // Reports all rows as asked, so that callers do not retry for a keyless provider that fails.
    return { asked: isKeyless ? new Set(rows.keys()) : asked, retryAfterSeconds: null };
  }
}

const nullUnlessShort = (fault: ProviderFault) => {
  if (fault.isShortage) throw fault;
  return null;
};

async function searchFor(known: KnownGames, row: CandidateRow, caller: Caller): Promise<readonly MatchedGame[]> {
  const title = (row.title ?? '')
    .replace(/\s*\((?:19|20)\d\d\)\s*$/, '')
    .trim()
    .slice(0, 200);
  if (title.length < 2) return [];
  const { games } = await known.providers.search(title, 10, caller);
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

async function keep({ work, known }: CatalogParts, found: readonly MatchedGame[]): Promise<void> {
  if (found.length === 0) return;
  const games = await known.underKnownGuids(found);
  const at = Date.now();
  const copies = games.map((value) => ({ value, at }));
  await work.transaction((transaction) => storeGames(transaction, copies));
  // The games are stored by now, so their store ids can be saved.
  if (found.some(({ otherIds }) => otherIds.length > 0)) await known.underKnownGuids(found);
}
