import { makeRoom } from '../../entities/server/make-room.ts';
import { gamesCache, userCaches } from '../../lib/user-caches.ts';
import type { DetailsAnswer, GameAnswer } from './api.ts';

/** Offline copy of a game, as last seen. */
export interface KeptGame {
  readonly details: GameAnswer;
  /** Related content; absent if it had not loaded, or in copies from before it was stored. */
  readonly more?: DetailsAnswer;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Most games to store; the least recently seen are removed first. */
const mostKept = 200;

const addressOf = (userId: string, guid: string) => `/kept/${userId}/games/${encodeURIComponent(guid)}`;

/** Writes run one after the other; otherwise a save without `more` could overwrite a later one with it. */
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
  // A single put, because the page may be left at any moment and the previous copy must survive.
  await cache.put(address, new Response(JSON.stringify(kept)));
  await makeRoom(cache, mostKept);
}

/** Returns the stored copy of a game for this user, or null. */
export async function readKeptGame(userId: string, guid: string): Promise<KeptGame | null> {
  const kept = await userCaches()?.match(addressOf(userId, guid), { cacheName: gamesCache });
  return kept ? ((await kept.json()) as KeptGame) : null;
}
