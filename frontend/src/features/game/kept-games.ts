import { makeRoom } from '../../entities/server/make-room.ts';
import { gamesCache, userCaches } from '../../lib/user-caches.ts';
import type { DetailsAnswer, GameAnswer } from './api.ts';

/** A game as it was when its page was last seen. */
export interface KeptGame {
  readonly details: GameAnswer;
  /** What stood beside it; absent where that had not come, or was kept before there was any. */
  readonly more?: DetailsAnswer;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Games that are kept; those seen longest ago give way. */
const mostKept = 200;

const addressOf = (userId: string, guid: string) => `/kept/${userId}/games/${encodeURIComponent(guid)}`;

/** One after the other: a game that is kept without what stands beside it would else overtake itself with it. */
let keeping: Promise<unknown> = Promise.resolve();

export function keepGame(userId: string, details: GameAnswer, more: DetailsAnswer | null): Promise<void> {
  const kept = keeping.then(() => keep(userId, details, more));
  keeping = kept.catch(() => {});
  return kept;
}

async function keep(userId: string, details: GameAnswer, more: DetailsAnswer | null): Promise<void> {
  const cache = await userCaches()?.open(gamesCache);
  if (!cache) return;
  const address = addressOf(userId, details.game.guid);
  const known = more ?? (await readKeptGame(userId, details.game.guid))?.more;
  const kept: KeptGame = { details, ...(known && { more: known }), at: Date.now() };
  // In one step: a page may be left at any moment, and what it had kept stays until the new one is there.
  await cache.put(address, new Response(JSON.stringify(kept)));
  await makeRoom(cache, mostKept);
}

/** What was kept of a game for this user; null when there is nothing. */
export async function readKeptGame(userId: string, guid: string): Promise<KeptGame | null> {
  const kept = await userCaches()?.match(addressOf(userId, guid), { cacheName: gamesCache });
  return kept ? ((await kept.json()) as KeptGame) : null;
}
