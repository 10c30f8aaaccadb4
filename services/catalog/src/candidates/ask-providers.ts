import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { KnownGames } from '../games/known-games.ts';
import { storeGames } from '../games/store-games.ts';
import { type Caller, type MatchedGame, ProviderFault } from '../providers/game-provider.ts';
import { titleKeys } from '../search/normalise.ts';

interface Parts {
  readonly work: Work;
  readonly known: KnownGames;
}

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
  { work, known }: Parts,
  rows: ReadonlyMap<number, CandidateRow>,
  caller: Caller,
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
      const found = match ? await unlessItFails(match(wanted, caller)) : await searchFor(known, wanted[0], caller);
      if (found === null) {
        // Falls back to one search per row at the next provider.
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
    // Reports all rows as asked, so that callers do not retry for a keyless provider that fails.
    return { asked: isKeyless ? new Set(places) : asked, retryAfterSeconds: null };
  }
}

/** Returns null when the provider fails; rethrows shortages. */
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
  caller: Caller,
): Promise<readonly MatchedGame[]> {
  const title =
    row?.title
      ?.replace(/\s*\((?:19|20)\d\d\)\s*$/, '')
      .trim()
      .slice(0, 200) ?? '';
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
  // The games are stored by now, so their store ids can be saved.
  if (found.some(({ otherIds }) => otherIds.length > 0)) await known.underKnownGuids(found);
}
